// A note below a date and time input that explains times affected by clock changes.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { fromLocalInput, localTime, toLocalInput } from '../core/local-time.js';
import '../text/dates.js';

const clock = (text) => /T(\d\d:\d\d)/.exec(text)?.[1] ?? '';
// Includes the date if the clocks skip midnight.
const after = (iso, text) => (iso.split('T')[0] === text.split('T')[0] ? clock(iso) : `${iso.split('T')[0]} ${clock(iso)}`);
const offsetOf = (iso) => `UTC${iso.slice(-6)}`;

/**
 * Reads and shows instants in a date and time input: {note, value}. A shown instant keeps its seconds and its offset
 * until another time is typed. `changed()` is called when the other of two ambiguous times is chosen.
 */
export function localTimeOf(input, changed) {
  let shown = { text: '', iso: '' };
  const note = h('div.field-hint.field-clock', { role: 'status', hidden: true });
  const read = () => (input.value === shown.text ? shown.iso : fromLocalInput(input.value));

  function show(iso) {
    input.value = toLocalInput(iso);
    shown = { text: input.value, iso: iso ?? '' };
    draw();
  }

  function draw() {
    const meant = localTime(input.value);
    const time = clock(input.value);
    note.hidden = !meant?.skipped && !meant?.second;
    replace(note, meant?.skipped ? t('date.skipped', { time, used: after(meant.iso, input.value) })
      : meant?.second && twice(meant, time));
  }

  function twice({ iso, second }, time) {
    const isSecond = Date.parse(read()) >= Date.parse(second);
    const choose = () => {
      show(isSecond ? iso : second);
      changed?.();
    };
    return [h('span', t(isSecond ? 'date.second' : 'date.first', { time, offset: offsetOf(isSecond ? second : iso) })), ' ',
      !input.disabled && !input.readOnly && h('button.button.small', { type: 'button', onClick: choose },
        t(isSecond ? 'date.useFirst' : 'date.useSecond'))];
  }

  for (const type of ['input', 'change']) input.addEventListener(type, draw);
  return { note, get value() { return read(); }, set value(iso) { show(iso); } };
}
