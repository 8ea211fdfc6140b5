import { api, Problem } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { styles } from '../core/style.js';
import { sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { failure, loading } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { parse } from '../core/exact-json.js';
import { layouts } from '../page/layouts.js';
import { comparison, differences } from './comparison.js';
import { describeLostFeeds, describePropagation, reportConflicts } from './propagated-changes.js';
import { naming, revision, snapshot } from './revisions.js';
import '../text/history.js';
import '../text/publish.js';

/** Shows the changes of restoring a revision, and restores it. */
export async function openRestore({ slug, number, onDone }) {
  await styles('publish', 'history');
  const path = apiPath(slug);
  const changes = h('div.publish-changes');
  const notice = h('p.publish-notice', { role: 'status', hidden: true });
  const message = h('textarea', { rows: 2, maxLength: 500 });
  const restore = { label: t('history.restore.action', { number }), kind: 'primary', icon: 'undo', disabled: true, run };
  let etag = null;
  let nameOf = (code) => code;

  sheet({
    title: t('history.restore.title', { number }), wide: true,
    body: h('div.publish-sheet',
      h('div.publish-settings', h('p.publish-notice', { tabIndex: -1, autofocus: true }, icon('info', { size: 16 }), t('history.restore.text')),
        field({ label: t('publish.message'), hint: t('publish.message.hint'), input: message }).element),
      h('div.publish-review', notice, changes)),
    actions: [{ label: t('cancel'), run: (own) => own.close() }, restore],
  });
  load();

  async function load(changedBy) {
    restore.button.disabled = true;
    notice.hidden = !changedBy;
    replace(notice, changedBy && [icon('info', { size: 16 }), t('history.restore.stale', { name: changedBy })]);
    replace(changes, loading());
    try {
      const [types, present, old] = await Promise.all([
        layouts(), api('GET', `${path}/export`, { raw: true }), revision(slug, number)]);
      const live = snapshot(parse(present.text));
      etag = present.etag;
      nameOf = naming(types, old, live);
      const found = differences(live, old);
      restore.button.disabled = found.count === 0;
      replace(changes, restore.button.disabled ? h('p.publish-none', t('history.restore.same'))
        : comparison(live, old, types, { before: t('history.now'), after: t('history.revision', { number }) }, found));
    } catch (problem) {
      replace(changes, failure(problem, () => load()));
    }
  }

  async function run() {
    let response;
    try {
      response = await api('POST', `${path}/revisions/${number}/restore`, { body: { message: message.value.trim() }, ifMatch: etag });
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 412) throw problem;
      load(problem.changedBy ?? t('publish.someone'));
      return false;
    }
    const text = [t('history.restored', { number, revision: response.data.revision }),
      describeLostFeeds(response.data.lostFeeds, nameOf), describePropagation(response.carried)].filter(Boolean).join(' ');
    const { element } = toast(text, { kind: 'good', seconds: 8 });
    element.querySelector('p').append(' ', link(pagePath(slug, 'history', response.data.revision),
      {}, t('publish.toRevision')));
    reportConflicts(response.carried, nameOf);
    onDone?.(response.data);
    return true;
  }
}
