import { h, replace, uid } from '../core/dom.js';
import { icon } from './icons.js';

function describe(input, id, on) {
  const ids = new Set((input.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean));
  if (on) ids.add(id);
  else ids.delete(id);
  if (ids.size) input.setAttribute('aria-describedby', [...ids].join(' '));
  else input.removeAttribute('aria-describedby');
}

/**
 * A label with its input, hint and error, associated for screen readers. `input` is an element (default: a text input);
 * `control` is shown instead if the input has surrounding elements. A group (fieldset, radiogroup) as `input` gets an
 * accessible name instead of a label.
 */
export function field({ label, hint, input = h('input', { type: 'text' }), control, error = null,
  required = false, className = '' }) {
  const native = input.matches('input, select, textarea, button, meter, output, progress');
  if (!input.id) input.id = uid('field');
  const labelId = uid('label');
  const name = h(native ? 'label.field-label' : 'span.field-label', { id: labelId,
    for: native ? input.id : null }, label,
  required && h('span.field-required', { 'aria-hidden': 'true' }, '*'));
  if (!native) input.setAttribute('aria-labelledby', labelId);
  if (required && native) {
    input.required = true;
    input.setAttribute('aria-required', 'true');
  }
  const hintText = h('p.field-hint', { id: uid('hint') });
  const errorText = h('p.field-error', { id: uid('error'), hidden: true });
  const element = h('div.field', { class: className }, name, control ?? input, hintText,
    errorText);
  const setHint = (text) => {
    replace(hintText, text);
    hintText.hidden = !text;
    describe(input, hintText.id, Boolean(text));
  };
  const setError = (text) => {
    replace(errorText, text && icon('warning', { size: 14 }), text && h('span', text));
    errorText.hidden = !text;
    element.classList.toggle('invalid', Boolean(text));
    if (text) input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
    describe(input, errorText.id, Boolean(text));
  };
  setHint(hint);
  setError(error);
  return { element, input, label: name, setError, setHint };
}
