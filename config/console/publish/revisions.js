// Revisions never change: what was read once is kept.
import { api } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../page/bigint-json.js';
import { nameOf, typeTitle } from '../page/names.js';

const MOST_KEPT = 8;
const kept = new Map();

/** A revision as {number, order, blocks: Map code → resource}. */
export function revision(slug, number) {
  const key = `${slug}/${number}`;
  if (!kept.has(key)) {
    const found = api('GET', apiPath(slug, 'revisions', number), { raw: true })
      .then(({ text }) => snapshot(parse(text), number));
    found.catch(() => kept.delete(key));
    kept.set(key, found);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(key);
}

/** A page document as {order, blocks}. */
export function snapshot(document, number = null) {
  const blocks = new Map(document.blocks.map((block) => [block.blockCode, block]));
  return { number, order: [...blocks.keys()], blocks, page: document.page ?? {} };
}

/** nameOf(code) for the sections of some snapshots, the first that has one. */
export function naming(types, ...snapshots) {
  return (code) => {
    const block = snapshots.map((one) => one?.blocks.get(code)).find(Boolean);
    return block ? nameOf(block, types.get(block.showType)) : code;
  };
}

/** What a layout is called. */
export const layoutTitle = (types) => (showType) => typeTitle(types.get(showType)) || showType;
