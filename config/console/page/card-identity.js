// Where a section's cards are, and by which ids they are known.
import { ExactNumber } from '../core/exact-json.js';
import { member } from './merge.js';
import { segments } from './pointers.js';

const USUAL = ['/creativeId', '/bannerId', '/id'];

/** The cards of a content; none where the layout has no cards. `items`: the pointer to their list. */
export function cardsAt(content, items) {
  const found = items ? segments(items).reduce(member, content) : null;
  return Array.isArray(found) ? found : [];
}

/** The id that a card says it has, or null. `places`: where the layout says that ids are. */
export function cardId(card, places = USUAL) {
  for (const place of places) {
    const id = segments(place).reduce(member, card);
    if ((typeof id === 'string' && id !== '') || typeof id === 'number' || typeof id === 'bigint') return String(id);
    // 1.0 is the number 1.
    if (id instanceof ExactNumber) return String(Number.isSafeInteger(Number(id)) ? Number(id) : id);
  }
  return null;
}

/** Where the cards of a layout have their ids. */
export const idPlaces = ({ settings }) => (settings.itemId ? [settings.itemId] : USUAL);
