import { h } from '../../core/dom.js';
import { language, locale, t } from '../../core/i18n.js';
import { icon } from '../../ui/icons.js';
import { cardAt } from '../parts.js';
import { at, list, num, picture, str } from '../safe.js';

/** One picture keeps its shape; four are two by two; others are in rows of three. */
function album(images) {
  if (!images.length) return null;
  const grid = h('div', { class: `phone-album of-${Math.min(images.length, 9)}` });
  const label = (place) => t('phone.momentPicture', { place: place + 1, count: images.length });
  grid.append(...images.slice(0, 9).map((image, place) =>
    cardAt(`/extInfo/moment/images/${place}`,
      picture(image?.imageUrl, { alt: label(place), ratio: images.length === 1 ? shape(image) : '1' }))));
  return grid;
}

function shape(image) {
  const [width, height] = [num(image?.width), num(image?.height)];
  if (!width || !height) return '1';
  return String(Math.min(2.4, Math.max(0.6, width / height)));
}

function ago(ms, now) {
  const form = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const minutes = Math.round((ms - now) / 60000);
  if (Math.abs(minutes) < 60) return form.format(minutes, 'minute');
  if (Math.abs(minutes) < 1440) return form.format(Math.round(minutes / 60), 'hour');
  return form.format(Math.round(minutes / 1440), 'day');
}

const LIKES = 8;

function likes(all) {
  const names = all.map((one) => str(one?.name)).filter(Boolean);
  if (!names.length) return null;
  const shown = names.slice(0, LIKES).join(language() === 'zh' ? '、' : ', ');
  return h('div.phone-likes', h('i.phone-heart', { 'aria-hidden': 'true' }),
    names.length > LIKES ? t('phone.likesMore', { names: shown, count: names.length }) : shown);
}

function comment(entry) {
  const to = str(entry?.replyTo);
  return h('div.phone-comment', h('b', str(entry?.name)),
    to && [` ${t('phone.replyTo')} `, h('b', to)], `${language() === 'zh' ? '：' : ': '}${str(entry?.text)}`);
}

export const MOMENT = (block, { now }) => {
  const moment = at(block, 'extInfo', 'moment') ?? {};
  const time = num(moment.publishTime);
  const replies = [likes(list(moment.likes)), ...list(moment.comments)
    .map((entry, place) => cardAt(`/extInfo/moment/comments/${place}`, comment(entry)))].filter(Boolean);
  return h('div.phone-moment',
    picture(at(moment, 'author', 'avatarUrl'), { kind: 'phone-avatar' }),
    h('div.phone-moment-body',
      str(at(moment, 'author', 'name')) && h('div.phone-moment-name', moment.author.name),
      str(moment.text) && cardAt('/extInfo/moment/text', h('div.phone-moment-text', str(moment.text))),
      album(list(moment.images)),
      str(at(moment, 'location', 'name'))
        && h('div.phone-place', icon('pin'), str(moment.location.name)),
      time && h('div.phone-ago', ago(time, now)),
      replies.length > 0 && h('div.phone-replies', replies)));
};
