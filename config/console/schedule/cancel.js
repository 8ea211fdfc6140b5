import { del } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { dateTime } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { describePropagation, reportConflicts } from '../publish/propagated-changes.js';
import { itemTitle } from './plan-text.js';
import { phaseOf } from './plans.js';
import '../text/plan.js';

/** Explains the consequences, and cancels a planned release or a takeover. */
export function askCancel(item, { slug, nameOf, onDone }) {
  const now = phaseOf(item) === 'now';
  const key = item.kind === 'release' ? 'release' : now ? 'ending' : 'takeover';
  const path = item.kind === 'release' ? `releases/${item.release.id}` : `takeovers/${item.takeover.id}`;
  dialog({
    title: t(`schedule.cancel.${key}`),
    body: [h('p', h('strong', itemTitle(item)), ' · ', dateTime(item.from)), h('p', t(`schedule.cancel.${key}.text`))],
    actions: [
      { label: t('schedule.keep'), run: (handle) => handle.close() },
      ...(item.kind === 'release' ? [{ label: t('plan.toDraft'), run: async () => {
        await putIntoDraft(slug, item.release, nameOf);
        onDone();
        return true;
      } }] : []),
      { label: t(key === 'ending' ? 'schedule.end' : 'schedule.cancel.action'), kind: 'danger', run: async () => {
        const { carried } = await del(`${apiPath(slug)}/${path}`);
        toast([t(`schedule.cancelled.${key}`), describePropagation(carried)].filter(Boolean).join(' '), { kind: 'good' });
        reportConflicts(carried, nameOf);
        onDone();
        return true;
      } },
    ],
  });
}

/** Cancels a planned release and puts its changes into the draft. */
export async function putIntoDraft(slug, release, nameOf) {
  const { carried } = await del(apiPath(slug, 'releases', release.id), { query: { intoDraft: 'true' } });
  toast(t('plan.toDraft.done'), { kind: 'good' });
  reportConflicts(carried, nameOf);
}
