import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { passwordField } from '../ui/password-field.js';
import { explain } from '../ui/states.js';
import '../text/sign-in.js';

// Minutes and seconds.
const clock = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;

/** Returns why signing in failed. */
export function reason(problem) {
  if (problem.status === 0) return t('signin.offline');
  if (problem.status === 401) return t('signin.wrong');
  return explain(problem)[1];
}

/** A note above the form: an error, or the time until the next attempt. */
function signInNote() {
  const element = h('p.note.bad', { role: 'alert', hidden: true });
  let timer = null;

  function say(text) {
    element.setAttribute('role', 'alert');
    element.hidden = !text;
    replace(element, text && icon('warning'), text && h('span', text));
  }

  /** Disables the button for some seconds, with a countdown. */
  function countDown(seconds, button) {
    const end = Date.now() + seconds * 1000;
    const words = h('span');
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      button.disabled = left > 0;
      if (left <= 0) {
        say(null);
        return;
      }
      words.textContent = t('signin.wait', { time: clock(left) });
      timer = setTimeout(tick, 500);
    };
    element.hidden = false;
    // Announced once, not every second.
    element.setAttribute('role', 'timer');
    replace(element, icon('clock'), words);
    tick();
    announce(words.textContent, { assertive: true });
  }

  return { element, say, countDown, destroy: () => clearTimeout(timer) };
}

function nameField() {
  return field({ label: t('signin.name'), required: false, input: h('input', { type: 'text', name: 'username',
    autocomplete: 'username', autocapitalize: 'off', spellcheck: 'false' }) });
}

/** The fixed name, so that password managers know whose password it is. */
function hiddenName(value) {
  return h('input.visually-hidden', { type: 'text', name: 'username', autocomplete: 'username', value, readOnly: true,
    tabIndex: -1, 'aria-hidden': 'true' });
}

/**
 * A form for name and password. `run(name, password)` signs in. After too many attempts, the button is disabled for as
 * long as the server requires.
 */
export function signInForm({ name: fixed = null, run, label = t('signin.go') }) {
  const name = fixed === null ? nameField() : null;
  const password = passwordField({ label: t('signin.password'), required: false });
  password.input.name = 'password';
  const button = h('button.button.primary.wide', { type: 'submit' }, label);
  const note = signInNote();
  const form = h('form.signin-form', { noValidate: true, onSubmit: submit }, note.element, name?.element,
    fixed === null ? null : hiddenName(fixed), password.element, button);

  function isComplete() {
    name?.setError(name.input.value.trim() ? null : t('signin.name.missing'));
    password.setError(password.input.value ? null : t('signin.password.missing'));
    const missing = form.querySelector('[aria-invalid]');
    missing?.focus();
    return !missing;
  }

  async function submit(event) {
    event.preventDefault();
    if (button.disabled || button.classList.contains('busy') || !isComplete()) return;
    note.say(null);
    button.classList.add('busy');
    try {
      await run(fixed ?? name.input.value.trim(), password.input.value);
    } catch (problem) {
      failed(problem);
    } finally {
      button.classList.remove('busy');
    }
  }

  function failed(problem) {
    if (problem.status === 429) {
      note.countDown(problem.retryAfter ?? 30, button);
      return;
    }
    note.say(reason(problem));
    if (problem.status === 401) password.input.select();
    password.input.focus();
  }

  return { element: form, focus: () => (name ?? password).input.focus(), password, destroy: note.destroy };
}
