// What is planned for a page: releases, campaigns, and windows of sections, as stops of a timeline.
import { t } from '../core/i18n.js';
import {
  readBlocks, readPages, readReleases, readRevisionBlocks, readTakeovers,
} from '../phone/documents.js';

const MOST_REVISIONS = 8;
const time = (iso) => Date.parse(iso);

export async function loadPlan(workspace, now = Date.now()) {
  const { slug } = workspace;
  const [releases, takeovers, pages, live, draft] = await Promise.all([
    readReleases(slug), readTakeovers(slug), readPages(), readBlocks(slug, 'live'),
    readBlocks(slug, 'draft')]);
  const valid = releases.filter((release) => !release.cancelledAt)
    .sort((a, b) => time(a.at) - time(b.at) || a.id - b.id);
  const campaigns = takeovers.filter((entry) => !entry.cancelledAt && time(entry.until) > now);
  const planned = valid.filter((release) => time(release.at) > now).slice(0, MOST_REVISIONS);
  const [revisions, shown] = await Promise.all([
    Promise.all(planned.map((release) => readRevisionBlocks(slug, release.revision).catch(() => []))),
    Promise.all(campaigns.map((entry) => readBlocks(entry.shows, 'live').catch(() => [])))]);
  const titles = new Map(pages.map((page) => [page.page, page.title]));
  return {
    now, draft, releases: valid, takeovers: takeovers.filter((entry) => !entry.cancelledAt),
    pageTitle: (page) => titles.get(page) ?? page,
    spans: spansOf(now, live, planned, revisions),
    campaigns: campaigns.map((entry, place) => ({ entry, blocks: shown[place] })),
  };
}

/** Which sections the page itself has from when until when. */
function spansOf(now, live, planned, revisions) {
  const starts = [now, ...planned.map((release) => time(release.at))];
  return [live, ...revisions].map((blocks, place) => ({
    from: starts[place], until: starts[place + 1] ?? Infinity, blocks,
  }));
}

/** The release and the campaign of an instant (null: now). */
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

/** The blocks that live shows at an instant, where they are known. */
export function blocksAt(plan, at) {
  const instant = at ? time(at) : Date.now();
  const campaign = plan.campaigns.find(({ entry }) =>
    time(entry.from) <= instant && time(entry.until) > instant);
  if (campaign) return campaign.blocks;
  const span = plan.spans.find(({ from, until }) => from <= instant && instant < until);
  return (span ?? plan.spans[0]).blocks;
}

/** The stops of the timeline: now, then every coming instant with what happens at it. */
export function stopsOf(plan, workspace, { draft } = {}) {
  const stops = new Map();
  const add = (at, kind, text) => {
    if (!Number.isFinite(at) || at <= plan.now) return;
    const stop = stops.get(at) ?? { at: new Date(at).toISOString(), events: [] };
    if (!stop.events.some((event) => event.text === text)) stop.events.push({ kind, text });
    stops.set(at, stop);
  };
  for (const release of plan.releases) {
    add(time(release.at), 'release', release.message
      ? t('preview.stop.releaseNamed', { n: release.revision, message: release.message })
      : t('preview.stop.release', { n: release.revision }));
  }
  for (const { entry } of plan.campaigns) {
    const page = plan.pageTitle(entry.shows);
    add(time(entry.from), 'takeover', t('preview.stop.takeover', { page }));
    add(time(entry.until), 'takeover', t('preview.stop.takeoverEnd', { page }));
  }
  for (const { blocks, from, until } of plan.spans) {
    windows(blocks, workspace, (at, text) => {
      if (at >= from && at < until && !takeoverAt(plan, at)) add(at, 'window', text);
    });
  }
  for (const { entry, blocks } of plan.campaigns) {
    windows(blocks, workspace, (at, text) => {
      if (at >= time(entry.from) && at < time(entry.until)) add(at, 'window', text);
    });
  }
  if (draft) windows(draft, workspace, (at, text) => add(at, 'window', text));
  return [{ at: null, events: [] },
    ...[...stops.values()].sort((a, b) => time(a.at) - time(b.at))];
}

function windows(blocks, workspace, tell) {
  for (const block of blocks) {
    if (block.enabled === false) continue;
    const name = nameFor(workspace, block);
    if (block.from) tell(time(block.from), t('preview.stop.from', { name }));
    if (block.until) tell(time(block.until), t('preview.stop.until', { name }));
  }
}

/** What people call a section that may be another page's. */
export function nameFor(workspace, block) {
  const ui = block.content?.uiElement ?? block.uiElement;
  return ui?.subTitle?.title || ui?.mainTitle?.title
    || (workspace.blocks.has(block.blockCode) && workspace.nameOf(block.blockCode))
    || workspace.typeTitle(block.showType) || block.blockCode;
}
