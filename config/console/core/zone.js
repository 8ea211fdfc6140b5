import { formatter, language } from './i18n.js';
import { zone } from './time.js';

/** The name of the browser's zone, shown next to a time. */
export function zoneName(name = zone()) {
  if (language() === 'en') return name;
  if (/^Asia\/(Shanghai|Chongqing|Harbin|Urumqi)$/.test(name)) return '北京时间';
  const parts = formatter('DateTimeFormat', { timeZone: name, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? name;
}
