import { h } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { cardAt, look, plays, row } from '../parts.js';
import { at, list, picture } from '../safe.js';

function cover(image, count, kind = '') {
  return h('div', { class: `phone-cover ${kind}`.trim() }, picture(image), plays(count));
}

function playlist(card) {
  const { title, image, resource } = look(card);
  const many = list(card?.resources).length;
  const stacked = card?.creativeType === 'scroll_playlist' && many > 1;
  return h('div.phone-card',
    cover(image, at(resource, 'resourceExtInfo', 'playCount'), stacked ? 'stack' : ''),
    h('div.phone-card-title', title),
    stacked && h('div.phone-card-note', t('phone.takeTurns', { count: many })));
}

function voices(card) {
  const { title, image } = look(card);
  return h('div.phone-card',
    cover(image, at(card, 'creativeExtInfoVO', 'playCount'), 'voice'),
    h('div.phone-card-title', title));
}

export const HOMEPAGE_SLIDE_PLAYLIST = (block) => row(list(block.creatives).map((card, place) => cardAt(place, playlist(card))));

export const SLIDE_VOICELIST = (block) => row(list(block.creatives).map((card, place) => cardAt(place, voices(card))));
