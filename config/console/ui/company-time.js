// Shows the company's time to an operator in another time zone.
import { h } from '../core/dom.js';
import { formatter, t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { zone } from '../core/time.js';
import { zoneName } from '../core/zone.js';
import '../text/dates.js';

const FIELDS = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/**
 * An element with the time of an instant in the company's zone, updated by `show(iso)`. It is empty if both times are
 * equal.
 */
export function companyTime() {
  const element = h('p.field-hint.field-company', { hidden: true });
  const show = (iso) => {
    const words = wordsOf(iso);
    element.hidden = !words;
    element.textContent = words;
  };
  return { element, show };
}

function wordsOf(iso) {
  const date = new Date(iso || NaN);
  if (!session.timeZone || Number.isNaN(date.getTime())) return '';
  try {
    const there = formatter('DateTimeFormat', { ...FIELDS, timeZone: session.timeZone }).format(date);
    const here = formatter('DateTimeFormat', { ...FIELDS, timeZone: zone() }).format(date);
    return there === here ? '' : t('date.company', { zone: zoneName(session.timeZone), time: there });
  } catch {
    // The browser does not know the zone.
    return '';
  }
}
