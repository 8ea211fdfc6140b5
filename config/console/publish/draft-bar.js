import { Problem, api } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { language, list, t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { relative } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { conflictsOf } from './conflict-model.js';
import '../text/publish.js';

/** The bar above the sections: the draft's changes, and actions on them. */
export function draftBar(workspace) {
  styles('publish');
  const element = h('section.publish-bar', { 'aria-label': t('publish.bar'), hidden: true });
  const text = h('div.publish-bar-text');
  const review = h('button.button.primary', {
    onClick: async () => (await import('./publish-sheet.js')).openPublish(workspace),
  });
  const discard = h('button.button', { onClick: () => askDiscard(workspace) }, icon('trash'), t('publish.discard'));
  const conflicts = h('button.button', {
    onClick: async () => (await import('./conflicts.js')).openConflicts(workspace),
  });
  const hint = h('p.publish-bar-hint', { title: t('publish.role') }, icon('info', { size: 16 }), h('span', t('publish.role')));
  replace(element, text, h('div.publish-bar-actions', conflicts, can('editor', workspace.slug) && discard, review), hint);
  const update = () => {
    const count = workspace.changes;
    const met = conflictsOf(workspace.diff).length;
    element.hidden = (count === 0 && met === 0) || workspace.stage === 'live';
    if (element.hidden) return;
    replace(text, summary(workspace, count));
    replace(review, icon('send'), t(openingText(workspace)));
    hint.hidden = workspace.isReviewed || !can('editor', workspace.slug) || can('publisher', workspace.slug);
    conflicts.hidden = met === 0;
    replace(conflicts, icon('warning'), t('publish.conflicts.count', { count: met }));
  };
  const off = workspace.on('change', update);
  update();
  return { element, destroy: off };
}

/** The text of the button that opens the sheet with the changes. */
function openingText({ isReviewed, page, slug }) {
  if (isReviewed && can('editor', slug)) return page.review.requestedBy ? 'publish.request.open' : 'publish.request';
  return can('publisher', slug) ? 'publish.review' : 'publish.reviewOnly';
}

/** "3 changes not published", their kinds, and the author of the last one. */
function summary(workspace, count) {
  const kinds = kindsOf(workspace);
  const draft = workspace.diff?.draft;
  return [h('strong', { role: 'status' }, t('publish.count', { count })),
    h('span.publish-bar-kinds', language() === 'zh' ? kinds.join('，') : list(kinds)),
    draft && workspace.pending === 0 && h('span.publish-bar-who', { title: draft.updatedAt },
      t('publish.last', { name: draft.updatedBy, when: relative(draft.updatedAt) }))];
}

function kindsOf(workspace) {
  const found = { moved: 0, added: 0, changed: 0, removed: workspace.removed.length };
  for (const code of workspace.order) {
    const kind = workspace.stateOf(code).changed;
    if (kind) found[kind] += 1;
  }
  // A section that was moved and changed counts as both.
  found.moved = workspace.changes - found.added - found.changed - found.removed;
  return ['moved', 'added', 'changed', 'removed'].filter((kind) => found[kind] > 0)
    .map((kind) => t(`publish.kinds.${kind}`, { count: found[kind] }));
}

/** Asks with a summary of the changes, and discards the draft. */
async function askDiscard(workspace) {
  const path = apiPath(workspace.slug, 'draft');
  let response;
  try {
    response = await api('GET', `${path}/diff`);
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
    return;
  }
  const { data, etag } = response;
  dialog({
    title: t('publish.discard.title'),
    body: [h('p', t('publish.discard.text')), lost(workspace, data)],
    actions: [
      { label: t('cancel'), run: (handle) => handle.close() },
      { label: t('publish.discard.action'), kind: 'danger', run: () => discard(workspace, path, etag) },
    ],
  });
}

async function discard(workspace, path, etag) {
  try {
    await api('DELETE', path, { ifMatch: etag });
  } catch (problem) {
    if (!(problem instanceof Problem) || (problem.status !== 412 && problem.status !== 404)) throw problem;
    if (problem.status === 412) {
      // The draft was changed in the meantime: more than was shown would be lost.
      setTimeout(() => askDiscard(workspace));
      toast(t('publish.stale', { name: problem.changedBy ?? '' }), { kind: 'bad' });
      return;
    }
  }
  workspace.forgetSteps();
  await workspace.refresh();
  toast(t('publish.discarded'), { kind: 'good' });
}

const MOST_NAMED = 8;

function lost(workspace, { order, blocks }) {
  const lines = [order.moved.length > 0 && t('publish.lost.moved', { count: order.moved.length }),
    ...blocks.slice(0, MOST_NAMED).map((block) => (
      t(`publish.lost.${block.change}`, { name: workspace.nameOf(block.blockCode) }))),
    blocks.length > MOST_NAMED && t('publish.lost.more', { count: blocks.length - MOST_NAMED })];
  return h('ul.publish-lost', lines.filter(Boolean).map((line) => h('li', line)));
}
