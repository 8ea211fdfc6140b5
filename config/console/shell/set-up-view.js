import { h, replace } from '../core/dom.js';
import { language, t } from '../core/i18n.js';
import { decoded } from '../core/paths.js';
import { link, navigate } from '../core/router.js';
import { session } from '../core/session.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { passwordField } from '../ui/password-field.js';
import { explain } from '../ui/states.js';
import { beginFirstSteps } from './first-steps.js';
import { signedOutLayout } from './signed-out-layout.js';
import '../text/sign-in.js';

const SHORTEST = 12;

/** `/set-up#SECRET`: creates the first operator of a server, from the link that the server's first start printed. */
export async function view(params, query, outlet) {
  const secret = decoded(location.hash.slice(1));
  const name = field({ label: t('signin.name'), hint: t('setup.name.hint'),
    input: h('input', { type: 'text', autocomplete: 'username', autocapitalize: 'off',
      spellcheck: 'false' }) });
  const first = passwordField({ label: t('setup.password'), autocomplete: 'new-password',
    required: false, hint: t('setup.password.hint', { count: SHORTEST }) });
  const second = passwordField({ label: t('setup.again'), autocomplete: 'new-password',
    required: false });
  const alert = h('div', { role: 'alert' });
  const button = h('button.button.primary.wide', { type: 'submit' }, t('setup.go'));
  const say = (text, more) => replace(alert, text && h('div.note.bad', icon('warning'),
    h('div', h('p', text), more && h('p', more))));

  function check() {
    name.setError(name.input.value.trim() ? null : t('signin.name.missing'));
    const long = [...first.input.value].length >= SHORTEST;
    first.setError(long ? null : t('setup.password.short', { count: SHORTEST }));
    const same = first.input.value === second.input.value;
    second.setError(!long || same ? null : t('setup.again.differs'));
    const wrong = form.querySelector('[aria-invalid]');
    wrong?.focus();
    return !wrong;
  }

  async function submit(event) {
    event.preventDefault();
    if (button.classList.contains('busy') || !check()) return;
    say(null);
    button.classList.add('busy');
    try {
      await session.setUp(secret, name.input.value.trim(), first.input.value);
      beginFirstSteps();
      navigate('/', { replace: true, force: true });
    } catch (problem) {
      if ([401, 403, 404, 409, 410].includes(problem.status)) used();
      else if (problem.status === 0) say(t('signin.offline'));
      else say(explain(problem)[1], language() === 'en' && problem.errors.map((one) => one.reason).join(' '));
    } finally {
      button.classList.remove('busy');
    }
  }

  // The link works only once, and only while there is no operator.
  function used() {
    replace(frame, signedOutLayout(t('setup.used'), h('p', t('setup.used.text')),
      h('p.muted', t('setup.used.more')),
      link('/sign-in', { class: 'button primary wide' }, t('signin.title'))));
  }

  const form = h('form.signin-form', { noValidate: true, onSubmit: submit },
    h('p.muted', t('setup.text')), alert, name.element, first.element, second.element, button);
  const frame = h('div.outside-frame');
  if (secret) replace(frame, signedOutLayout(t('setup.title'), form));
  else used();
  outlet.append(frame);
  if (secret) name.input.focus();
  return { title: t('setup.title') };
}
