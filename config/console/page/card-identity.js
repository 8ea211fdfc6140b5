// The positions of a section's cards, and their ids.
import { ExactNumber } from '../core/exact-json.js';
import { member } from './merge.js';
import { segments } from './pointers.js';

const USUAL = ['/creativeId', '/bannerId', '/id'];

/** Returns the cards of a content; empty if the layout has no cards. `items`: the pointer to their list. */
export function cardsAt(content, items) {
  const found = items ? segments(items).reduce(member, content) : null;
  return Array.isArray(found) ? found : [];
}

/** Returns the id in a card, or null. `places`: pointers to where the layout has ids. */
export function cardId(card, places = USUAL) {
  for (const place of places) {
    const id = segments(place).reduce(member, card);
    if ((typeof id === 'string' && id !== '') || typeof id === 'number' || typeof id === 'bigint') return String(id);
    // 1.0 is the same id as 1.
    if (id instanceof ExactNumber) return String(Number.isSafeInteger(Number(id)) ? Number(id) : id);
  }
  return null;
}

/** The positions of the ids in a layout's cards. */
export const idPlaces = ({ settings }) => (settings.itemId ? [settings.itemId] : USUAL);
