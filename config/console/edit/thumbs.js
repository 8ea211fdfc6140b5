// Thumbnails and titles of cards.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { thumbnailOf } from '../page/names.js';
import { isObject } from './values.js';

const TITLES = ['title', 'name', 'text', 'typeTitle', 'nickname', 'content'];
const SECOND = ['subtitle', 'summary', 'url', 'resourceUrl', 'kind', 'action', 'targetId', 'resourceId'];

const isSafe = (address) => /^(https?:\/\/|\/(?!\/)|data:image\/)/i.test(address ?? '');

/** A picture, or a sign that there is none. */
export function picture(address, alt = '') {
  const place = h('span.edit-thumb');
  const none = (name) => replace(place, icon(name, { size: 18 }));
  if (!isSafe(address)) none('image');
  else replace(place, h('img', { src: address, alt, loading: 'lazy', decoding: 'async', onError: () => none('warning') }));
  return place;
}

export const thumbOf = (card) => picture(thumbnailOf({ content: card }));

/** Returns the title of a card. */
export function cardTitle(card, place) {
  const found = search(card, TITLES, 0) ?? '';
  const line = found.replace(/\s+/g, ' ').trim();
  return line ? line.slice(0, 120) : t('edit.card.nameless', { n: place + 1 });
}

/** A second line that distinguishes cards of the same title. */
export function cardNote(card, title) {
  const found = SECOND.map((key) => card?.[key]).find((value) => value !== null && value !== undefined && value !== '');
  const text = found === undefined ? '' : String(found).slice(0, 120);
  return text === title ? '' : text;
}

// Breadth first: members of the card itself come before those of its parts.
function search(value, names, depth) {
  if (value === null || typeof value !== 'object' || depth > 6) return null;
  if (!Array.isArray(value)) {
    for (const name of names) {
      if (typeof value[name] === 'string' && value[name].trim()) return value[name];
    }
  }
  const parts = Object.entries(value).filter(([, part]) => isObject(part) || Array.isArray(part));
  parts.sort(([one], [other]) => rank(one) - rank(other));
  for (const [, part] of parts) {
    const found = search(part, names, depth + 1);
    if (found) return found;
  }
  return null;
}

const RANKS = ['uiElement', 'mainTitle', 'subTitle', 'resources', '0'];
const rank = (key) => (RANKS.includes(key) ? RANKS.indexOf(key) : RANKS.length);
