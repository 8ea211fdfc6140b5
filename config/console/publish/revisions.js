// Revisions never change: they are cached.
import { api } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../core/exact-json.js';
import { nameOf, typeTitle } from '../page/names.js';

const MOST_CACHED = 8;
const cache = new Map();

/** Returns a revision as {number, order, blocks: Map code → resource}. */
export function revision(slug, number) {
  const key = `${slug}/${number}`;
  if (!cache.has(key)) {
    const found = api('GET', apiPath(slug, 'revisions', number), { raw: true })
      .then(({ text }) => snapshot(parse(text), number));
    found.catch(() => cache.delete(key));
    cache.set(key, found);
    if (cache.size > MOST_CACHED) cache.delete(cache.keys().next().value);
  }
  return cache.get(key);
}

/** Returns a page document as {order, blocks}. */
export function snapshot(document, number = null) {
  const blocks = new Map(document.blocks.map((block) => [block.blockCode, block]));
  return { number, order: [...blocks.keys()], blocks, page: document.page ?? {}, data: document.data ?? {} };
}

/** Returns nameOf(code) for the sections of some snapshots, using the first snapshot that has the section. */
export function naming(types, ...snapshots) {
  return (code) => {
    const block = snapshots.map((one) => one?.blocks.get(code)).find(Boolean);
    return block ? nameOf(block, types.get(block.showType)) : code;
  };
}

/** Returns the title of a layout. */
export const layoutTitle = (types) => (showType) => typeTitle(types.get(showType)) || showType;
