import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from './field.js';
import { icon } from './icons.js';
import '../text/sign-in.js';

/** A password input with a button that shows it, and a notice when Caps Lock is on. */
export function passwordField({ label, hint, autocomplete = 'current-password', required = true }) {
  const input = h('input', { type: 'password', autocomplete, spellcheck: 'false',
    autocapitalize: 'off' });
  const show = h('button.icon-button.small.field-show', { 'aria-pressed': 'false',
    'aria-label': t('password.show'), title: t('password.show'), onClick: () => {
      const shown = input.type === 'password';
      input.type = shown ? 'text' : 'password';
      show.setAttribute('aria-pressed', String(shown));
      replace(show, icon(shown ? 'eye-off' : 'eye'));
    } }, icon('eye'));
  const caps = h('p.field-caps', { role: 'status' });
  const made = field({ label, hint, input, required,
    control: h('div.field-password', input, show) });
  made.element.append(caps);
  const look = (event) => {
    const on = event.getModifierState?.('CapsLock') ?? false;
    if (on !== Boolean(caps.textContent)) caps.textContent = on ? t('password.caps') : '';
  };
  for (const name of ['keydown', 'keyup', 'mousedown']) input.addEventListener(name, look);
  input.addEventListener('blur', () => { caps.textContent = ''; });
  return made;
}
