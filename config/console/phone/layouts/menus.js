import { h } from '../../core/dom.js';
import { cardAt, look, playMark, row } from '../parts.js';
import { list, picture } from '../safe.js';

function menu(card) {
  const { title, image } = look(card);
  return h('div.phone-ball', picture(image, { kind: 'phone-round phone-ball-icon' }),
    h('span', title));
}

function podcast(card) {
  const { title, image } = look(card);
  return h('div.phone-ball.large',
    h('div.phone-ball-play', picture(image, { kind: 'phone-round' }), playMark()),
    h('span', title));
}

// Each resource of a card is an entry.
export const DRAGON_BALL = (block) =>
  row(list(block.creatives).flatMap((card, place) => list(card?.resources)
    .map((resource, inside) => cardAt(`${place}/resources/${inside}`, menu(resource)))), 'phone-balls');

export const SLIDE_PLAYABLE_DRAGON_BALL = (block) =>
  row(list(block.creatives).map((card, place) => cardAt(place, podcast(card))), 'phone-balls');
