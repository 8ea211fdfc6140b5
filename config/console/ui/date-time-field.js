import { h } from '../core/dom.js';
import { toLocalInput } from '../core/local-time.js';
import { zoneName } from '../core/zone.js';
import { companyTime } from './company-time.js';
import { presetButtons } from './date-presets.js';
import { field } from './field.js';
import { localTimeOf } from './local-time.js';

/**
 * A date and time in the browser's zone, which is shown next to it. Values are instants. `presets()` returns
 * suggestions, each {label, at}.
 */
export function dateTimeField({ label, value = '', onChange, min, max, required = false, disabled = false, hint, presets }) {
  const input = h('input', { type: 'datetime-local', disabled, min: min ? toLocalInput(min) : null,
    max: max ? toLocalInput(max) : null });
  const company = companyTime();
  const changed = () => {
    company.show(time.value);
    onChange?.(time.value);
  };
  const time = localTimeOf(input, changed);
  time.value = value;
  company.show(value);
  input.addEventListener('change', changed);
  const choose = (iso) => {
    time.value = iso;
    changed();
  };
  const made = field({ label, hint, required, input,
    control: h('div.field-when', h('div.field-date', input, h('span.field-zone', zoneName())), company.element, time.note,
      presets && presetButtons(input, presets, choose)) });
  return { ...made,
    get value() { return time.value; },
    set value(iso) {
      time.value = iso;
      company.show(iso);
    } };
}
