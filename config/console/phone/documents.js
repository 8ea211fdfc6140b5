// The documents that the phone shows, and the data that they need.
import { api } from '../core/api.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../core/exact-json.js';
import { PREFIX, contextOf, isAttribute } from './context-values.js';
import { prepare } from './layout-registry.js';
import { blocksOf, list, str } from './safe.js';

const pathOf = (slug, rest) => apiPath(slug) + rest;

async function read(path, query, signal) {
  const response = await api('GET', path, { query, signal });
  return response.text ? parse(response.text).data : response.data;
}

/** Loads the document of a stage for an audience, now or at an instant, and the modules that draw its layouts. */
export async function readDocument(slug, stage, { at, ...values } = {}, signal) {
  const document = await read(pathOf(slug, `/${stage}/homepage`), { at, ...await known(contextOf(values)) }, signal);
  await prepare(blocksOf(document));
  return document;
}

// Drops undeclared attributes, which an old link may have: the server rejects them.
async function known(context) {
  const names = Object.keys(context).filter(isAttribute);
  if (!names.length) return context;
  const { declaredAttributes } = await import('../page/audiences.js');
  const declared = await declaredAttributes();
  for (const name of names) if (!(name.slice(PREFIX.length) in declared)) delete context[name];
  return context;
}

export const readBlocks = (slug, stage) => read(pathOf(slug, `/${stage}/blocks`));
export const readTakeovers = (slug) => read(pathOf(slug, '/takeovers'));
export const readPage = (slug) => read(pathOf(slug, ''));
export const readPages = () => read('/api/pages');

/** Returns the current campaign with the title of the page that it shows, or null. */
export async function presentTakeover(takeovers, now = Date.now()) {
  const found = takeovers.find((entry) => Date.parse(entry.from) <= now && Date.parse(entry.until) > now);
  return found ? { ...found, title: found.shows === null ? t('page.hidden') : (await readPage(found.shows)).title } : null;
}

/** Returns the newest releases; planned ones are always among the first. */
export async function readReleases(slug) {
  return list((await read(pathOf(slug, '/releases'))).releases);
}

/** Returns a function that finds the full card of a layout whose documents only have summaries: (code, id) → card. */
export function cardFinder(blocks) {
  const byCode = new Map([...blocks].filter(Boolean).map((block) => [block.blockCode, block]));
  return (code, id) => list(byCode.get(code)?.content?.extInfo?.list)
    .find((card) => card?.id !== undefined && str(`${card.id}`) === `${id}`);
}
