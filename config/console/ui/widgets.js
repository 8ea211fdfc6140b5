import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from './announcer.js';
import { icon } from './icons.js';

/** A short label; kinds: '', 'accent', 'good', 'warn', 'bad'. */
export function badge(text, kind = '', iconName = null) {
  return h('span.badge', { class: kind }, iconName && icon(iconName, { size: 14 }), text);
}

/** The initials of a name; decorative, because the name is next to it. */
export function avatar(name) {
  const words = String(name ?? '').trim().split(/\s+/);
  const letters = words.length > 1 ? words[0].slice(0, 1) + words.at(-1).slice(0, 1)
    : [...words[0]].slice(0, 2).join('');
  return h('span.avatar', { 'aria-hidden': 'true' }, letters || '?');
}

/** A button that copies `text`, or the result of `text()`, confirms it, and dispatches the event `copied`. */
export function copyButton(text, label = t('copy')) {
  const mark = h('span.copy-mark', icon('copy', { size: 16 }));
  const word = h('span', label);
  const button = h('button.button.small', { onClick: async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(typeof text === 'function' ? text() : text);
    } catch {
      done = false;
    }
    const said = done ? t('copied') : t('copy.failed');
    replace(mark, icon(done ? 'check' : 'warning', { size: 16 }));
    word.textContent = said;
    announce(said);
    if (done) button.dispatchEvent(new CustomEvent('copied', { bubbles: true }));
    setTimeout(() => {
      replace(mark, icon('copy', { size: 16 }));
      word.textContent = label;
    }, 2000);
  } }, mark, word);
  return button;
}

/** A choice of a few visible options: {value, label, icon}. */
export function segmented({ label, options, value, onChange }) {
  const name = uid('choice');
  const inputs = options.map((option) => h('input', { type: 'radio', name, value: option.value,
    checked: option.value === value, onChange: () => onChange?.(option.value) }));
  const element = h('div.segmented', { role: 'radiogroup', 'aria-label': label },
    options.map((option, index) => h('label.segment',
      inputs[index], option.icon && icon(option.icon, { size: 16 }), h('span', option.label))));
  return Object.assign(element, { setValue(next) {
    for (const input of inputs) input.checked = input.value === String(next);
  } });
}

/** A switch. */
export function toggle({ label, checked = false, onChange, disabled = false, hideLabel = false }) {
  const input = h('input', { type: 'checkbox', role: 'switch', checked, disabled,
    'aria-label': hideLabel ? label : null,
    onChange: () => onChange?.(input.checked) });
  const element = h('label.toggle', input, h('span.toggle-track', { 'aria-hidden': 'true' }),
    !hideLabel && h('span.toggle-label', label));
  return Object.assign(element, { input, setChecked(value) { input.checked = value; } });
}
