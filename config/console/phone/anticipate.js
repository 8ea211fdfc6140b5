// Predicts what the server has not rendered yet: the document after a change, and with unsaved input.
import { isTargeted, scheduleOf } from '../page/block-states.js';
import { cardId, cardsAt } from '../page/card-identity.js';
import { merge } from '../page/merge.js';
import { segments } from '../page/pointers.js';
import { bestTag } from './language-match.js';
import { blocksOf } from './safe.js';

/**
 * Returns the document in the workspace's order, without hidden and removed sections, with edited content and new
 * sections, until the server's document replaces it. `before`: the sections from which the document was made.
 */
export function anticipate(document, workspace, before, locale) {
  const { order, blocks, types } = workspace;
  const place = new Map(order.map((code, index) => [code, index]));
  const there = blocksOf(document).filter((block) => place.has(block.blockCode)
    && blocks.get(block.blockCode)?.enabled !== false)
    .map((block) => changed(block, before.get(block.blockCode), blocks.get(block.blockCode), { types, locale }));
  const codes = new Set(there.map((block) => block.blockCode));
  const added = order.filter((code) => !codes.has(code) && blocks.get(code) !== before.get(code))
    .map((code) => made(blocks.get(code), { types, locale })).filter(Boolean);
  return { ...document, blocks: [...there, ...added].sort((a, b) => place.get(a.blockCode) - place.get(b.blockCode)) };
}

/** Returns the document with a section's unsaved input. */
export function withInput(document, { code, resource }, workspace, locale) {
  const { order, blocks, types } = workspace;
  const all = blocksOf(document);
  const old = all.find((block) => block.blockCode === code);
  const block = resource.enabled === false ? null
    : old ? changed(old, blocks.get(code), resource, { types, locale }) : made(resource, { types, locale });
  const place = new Map(order.map((one, index) => [one, index]));
  return { ...document, blocks: [...all.filter((one) => one !== old), ...(block ? [block] : [])]
    .sort((a, b) => place.get(a.blockCode) - place.get(b.blockCode)) };
}

/** Returns a section's block after a change, as far as it is known without the server. */
function changed(block, was, now, { types, locale }) {
  if (!now || !was || now === was) return block;
  const [old, content] = [was, now].map((resource) => contentOf(resource, block.showType, locale));
  if (!old || !content) return block;
  const rest = Object.fromEntries(Object.entries(block).filter(([name]) => !Object.hasOwn(old, name)));
  const next = { ...rest, ...content };
  const type = types.get(block.showType);
  if (!type?.items || !(was.source || now.source || was.cards || now.cards)) return next;
  return withCards(next, type, { shown: cardsAt(block, type.items), own: cardsAt(old, type.items), rules: now.cards ?? {},
    typed: cardsAt(content, type.items) });
}

/** Returns the content for a layout: the section's own in the best language, or the fallback's. */
function contentOf({ showType, content, localizations, fallback }, wanted, locale) {
  if (showType !== wanted) return fallback?.showType === wanted ? fallback.content : null;
  const tag = bestTag(Object.keys(localizations ?? {}), locale);
  return tag ? merge(content, localizations[tag]) : content;
}

/** Returns the block with its visible cards: without those that rules hide, merged with those of a feed. */
function withCards(block, { items, itemId }, { shown, own, typed, rules }) {
  const id = (card) => cardId(card, itemId);
  const ids = new Set(own.map(id));
  const visible = new Set(shown.map(id));
  const left = typed.filter((card) => rules[id(card)]?.enabled !== false && (!ids.has(id(card)) || visible.has(id(card))));
  const cards = shown.flatMap((card) => (ids.has(id(card)) ? left.splice(0, 1) : [card]));
  return put(block, segments(items), [...cards, ...left]);
}

function put(value, [key, ...rest], inner) {
  return { ...value, [key]: rest.length ? put(value[key] ?? {}, rest, inner) : inner };
}

/** Returns the block of a section that is not in the document, if it is certain to be shown; else null. */
function made(resource, { types, locale }) {
  const type = types.get(resource?.showType);
  const schedule = scheduleOf(resource);
  const hidden = !resource || resource.enabled === false || isTargeted(resource) || (schedule && schedule.phase !== 'during')
    || resource.source || resource.cards || Object.keys(type?.minVersion ?? {}).length > 0;
  if (hidden) return null;
  const content = contentOf(resource, resource.showType, locale);
  if (type?.items && cardsAt(content, type.items).length < (type.minimumCards || 1)) return null;
  return { ...content, blockCode: resource.blockCode, showType: resource.showType };
}
