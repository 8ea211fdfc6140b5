// The past and coming plans of a page: releases, takeovers and the windows of sections as one list.
import { api, get } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../core/exact-json.js';
import { t } from '../core/i18n.js';
import { layouts } from '../page/layouts.js';
import { naming } from '../publish/revisions.js';

/** Loads the plans of a page: {page, pages, items, nameOf}. */
export async function plansOf(slug) {
  const path = apiPath(slug);
  const [page, pages, releases, takeovers, types, live, draft] = await Promise.all([
    get(path), get('/api/pages'), get(`${path}/releases`, { limit: 100 }), get(`${path}/takeovers`), layouts(),
    blocksOf(`${path}/live/blocks`), blocksOf(`${path}/draft/blocks`)]);
  const titles = new Map(pages.data.map((one) => [one.page, one.title]));
  const nameOf = naming(types, { blocks: live }, { blocks: draft });
  const items = [
    ...releases.data.releases.map((release) => ({ kind: 'release', id: `release-${release.id}`, from: release.at,
      until: null, state: release.state, release })),
    ...takeovers.data.map((takeover) => ({ kind: 'takeover', id: `takeover-${takeover.id}`, from: takeover.from,
      until: takeover.until, state: takeover.state, takeover, title: titles.get(takeover.shows) ?? takeover.shows ?? t('page.hidden') })),
    ...windows(live, draft, nameOf),
  ];
  return { page: page.data, pages: pages.data, items: items.sort((a, b) => start(a) - start(b)), nameOf };
}

async function blocksOf(path) {
  const { text } = await api('GET', path, { raw: true });
  return new Map(parse(text).data.map((block) => [block.blockCode, block]));
}

const start = (item) => (item.from ? Date.parse(item.from) : Date.parse(item.until) - 1);

function windows(live, draft, nameOf) {
  const found = [];
  const add = (block, isDraft) => {
    if (!block.from && !block.until) return;
    found.push({ kind: 'window', id: `window-${isDraft ? 'draft-' : ''}${block.blockCode}`, code: block.blockCode,
      from: block.from, until: block.until, title: nameOf(block.blockCode), draft: isDraft, hidden: block.enabled === false });
  };
  for (const block of live.values()) add(block, false);
  for (const [code, block] of draft) {
    const present = live.get(code);
    if (block.from !== (present?.from ?? null) || block.until !== (present?.until ?? null)) add(block, true);
  }
  return found;
}

/** Returns the phase of an item: 'past', 'now', 'coming' or 'cancelled'. */
export function phaseOf(item, now = Date.now()) {
  if (item.state === 'cancelled') return 'cancelled';
  if (item.kind === 'release') return ['pending', 'waiting'].includes(item.state) ? 'coming' : item.state === 'live' ? 'now' : 'past';
  if (item.from && Date.parse(item.from) > now) return 'coming';
  return item.until && Date.parse(item.until) <= now ? 'past' : 'now';
}

/** Returns the next instant (ms) at which something changes, or Infinity. */
export function nextChange(items, now = Date.now()) {
  return Math.min(Infinity, ...items.filter((item) => item.state !== 'cancelled')
    .flatMap((item) => [item.from, item.until]).map((iso) => Date.parse(iso ?? '')).filter((time) => time > now));
}

/** Returns the takeover that overlaps these instants, or null; the one with the id `own` does not count. */
export function collision(items, from, until, own = null) {
  const [start, end] = [from ? Date.parse(from) : Date.now(), Date.parse(until)];
  return items.find((item) => item.kind === 'takeover' && ['pending', 'active'].includes(item.state) && item.takeover.id !== own
    && Date.parse(item.from) < end && start < Date.parse(item.until)) ?? null;
}
