// Reads a page's file and compares it with the live page.

import { isObject, parse } from '../core/exact-json.js';
import { equal } from '../page/merge.js';
import { movedBetween } from '../page/orders.js';
import { parseText } from '../edit/json-parser.js';
import { put, segments } from '../edit/values.js';

// The server's limit for a page.
const LIMIT = 1 << 20;
const ABSENT = { enabled: true, from: null, until: null, audience: null, localizations: null,
  fallback: null, content: {} };

// An export has `page`; the response of a home page has its blocks in `data` or at the top level.
function body(document) {
  if (!isObject(document)) return null;
  if ('page' in document) return { reply: false, blocks: document.blocks };
  if (isObject(document.data) && 'blocks' in document.data) {
    return { reply: true, blocks: document.data.blocks };
  }
  return 'blocks' in document ? { reply: true, blocks: document.blocks } : null;
}

function resource(block, reply) {
  if (!isObject(block)) return null;
  if (!reply) return { ...ABSENT, ...block };
  const { blockCode, showType, ...content } = block;
  return { ...ABSENT, blockCode, showType, content };
}

// JSON.parse does not report the position of an error; the strict parser does.
function mistake(text) {
  try {
    parseText(text);
  } catch ({ line, column }) {
    return { issue: 'syntax', line, column };
  }
  return { issue: 'syntax' };
}

/** Returns `{document, page, blocks}`, or `{issue, …}` if the text is not a page. */
export function readPage(text) {
  let document;
  try {
    document = parse(text);
  } catch {
    return mistake(text);
  }
  return pageOf(document);
}

/** Returns the file with the server's replacements applied to it: [{pointer, to}]. */
export function replaced(file, changes) {
  for (const { pointer, to } of changes) put(file.document, segments(pointer), to);
  return { ...file, ...pageOf(file.document) };
}

function pageOf(document) {
  const found = body(document);
  if (!found) return { issue: 'notPage' };
  const blocks = Array.isArray(found.blocks)
    ? found.blocks.map((block) => resource(block, found.reply)) : [];
  const page = isObject(document.page) ? document.page : {};
  return { document, reply: found.reply, blocks, page: {
    slug: typeof page.slug === 'string' ? page.slug : '',
    title: typeof page.title === 'string' ? page.title : '' },
  data: found.reply ? null : document.data ?? {} };
}

export async function readFile(file) {
  if (file.size > LIMIT) return { issue: 'big', size: file.size / LIMIT };
  let text;
  try {
    text = await file.text();
  } catch {
    return { issue: 'unreadable' };
  }
  return { ...readPage(text.replace(/^\uFEFF/, '')), text: text.replace(/^\uFEFF/, '') };
}

/** Returns the changes from the page `before` to the page `after`. */
export function compare(before, after) {
  const old = new Map(before.blocks.map((block) => [block.blockCode, block]));
  const next = new Map(after.blocks.map((block) => [block.blockCode, block]));
  const orders = [before, after].map((page) => page.blocks.map((block) => block.blockCode));
  const shared = orders[1].filter((code) => old.has(code));
  const changed = shared.filter((code) => !equal(old.get(code), next.get(code)));
  return { before: orders[0], after: orders[1], old, next, changed,
    added: orders[1].filter((code) => !old.has(code)),
    removed: orders[0].filter((code) => !next.has(code)),
    moved: movedBetween(...orders), kept: shared.length - changed.length,
    frame: after.data !== null && !equal(before.data, after.data) };
}

export function isSame(changes) {
  return !changes.frame && [changes.added, changes.removed, changes.changed, changes.moved]
    .every((codes) => codes.length === 0);
}
