import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { announce } from '../ui/live.js';
import { field, passwordField } from '../ui/field.js';
import { explain } from '../ui/states.js';

// Minutes and seconds.
const clock = (left) => `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;

/** The words for why somebody could not sign in. */
export function reason(problem) {
  if (problem.status === 0) return t('signin.offline');
  if (problem.status === 401) return t('signin.wrong');
  return explain(problem)[1];
}

/**
 * Name and password. `run(name, password)` signs in; too many attempts keep the button away
 * for as long as the server says, counting down.
 */
export function signInForm({ name: fixed = null, run, label = t('signin.go') }) {
  const name = fixed === null ? field({ label: t('signin.name'), required: false,
    input: h('input', { type: 'text', name: 'username', autocomplete: 'username',
      autocapitalize: 'off', spellcheck: 'false' }) }) : null;
  // For password managers: they want to know whose password it is.
  const hidden = fixed === null ? null : h('input.visually-hidden', { type: 'text',
    name: 'username', autocomplete: 'username', value: fixed, readOnly: true, tabIndex: -1,
    'aria-hidden': 'true' });
  const password = passwordField({ label: t('signin.password'), required: false });
  password.input.name = 'password';
  const button = h('button.button.primary.wide', { type: 'submit' }, label);
  const fault = h('p.note.bad', { role: 'alert', hidden: true });
  let timer = null;
  const say = (text) => {
    fault.hidden = !text;
    replace(fault, text && icon('warning'), text && h('span', text));
  };
  function countDown(seconds) {
    const end = Date.now() + seconds * 1000;
    const words = h('span');
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      button.disabled = left > 0;
      if (left > 0) {
        words.textContent = t('signin.wait', { time: clock(left) });
        timer = setTimeout(tick, 500);
      } else {
        say(null);
      }
    };
    fault.hidden = false;
    // Read out once, not at every second.
    fault.setAttribute('role', 'timer');
    replace(fault, icon('clock'), words);
    tick();
    announce(words.textContent, { assertive: true });
  }
  const form = h('form.signin-form', { noValidate: true, onSubmit: async (event) => {
    event.preventDefault();
    if (button.disabled || button.classList.contains('busy')) return;
    name?.setError(name.input.value.trim() ? null : t('signin.name.missing'));
    password.setError(password.input.value ? null : t('signin.password.missing'));
    const missing = form.querySelector('[aria-invalid]');
    if (missing) {
      missing.focus();
      return;
    }
    say(null);
    fault.setAttribute('role', 'alert');
    button.classList.add('busy');
    try {
      await run(fixed ?? name.input.value.trim(), password.input.value);
    } catch (problem) {
      if (problem.status === 429) {
        countDown(problem.retryAfter ?? 30);
      } else {
        say(reason(problem));
        if (problem.status === 401) password.input.select();
        password.input.focus();
      }
    } finally {
      button.classList.remove('busy');
    }
  } }, fault, name?.element, hidden, password.element, button);
  return { element: form, focus: () => (name ?? password).input.focus(), password,
    destroy: () => clearTimeout(timer) };
}
