import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { nameOf } from '../page/names.js';
import { fieldTitle } from './field-title.js';

const OWN = ['enabled', 'from', 'until', 'showType', 'platforms', 'appVersion', 'min', 'max', 'locales', 'percent', 'seed'];

/** Returns the first title of a card. */
export function cardName(card, place) {
  const own = nameOf({ content: { extInfo: card } });
  return own || t('publish.card.place', { place: place + 1 });
}

/** Describes the path to a field, outermost first, without repetitions. */
export function trailWords({ trail, name, area }) {
  if (area === 'visibility' || area === 'source') return [t(`publish.field.${name}`)];
  if (area === 'audience') return trail.filter((step) => step.name).map((step) => own(step.name));
  const words = trail.map((step) => (step.card === undefined
    ? fieldTitle(step.schema, step.name) : cardName(step.card, step.place))).filter(Boolean);
  if (!words.length && OWN.includes(name)) return [t(`publish.field.${name}`)];
  return words.filter((word, index) => word !== words[index - 1]);
}

const own = (name) => (OWN.includes(name) ? t(`publish.field.${name}`) : name);

/** Whether the layout has no title for a field, so that it only concerns developers. */
export function isTechnical({ area, trail, schema, kind }) {
  if (['visibility', 'audience', 'source'].includes(area)) return false;
  if (kind !== 'changed') return false;
  return trail.length > 0 && !fieldTitle(schema, '');
}

/** Formats time stamps in milliseconds, and instants as text; null for other values. */
export function instantOf(value, name) {
  if (typeof value === 'number' && /time$/i.test(name) && value > 1e11 && value < 1e14) return dateTime(value);
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)) return dateTime(value);
  return null;
}
