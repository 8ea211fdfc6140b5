import { h } from '../../core/dom.js';
import { cardAt, row, tag } from '../parts.js';
import { at, list, num, picture, str } from '../safe.js';

const entries = (block, draw) => list(at(block, 'extInfo', 'list'))
  .map((entry, place) => entry && cardAt(place, draw(entry)));

export const DEMO_GRID = (block) => h('div.phone-grid', entries(block, (entry) =>
  h('div.phone-tile', h('div.phone-cover', picture(entry.imageUrl), tag(entry.badge, 'strong')),
    h('span', str(entry.title)))));

export const DEMO_TEXT = (block) =>
  h('div.phone-texts', entries(block, (entry) => h('p', str(entry.text))));

export const DEMO_CENTER_TEXT = (block) =>
  row(entries(block, (entry) => h('span.phone-pill', str(entry.text))));

function shape(entry) {
  const [width, height] = [num(entry.width), num(entry.height)];
  return width && height ? String(width / height) : '1.6';
}

export const DEMO_IMAGE = (block) => h('div.phone-images', entries(block, (entry) =>
  h('div.phone-image', picture(entry.imageUrl, { ratio: shape(entry) }),
    str(entry.title) && h('span', str(entry.title)))));
