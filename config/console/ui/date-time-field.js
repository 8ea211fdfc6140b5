import { h } from '../core/dom.js';
import { fromLocalInput, toLocalInput, zone } from '../core/time.js';
import { field } from './field.js';

/** A date and time in the browser's zone, which is shown beside it. Values are instants. */
export function dateTimeField({ label, value = '', onChange, min, max, required = false, hint }) {
  const input = h('input', { type: 'datetime-local', value: toLocalInput(value),
    min: min ? toLocalInput(min) : null, max: max ? toLocalInput(max) : null });
  const made = field({ label, hint, required, input,
    control: h('div.field-date', input, h('span.field-zone', zone())) });
  input.addEventListener('change', () => onChange?.(fromLocalInput(input.value)));
  return { ...made,
    get value() { return fromLocalInput(input.value); },
    set value(iso) { input.value = toLocalInput(iso); } };
}
