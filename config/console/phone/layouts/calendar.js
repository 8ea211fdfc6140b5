import { h } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { cardAt, day, daysBetween, look, tag } from '../parts.js';
import { at, list, num, picture } from '../safe.js';

function when(start, end, now) {
  if (start === null) return null;
  const first = daysBetween(start, now);
  const over = end !== null && first < 0 && daysBetween(end, now) >= 0;
  if (first === 0 || over) return h('span.phone-day.today', t('phone.today'));
  if (first === 1) return h('span.phone-day', t('phone.tomorrow'));
  const sameYear = new Date(start).getFullYear() === new Date(now).getFullYear();
  const form = { month: 'short', day: 'numeric', ...(sameYear ? {} : { year: 'numeric' }) };
  return h('span.phone-day', day(start, form));
}

function event(card, now) {
  const { title, image, labels, resource } = look(card);
  const times = at(resource, 'resourceExtInfo') ?? {};
  return h('div.phone-event',
    h('div.phone-event-text',
      h('div.phone-event-when', when(num(times.startTime), num(times.endTime), now),
        labels.slice(0, 1).map((label) => tag(label))),
      h('div.phone-event-title', title)),
    picture(image, { kind: 'phone-event-pic' }));
}

export const SHUFFLE_MUSIC_CALENDAR = (block, { now }) =>
  h('div.phone-box', list(block.creatives).map((card, place) => cardAt(place, event(card, now))));
