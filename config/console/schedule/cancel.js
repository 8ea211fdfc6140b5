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

/** Asks with the consequences, and cancels a planned release or a takeover. */
export function askCancel(item, { slug, nameOf, onDone }) {
  const now = phaseOf(item) === 'now';
  const key = item.kind === 'release' ? 'release' : now ? 'ending' : 'takeover';
  const path = item.kind === 'release' ? `releases/${item.release.id}` : `takeovers/${item.takeover.id}`;
  dialog({
    title: t(`schedule.cancel.${key}`),
    body: [h('p', h('strong', itemTitle(item)), ' · ', dateTime(item.from)), h('p', t(`schedule.cancel.${key}.text`))],
    actions: [
      { label: t('schedule.keep'), run: (handle) => handle.close() },
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
