import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';

export function itemTitle(item) {
  if (item.kind === 'release') {
    const kind = { live: 'live', past: 'past', cancelled: 'cancelled' }[item.state] ?? 'pending';
    return t(`schedule.release.${kind}`, { number: item.release.revision });
  }
  if (item.kind === 'takeover') return t('schedule.takeover', { page: item.title });
  return t('schedule.window', { name: item.title });
}

/** Describes the period of an item. */
export function period(item) {
  if (item.kind === 'release') return dateTime(item.from);
  if (item.from && item.until) return t('schedule.fromUntil', { from: dateTime(item.from), until: dateTime(item.until) });
  return item.from ? t('schedule.from', { from: dateTime(item.from) }) : t('schedule.until', { until: dateTime(item.until) });
}
