// Converts the values of date and time inputs. Loaded only by views with such an input.
import { zone } from './time.js';

const DAY = 86_400_000;
const two = (n) => String(n).padStart(2, '0');

/** Returns an instant as the value of a datetime-local input, in the browser's zone. */
export function toLocalInput(iso) {
  const date = new Date(iso ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const year = String(date.getFullYear()).padStart(4, '0');
  return `${year}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
    + `T${two(date.getHours())}:${two(date.getMinutes())}`;
}

// Returns how many minutes the zone `name` is ahead of UTC at an instant.
function offset(instant, name) {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, hourCycle: 'h23',
    year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric',
    second: 'numeric' }).formatToParts(instant);
  const p = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]));
  const there = Date.UTC(p.year, p.month - 1, p.day, p.hour, p.minute, p.second);
  return Math.round((there - Math.floor(instant.getTime() / 1000) * 1000) / 60000);
}

// Returns an instant with the zone's offset at that time as a text. `utc` is the local time as if in UTC, `minutes`
// its offset.
function instantAt(utc, minutes, name) {
  const instant = new Date(utc - minutes * 60000);
  const own = offset(instant, name);
  const size = Math.abs(own);
  const local = new Date(instant.getTime() + own * 60000).toISOString().replace(/\.\d+Z$/, '');
  return `${local}${own < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/**
 * Converts 'YYYY-MM-DDTHH:mm' in a zone (by default the browser's). Returns {iso}, an instant with its offset, or null.
 * Clock changes follow the rule of calendars (RFC 5545, 3.3.5): a time that the clocks skip is `skipped` and read with
 * the offset before the change; for a time that occurs twice, `iso` is the first and `second` the other.
 */
export function localTime(text, name = zone()) {
  const found = /^(\d{4,})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d))?/.exec(text ?? '');
  const utc = found ? Date.UTC(found[1], found[2] - 1, found[3], found[4], found[5], found[6] ?? 0) : NaN;
  if (Number.isNaN(utc)) return null;
  const [before, after] = [-DAY, DAY].map((away) => offset(new Date(utc + away), name));
  const fitting = [...new Set([before, after])].filter((minutes) => offset(new Date(utc - minutes * 60000), name) === minutes);
  const [first, second] = fitting.sort((one, other) => other - one).map((minutes) => instantAt(utc, minutes, name));
  return first ? { iso: first, second } : { iso: instantAt(utc, before, name), skipped: true };
}

/**
 * Returns 'YYYY-MM-DDTHH:mm' in a zone (by default the browser's) as an instant with its offset; '' if it is not valid.
 */
export const fromLocalInput = (text, name) => localTime(text, name)?.iso ?? '';
