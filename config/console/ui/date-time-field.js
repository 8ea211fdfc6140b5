import { h } from '../core/dom.js';
import { fromLocalInput, toLocalInput } from '../core/time.js';
import { zoneName } from '../core/zone.js';
import { presetButtons } from './date-presets.js';
import { field } from './field.js';

/**
 * A date and time in the browser's zone, which is shown beside it. Values are instants. `presets()` returns instants that
 * can be chosen with one press, each {label, at}.
 */
export function dateTimeField({ label, value = '', onChange, min, max, required = false, hint, presets }) {
  const input = h('input', { type: 'datetime-local', value: toLocalInput(value),
    min: min ? toLocalInput(min) : null, max: max ? toLocalInput(max) : null });
  const changed = () => onChange?.(fromLocalInput(input.value));
  input.addEventListener('change', changed);
  const made = field({ label, hint, required, input,
    control: h('div.field-when', h('div.field-date', input, h('span.field-zone', zoneName())),
      presets && presetButtons(input, presets, changed)) });
  return { ...made,
    get value() { return fromLocalInput(input.value); },
    set value(iso) { input.value = toLocalInput(iso); } };
}
