// The documents that the phone shows, and what is needed beside them.
import { api } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../page/bigint-json.js';
import { prepare } from './layout-registry.js';
import { blocksOf, list, str } from './safe.js';

const pathOf = (slug, rest) => apiPath(slug) + rest;

async function read(path, query, signal) {
  const answer = await api('GET', path, { query, signal });
  return answer.text ? parse(answer.text).data : answer.data;
}

/** What an audience gets of a stage, now or at an instant; it can be drawn then. */
export async function readDocument(slug, stage, { at, platform, appVersion, locale, uid } = {}, signal) {
  const document = await read(pathOf(slug, `/${stage}/homepage`), { at, platform, appVersion, locale, uid }, signal);
  await prepare(blocksOf(document));
  return document;
}

export const readBlocks = (slug, stage) => read(pathOf(slug, `/${stage}/blocks`));
export const readTakeovers = (slug) => read(pathOf(slug, '/takeovers'));
export const readPage = (slug) => read(pathOf(slug, ''));
export const readPages = () => read('/api/pages');

/** The newest releases; planned ones are always among the first. */
export async function readReleases(slug) {
  return list((await read(pathOf(slug, '/releases'))).releases);
}

/** Looks up whole cards of layouts whose documents have them in short: (code, id) → card. */
export function cardFinder(blocks) {
  const byCode = new Map([...blocks].filter(Boolean).map((block) => [block.blockCode, block]));
  return (code, id) => list(byCode.get(code)?.content?.extInfo?.list)
    .find((card) => card?.id !== undefined && str(`${card.id}`) === `${id}`);
}
