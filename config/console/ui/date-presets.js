// The instants that date fields suggest: one set for starts, one for ends.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import '../text/dates.js';

const DAY = 86_400_000;
const SATURDAY = 6;

/** Returns suggestions for starts: an evening at 8 pm, a morning at 10 am, midnight, the weekend and Monday. */
export function beginnings(now = new Date()) {
  const at = (days, hour) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const evening = at(0, 20);
  return [
    evening > now && ['date.tonight', evening],
    ['date.tomorrow', at(1, 10)],
    evening <= now && ['date.tomorrowNight', at(1, 20)],
    now.getDay() !== SATURDAY - 1 && ['date.midnight', at(1, 0)],
    ['date.weekend', at((SATURDAY - now.getDay()) % 7 || 7, 0)],
    ['date.monday', at((8 - now.getDay()) % 7 || 7, 10)],
  ].filter(Boolean).map(([key, date]) => ({ label: t(key), at: date.toISOString() }));
}

/**
 * Returns suggestions for ends: midnight, the end of the weekend, and one, three and seven days after the start or,
 * without one, after the next full hour.
 */
export function ends(from, now = Date.now()) {
  const begin = Date.parse(from || '') || Math.ceil(now / 3_600_000) * 3_600_000;
  const day = new Date(begin);
  const midnight = (days) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).toISOString();
  return [{ label: t('date.midnight'), at: midnight(1) },
    { label: t('date.weekendEnd'), at: midnight(8 - (day.getDay() || 7)) },
    ...[1, 3, 7].map((count) => ({ label: t('date.days', { count }), at: new Date(begin + count * DAY).toISOString() }))];
}

/** Buttons for the instants of `presets()`, each {label, at}, for a date and time input; they call `choose(at)`. */
export function presetButtons(input, presets, choose) {
  // An end depends on the start: the instant is computed on the click.
  return h('div.field-presets', { role: 'group', 'aria-label': t('date.presets') },
    presets().map((shown) => h('button.button.small', { type: 'button', onClick: () => {
      if (input.disabled || input.readOnly) return;
      choose((presets().find(({ label }) => label === shown.label) ?? shown).at);
    } }, shown.label)));
}
