import { formatter, t } from './i18n.js';

/** The browser's IANA time zone. */
export function zone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

function format(iso, options) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return String(iso ?? '');
  return formatter('DateTimeFormat', { hourCycle: 'h23', ...options }).format(date);
}

export function dateTime(iso, { seconds = false } = {}) {
  const options = { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit',
    minute: '2-digit' };
  return format(iso, seconds ? { ...options, second: '2-digit' } : options);
}

export function day(iso) {
  return format(iso, { year: 'numeric', month: 'short', day: 'numeric' });
}

export function time(iso) {
  return format(iso, { hour: '2-digit', minute: '2-digit' });
}

const UNITS = [['year', 31536000], ['month', 2592000], ['week', 604800], ['day', 86400],
  ['hour', 3600], ['minute', 60]];

/** "3 minutes ago", "in 2 days"; less than a minute is "just now" or, ahead, "now". */
export function relative(iso) {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000;
  if (Number.isNaN(seconds)) return String(iso ?? '');
  const words = formatter('RelativeTimeFormat', { numeric: 'auto' });
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  // The server's clock may be a few seconds ahead.
  return seconds < 10 ? t('time.justNow') : words.format(0, 'second');
}
