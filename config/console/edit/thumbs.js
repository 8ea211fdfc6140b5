// Thumbnails and titles of cards.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { thumbnailOf } from '../page/names.js';
import { isObject } from './values.js';

const TITLES = ['title', 'name', 'text', 'typeTitle', 'nickname', 'content'];
// What distinguishes cards with the same title: words first, then what they open. Ids mean nothing to operators.
const SECOND = [['subtitle', 'summary'], ['subTitle', 'artists', 'ar', 'song', 'author', 'nickname'], ['url', 'resourceUrl', 'action']];

const isSafe = (address) => /^(https?:\/\/|\/(?!\/)|data:image\/)/i.test(address ?? '');

/** A picture, or an icon if there is none. */
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

/** Returns a second line that distinguishes cards with the same title. */
export function cardNote(card, title) {
  const [words, parts, links] = SECOND;
  const text = search(card, words, 0, title) ?? within(card, parts, title) ?? search(card, links, 0, title) ?? '';
  return text.replace(/\s+/g, ' ').trim().slice(0, 120);
}

/** Returns the title of the first part with one of these names, at any depth. */
function within(value, names, title, depth = 0) {
  if (value === null || typeof value !== 'object' || depth > 6) return null;
  for (const [key, part] of Object.entries(value)) {
    const found = names.includes(key) ? search(part, TITLES, 0, title) : null;
    if (found) return found;
  }
  for (const part of Object.values(value)) {
    const found = within(part, names, title, depth + 1);
    if (found) return found;
  }
  return null;
}

// Returns the first text other than `but` under one of the names; those of the value itself come before its parts'.
function search(value, names, depth, but = '') {
  if (value === null || typeof value !== 'object' || depth > 6) return null;
  if (!Array.isArray(value)) {
    for (const name of names) {
      if (typeof value[name] === 'string' && value[name].trim() && value[name] !== but) return value[name];
    }
  }
  const parts = Object.entries(value).filter(([, part]) => isObject(part) || Array.isArray(part));
  parts.sort(([one], [other]) => rank(one) - rank(other));
  for (const [, part] of parts) {
    const found = search(part, names, depth + 1, but);
    if (found) return found;
  }
  return null;
}

const RANKS = ['uiElement', 'mainTitle', 'subTitle', 'resources', '0'];
const rank = (key) => (RANKS.includes(key) ? RANKS.indexOf(key) : RANKS.length);
