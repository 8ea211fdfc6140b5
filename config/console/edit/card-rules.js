// Rules for single cards: when and to whom each is shown, by its id.
import { at, isObject, listOf, segments } from './values.js';

const USUAL = ['/creativeId', '/bannerId', '/id'];

/** Stands in a path after a card for its rule. */
export const RULE = '\u0000rule';

/** The id that a card says it has, or null. `places`: where the layout says that ids are. */
export function cardId(card, places = USUAL) {
  for (const place of places) {
    const id = at(card, segments(place));
    if ((typeof id === 'string' && id !== '') || typeof id === 'number' || typeof id === 'bigint') return String(id);
  }
  return null;
}

/** Where the cards of a layout have their ids. */
export const idPlaces = ({ settings }) => (settings.itemId ? [settings.itemId] : USUAL);

/** The path in the content to the card with an id, or null. */
export function pathOfCard(id, content, layout) {
  if (!layout?.settings.items) return null;
  const list = segments(layout.settings.items);
  const place = listOf(at(content, list)).findIndex((card) => cardId(card, idPlaces(layout)) === id);
  return place < 0 ? null : [...list, String(place)];
}

/** The ids of the cards of a section: of its content, its languages and its fallback. */
function idsOf(resource, types) {
  const found = new Set();
  const add = (content, type) => {
    if (!type?.items) return;
    for (const card of listOf(at(content, segments(type.items)))) found.add(cardId(card, type.itemId));
  };
  const type = types.get(resource.showType);
  add(resource.content, type);
  for (const patch of Object.values(resource.localizations ?? {})) add(patch, type);
  if (resource.fallback) add(resource.fallback.content, types.get(resource.fallback.showType));
  return found;
}

/** Removes the rules of cards that a section does not have any more. */
export function dropLostRules({ model, workspace }) {
  const { value } = model;
  if (!isObject(value.cards)) return;
  const ids = idsOf(value, workspace.types);
  for (const id of Object.keys(value.cards)) if (!ids.has(id)) delete value.cards[id];
  tidyRules(value);
}

/** Gives a rule to the card's new id while it is typed, unless another card still has the old one. */
export function followId({ model, workspace }, old, id) {
  const { value } = model;
  const rule = value.cards?.[old];
  if (!rule || id === null || value.cards[id] || idsOf(value, workspace.types).has(old)) return;
  delete value.cards[old];
  value.cards[id] = rule;
  model.changed();
}

/** Removes rules that say nothing, and completes the others as the server does. */
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
