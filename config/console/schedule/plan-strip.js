// Lines above the sections: the planned changes, and when they go live.
import { h, reconcile, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { changesOf, plannedOf, whenOf } from '../publish/plan-changes.js';

export function planStrip(workspace) {
  styles('publish');
  const element = h('ul.plan-strip', { 'aria-label': t('plan.strip'), hidden: true });
  const open = (release) => import('./plan-sheet.js').then(({ openPlan }) => openPlan({ slug: workspace.slug, id: release.id }))
    .catch((problem) => toast(sentenceOf(problem), { kind: 'bad' }));
  const update = () => {
    const planned = plannedOf(workspace);
    element.hidden = planned.length === 0;
    reconcile(element, planned, ({ id }) => String(id), () => h('li'), (line, release) => {
      const state = JSON.stringify([release.at, release.revision, whenOf(release.at)]);
      if (line.dataset.state === state) return;
      line.dataset.state = state;
      const text = h('span', t('plan.line.unknown', { when: whenOf(release.at) }));
      replace(line, h('button.plan-line', { onClick: () => open(release) }, icon('clock', { size: 16 }), text,
        release.message && h('span.plan-message', release.message), icon('chevron-right', { size: 16 })));
      changesOf(workspace.slug, release).then(({ blocks, order }) => {
        text.textContent = t('plan.line', { when: whenOf(release.at), count: blocks.length + order.moved.length });
      }, () => {});
    });
  };
  const off = workspace.on('change', update);
  // Tomorrow becomes today.
  const clock = setInterval(update, 60_000);
  update();
  return { element, destroy: () => {
    off();
    clearInterval(clock);
  } };
}
