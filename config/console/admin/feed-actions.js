// Refreshes and deletes feeds, and lists where they are used.
import { del, post } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { dialog } from '../ui/dialog.js';
import { explain } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { readFeeds } from '../page/feeds.js';
import { feedReason } from '../edit/feed-reasons.js';
import '../text/admin-feeds.js';

export const apiOfFeed = (name, rest = '') => `/api/feeds/${encodeURIComponent(name)}${rest}`;

/** The sections that use a feed, each with a link. */
export function useList(uses) {
  if (!uses.length) return h('span.admin-faint', t('admin.feeds.unused'));
  return h('ul.admin-uses', uses.map(({ page, state, release, block }) => h('li',
    link(pagePath(page, 'blocks', block), {}, block), ' ', h('span.admin-faint', t(`admin.feeds.use.${state}`, { page, release })))));
}

/** The outcome of a request in one sentence. */
export function outcomeText({ outcome, problem, cards, items }) {
  const count = typeof cards === 'number' ? cards : cards?.length ?? 0;
  if (problem) return t(`admin.feeds.outcome.${outcome}.because`, { reason: feedReason(problem) });
  return t(`admin.feeds.outcome.${outcome}`, { count, items: items ?? count });
}

/** Requests a feed's list now, and shows the outcome. */
export async function refreshFeed(name) {
  try {
    const { data } = await post(apiOfFeed(name, '/refresh'));
    const isGood = data.outcome === 'updated' || data.outcome === 'unchanged';
    toast(`${name}: ${outcomeText(data)}`, { kind: isGood ? 'good' : 'bad' });
  } catch (problem) {
    toast(problem.status === 409 ? t('admin.feeds.busy', { name }) : explain(problem)[1], { kind: 'bad' });
  }
}

/** Deletes a feed that no section uses; otherwise, lists the sections that use it. */
export async function deleteFeed(feed) {
  const present = (await readFeeds({ uses: true }).catch(() => [feed])).find(({ name }) => name === feed.name) ?? feed;
  const { name, uses } = present;
  const remove = async (own) => {
    try {
      await del(apiOfFeed(name), { ifMatch: present.info.etag });
      return true;
    } catch (problem) {
      // The feed was changed, or a section started to use it, after the list was read.
      if (problem.status !== 409 && problem.status !== 412) throw problem;
      own.setError(t('admin.feeds.delete.changed'));
      return false;
    }
  };
  const handle = dialog({ title: t('admin.feeds.delete.title', { name }),
    body: uses.length ? [h('p', t('admin.feeds.delete.used')), useList(uses)] : h('p', t('admin.feeds.delete.text')),
    actions: [
      { label: t(uses.length ? 'close' : 'cancel'), run: (own) => own.close() },
      ...(uses.length ? [] : [{ label: t('admin.feeds.delete'), kind: 'danger', run: remove }]),
    ] });
  const isDeleted = await handle.closed === true;
  if (isDeleted) toast(t('admin.feeds.deleted', { name }), { kind: 'good' });
  return isDeleted;
}
