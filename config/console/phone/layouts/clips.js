import { h } from '../../core/dom.js';
import { cardAt, length, plays, row } from '../parts.js';
import { at, list, num, picture, str } from '../safe.js';

function clip(entry, playable) {
  const data = at(entry, 'resource', 'mlogBaseData');
  const author = at(entry, 'resource', 'userProfile');
  const ms = num(data?.duration);
  return h('div', { class: `phone-card phone-clip${playable ? ' wide' : ''}` },
    h('div.phone-cover',
      picture(data?.coverUrl),
      plays(at(entry, 'resource', 'mlogExtVO', 'playCount')),
      ms ? h('span.phone-length', length(ms / 1000)) : null,
      playable && h('i.phone-play.big', { 'aria-hidden': 'true' })),
    h('div.phone-card-title', str(data?.text) || str(data?.interveneText)),
    str(author?.nickname) && h('div.phone-author',
      picture(author.avatarUrl, { kind: 'phone-round phone-author-pic' }), str(author.nickname)));
}

export const SHUFFLE_MLOG = (block) => row(list(block.extInfo).map((entry, place) => cardAt(place, clip(entry, false))));

export const HOMEPAGE_SLIDE_PLAYABLE_MLOG = (block) =>
  row(list(block.extInfo).map((entry, place) => cardAt(place, clip(entry, true))));
