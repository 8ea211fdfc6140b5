import { h, reconcile, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { relative } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { openLinks } from '../links/open-links.js';
import { itemTitle, period } from './plan-text.js';
import { phaseOf } from './plans.js';
import '../text/review.js';

const ICONS = { release: 'send', takeover: 'megaphone', window: 'clock' };
const BADGES = { now: 'good', coming: 'warn', past: '', cancelled: '' };

/** Rows of plans with their actions. `onCancel(item)` and `onChange(item)` are for plans that are not over. */
export function planRows(element, items, { slug, onCancel, onChange }) {
  reconcile(element, items, (item) => item.id, (item) => h('li.schedule-row', { id: `plan-${item.id}`, tabIndex: -1 }),
    (line, item) => {
      const state = JSON.stringify([item, phaseOf(item)]);
      if (line.dataset.state !== state) {
        line.dataset.state = state;
        line.classList.add(item.kind);
        line.classList.toggle('over', ['past', 'cancelled'].includes(phaseOf(item)));
        replace(line, row(item, slug, { onCancel, onChange }));
      }
      // Only these parts change over time; the rest of a row keeps its elements and the focus.
      line.querySelector('.schedule-relative').textContent = soon(item, phaseOf(item));
      const by = line.querySelector('.schedule-who');
      if (by) by.textContent = who(item);
    });
}

function row(item, slug, { onCancel, onChange }) {
  const phase = phaseOf(item);
  const made = item.release ?? item.takeover;
  const open = (phase === 'coming' || (phase === 'now' && item.kind === 'takeover')) && item.kind !== 'window';
  return [h('span.schedule-icon', icon(ICONS[item.kind])),
    h('div.schedule-what',
      h('p.schedule-line', h('strong', itemTitle(item)), badge(t(`schedule.phase.${item.kind}.${phase}`), BADGES[phase]),
        item.state === 'waiting' && badge(t('review.waiting'), 'warn', 'clock'), item.draft && badge(t('schedule.draft'), 'accent'), item.hidden && badge(t('schedule.hidden'))),
      h('p.schedule-when', h('span', period(item)), h('span.schedule-relative')),
      made?.message && h('p.schedule-message', made.message),
      made && h('p.schedule-who')),
    h('div.schedule-actions', links(item, slug, phase),
      open && h('button.button.small', { disabled: !can('publisher', slug), title: can('publisher', slug) ? null : t('schedule.role'),
        'aria-label': `${t('schedule.change')}: ${itemTitle(item)}`, onClick: () => onChange(item) }, t('schedule.change')),
      open && h('button.button.small', { disabled: !can('publisher', slug), title: can('publisher', slug) ? null : t('schedule.role'),
        'aria-label': `${cancelText(item, phase)}: ${itemTitle(item)}`, onClick: () => onCancel(item) }, cancelText(item, phase)))];
}

const cancelText = (item, phase) => t(item.kind === 'takeover' && phase === 'now' ? 'schedule.end' : 'schedule.cancel');

function who(item) {
  const made = item.release ?? item.takeover;
  if (item.state !== 'cancelled' && made.changedBy) {
    return t('schedule.changedBy', { name: made.createdBy, when: relative(made.createdAt), other: made.changedBy, changed: relative(made.changedAt) });
  }
  return item.state === 'cancelled' && made.cancelledBy
    ? t('schedule.cancelledBy', { name: made.cancelledBy, when: relative(made.cancelledAt) })
    : t('schedule.by', { name: made.createdBy, when: relative(made.createdAt) });
}

function soon(item, phase) {
  if (phase === 'coming') return relative(item.from);
  return phase === 'now' && item.until ? t('schedule.ends', { when: relative(item.until) }) : '';
}

function links(item, slug, phase) {
  const page = pagePath(slug);
  const preview = phase === 'coming' && !item.draft && link(`${page}/preview`, { query: { at: item.from }, class: 'button small quiet',
    'aria-label': `${t('schedule.preview')}: ${itemTitle(item)}` }, t('schedule.preview'));
  const phone = phase === 'coming' && item.release && can('editor', slug) && h('button.button.small.quiet', { 'aria-label': `${t('links.open')}: ${itemTitle(item)}`,
    onClick: () => openLinks(slug, { shown: { release: item.release.id } }) }, t('links.open'));
  const subject = {
    release: () => link(`${page}/history/${item.release.revision}`, { class: 'button small quiet' }, t('schedule.openRevision')),
    takeover: () => item.takeover.shows !== null && link(pagePath(item.takeover.shows), { class: 'button small quiet' }, t('schedule.openPage')),
    window: () => link(`${page}/blocks/${encodeURIComponent(item.code)}`, { class: 'button small quiet' }, t('schedule.openSection')),
  }[item.kind]();
  return [preview, phone, subject];
}
