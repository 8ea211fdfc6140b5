// The plans of a page as stops of a timeline: releases, campaigns, and windows of sections.
import { t } from '../core/i18n.js';
import { readFeeds } from '../page/feeds.js';
import { cardId } from '../edit/card-rules.js';
import { cardTitle } from '../edit/thumbs.js';
import { at, listOf, segments } from '../edit/values.js';
import { readBlocks, readPages, readReleases, readTakeovers } from '../phone/documents.js';
import { revision } from '../publish/revisions.js';

const MOST_REVISIONS = 8;
const time = (iso) => Date.parse(iso);

export async function loadPlan(workspace, now = Date.now()) {
  const { slug } = workspace;
  const [takeovers, pages, own, draft, feeds] = await Promise.all([
    readTakeovers(slug), readPages(), planOf(slug, now), readBlocks(slug, 'draft'), readFeeds().catch(() => [])]);
  const valid = takeovers.filter((entry) => !entry.cancelledAt);
  const campaigns = valid.filter((entry) => time(entry.until) > now);
  const shown = await Promise.all(campaigns.map((entry) => (
    entry.shows === null ? UNKNOWN : planOf(entry.shows, now).catch(() => UNKNOWN))));
  const titles = new Map(pages.map((page) => [page.page, page.title]));
  return {
    draft, takeovers: valid, ...own,
    feeds: new Map(feeds.map((feed) => [feed.name, feed])),
    pageTitle: (page) => titles.get(page) ?? page ?? t('page.hidden'),
    campaigns: campaigns.map((entry, place) => ({ entry, ...shown[place] })),
  };
}

const UNKNOWN = { releases: [], spans: [{ from: 0, until: Infinity, blocks: [] }] };

/** Returns a page without its campaigns: its releases, and its sections in each span between them. */
async function planOf(slug, now) {
  const [all, live] = await Promise.all([readReleases(slug), readBlocks(slug, 'live')]);
  const releases = all.filter((release) => !release.cancelledAt)
    .sort((a, b) => time(a.at) - time(b.at) || a.id - b.id);
  const planned = releases.filter((release) => time(release.at) > now).slice(0, MOST_REVISIONS);
  const revisions = await Promise.all(planned.map((release) => revision(slug, release.revision)
    .then(({ blocks }) => [...blocks.values()], () => [])));
  const starts = [now, ...planned.map((release) => time(release.at))];
  return { releases, spans: [live, ...revisions].map((blocks, place) => ({
    from: starts[place], until: starts[place + 1] ?? Infinity, blocks })) };
}

/** Returns the release and the campaign in effect at an instant (null: now). */
export function shownAt(plan, at) {
  const instant = at ? time(at) : Date.now();
  const releases = plan.releases.filter((release) => time(release.at) <= instant);
  return {
    release: releases.at(-1) ?? null,
    takeover: takeoverAt(plan, instant),
    when: !at ? 'now' : instant > Date.now() ? 'planned' : 'past',
  };
}

function takeoverAt(plan, instant) {
  return plan.takeovers.find((entry) => time(entry.from) <= instant && time(entry.until) > instant)
    ?? null;
}

/** Returns the live blocks at an instant, as far as they are known. */
export function blocksAt(plan, at) {
  const instant = at ? time(at) : Date.now();
  const campaign = plan.campaigns.find(({ entry }) =>
    time(entry.from) <= instant && time(entry.until) > instant);
  const { spans } = campaign ?? plan;
  const span = spans.find(({ from, until }) => from <= instant && instant < until);
  return (span ?? spans[0]).blocks;
}

/** Returns the stops of the timeline: now, then every future instant with its changes. */
export function stopsOf(plan, workspace, { draft } = {}) {
  const stops = new Map();
  const now = Date.now();
  const add = (at, kind, text) => {
    if (!Number.isFinite(at) || at <= now) return;
    const stop = stops.get(at) ?? { at: new Date(at).toISOString(), events: [] };
    if (!stop.events.some((event) => event.text === text)) stop.events.push({ kind, text });
    stops.set(at, stop);
  };
  own(plan, plan.feeds, workspace, (at, kind, text) => {
    if (kind === 'release' || !takeoverAt(plan, at)) add(at, kind, text);
  });
  for (const campaign of plan.campaigns) {
    const page = plan.pageTitle(campaign.entry.shows);
    const [from, until] = [time(campaign.entry.from), time(campaign.entry.until)];
    add(from, 'takeover', t('preview.stop.takeover', { page }));
    add(until, 'takeover', t('preview.stop.takeoverEnd', { page }));
    own(campaign, plan.feeds, workspace, (at, kind, text) => {
      if (at < from || at >= until) return;
      add(at, kind, kind === 'release' ? t('preview.stop.ofPage', { page, text }) : text);
    });
  }
  if (draft) windows(draft, plan.feeds, workspace, (at, text) => add(at, 'window', text));
  return [{ at: null, events: [] },
    ...[...stops.values()].sort((a, b) => time(a.at) - time(b.at))];
}

// Reports the scheduled changes of a page: its releases, and the windows of its sections in each span.
function own({ releases, spans }, feeds, workspace, tell) {
  for (const release of releases) {
    tell(time(release.at), 'release', release.message
      ? t('preview.stop.releaseNamed', { n: release.revision, message: release.message })
      : t('preview.stop.release', { n: release.revision }));
  }
  for (const { blocks, from, until } of spans) {
    windows(blocks, feeds, workspace, (at, text) => {
      if (at >= from && at < until) tell(at, 'window', text);
    });
  }
}

function windows(blocks, feeds, workspace, tell) {
  for (const block of blocks) {
    if (block.enabled === false) continue;
    const name = nameFor(workspace, block);
    if (block.from) tell(time(block.from), t('preview.stop.from', { name }));
    if (block.until) tell(time(block.until), t('preview.stop.until', { name }));
    const end = listEnd(feeds.get(block.source?.feed));
    if (end) tell(end, t('preview.stop.feedEnd', { name }));
    for (const [id, rule] of Object.entries(block.cards ?? {})) {
      if (rule.enabled === false) continue;
      const card = { name, card: cardName(workspace.types.get(block.showType), block, id) };
      if (rule.from) tell(time(rule.from), t('preview.stop.cardFrom', card));
      if (rule.until) tell(time(rule.until), t('preview.stop.cardUntil', card));
    }
  }
}

/** Returns when a feed's list expires unless the upstream confirms it, or null. */
function listEnd(feed) {
  const { ttl, state } = feed ?? {};
  return ttl && state.confirmedAt ? time(state.confirmedAt) + ttl * 1000 : null;
}

/** Returns the title of a card of a section, or its id. */
function cardName(type, block, id) {
  const list = type?.items ? listOf(at(block.content, segments(type.items))) : [];
  const place = list.findIndex((card) => cardId(card, type.itemId) === id);
  return place < 0 ? id : cardTitle(list[place], place);
}

/** Returns the name of a section, which may be on another page. */
export function nameFor(workspace, block) {
  const ui = block.content?.uiElement ?? block.uiElement;
  return ui?.subTitle?.title || ui?.mainTitle?.title
    || (workspace.blocks.has(block.blockCode) && workspace.nameOf(block.blockCode))
    || workspace.typeTitle(block.showType) || block.blockCode;
}
