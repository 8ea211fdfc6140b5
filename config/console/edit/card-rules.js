// Rules for single cards, by id: when and to whom each is shown.
import { cardId, cardsAt, idPlaces } from '../page/card-identity.js';
import { isObject, segments } from './values.js';

export { cardId, idPlaces } from '../page/card-identity.js';

/** In a path after a card, refers to its rule. */
export const RULE = '\u0000rule';

/** Returns the path in the content to the card with an id, or null. */
export function pathOfCard(id, content, layout) {
  if (!layout?.settings.items) return null;
  const { items } = layout.settings;
  const place = cardsAt(content, items).findIndex((card) => cardId(card, idPlaces(layout)) === id);
  return place < 0 ? null : [...segments(items), String(place)];
}

/** Returns the ids of a section's cards: in its content, its languages and its fallback. */
function idsOf(resource, types) {
  const found = new Set();
  const add = (content, type) => {
    for (const card of cardsAt(content, type?.items)) found.add(cardId(card, type.itemId));
  };
  const type = types.get(resource.showType);
  add(resource.content, type);
  for (const patch of Object.values(resource.localizations ?? {})) add(patch, type);
  if (resource.fallback) add(resource.fallback.content, types.get(resource.fallback.showType));
  return found;
}

/** Removes the rules of cards that a section no longer has. */
export function dropLostRules({ model, workspace }) {
  const { value } = model;
  if (!isObject(value.cards)) return;
  const ids = idsOf(value, workspace.types);
  for (const id of Object.keys(value.cards)) if (!ids.has(id)) delete value.cards[id];
  tidyRules(value);
}

/** Moves a rule to the card's new id while it is being edited, unless another card still has the old one. */
export function followId({ model, workspace }, old, id) {
  const { value } = model;
  const rule = value.cards?.[old];
  if (!rule || id === null || value.cards[id] || idsOf(value, workspace.types).has(old)) return;
  delete value.cards[old];
  value.cards[id] = rule;
  model.changed();
}

/** Removes empty rules, and completes the others as the server does. */
export function tidyRules(resource) {
  if (!isObject(resource?.cards)) return;
  for (const [id, rule] of Object.entries(resource.cards)) {
    if (!isObject(rule)) continue;
    const { enabled = true, from = null, until = null, audience = null } = rule;
    if (enabled === true && from === null && until === null && audience === null) delete resource.cards[id];
    else Object.assign(rule, { enabled, from, until, audience });
  }
  if (!Object.keys(resource.cards).length) delete resource.cards;
}
