import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { itemTitle, period } from './plan-text.js';
import { phaseOf } from './plans.js';
import { markTime } from './span.js';

const LANES = ['release', 'takeover', 'window'];
const ICONS = { release: 'send', takeover: 'megaphone', window: 'clock' };
/**
 * A picture of a period. The list below it has the same content for keyboard and screen readers; a click jumps there.
 */
export function strip(element, { span, items, onChoose }) {
  const width = element.clientWidth || 1000;
  const visible = items.filter((item) => item.state !== 'cancelled' && within(item, span));
  const lanes = LANES.map((kind) => lane(kind, visible.filter((item) => item.kind === kind), span, onChoose, width));
  const now = span.place(Date.now());
  replace(element, h('div.schedule-strip', { 'aria-hidden': 'true' },
    h('div.schedule-axis', span.ticks().map((tick) => h('span.schedule-tick', {
      class: `${tick.weekend ? 'weekend' : ''} ${tick.label ? 'named' : ''}`,
      style: { left: percent(tick.place), width: percent(tick.width) } }, tick.label))),
    h('div.schedule-lanes', lanes),
    now >= 0 && now <= 1 && h('div.schedule-now', { class: now > 0.9 ? 'end' : '', style: { left: percent(now) } }, h('span', t('schedule.now')))));
  return { visible, before: outside(items, span, -1), after: outside(items, span, 1) };
}

const percent = (part) => `${(part * 100).toFixed(3)}%`;

function ends(item, span) {
  const from = item.from ? span.place(Date.parse(item.from)) : -Infinity;
  return [from, item.kind === 'release' ? from : item.until ? span.place(Date.parse(item.until)) : Infinity];
}

function within(item, span) {
  const [from, until] = ends(item, span);
  return from < 1 && until >= 0;
}

/** Returns the nearest item that is wholly before or after the period. */
function outside(items, span, side) {
  const found = items.filter((item) => item.state !== 'cancelled' && !within(item, span)
    && (side < 0 ? ends(item, span)[1] < 0 : ends(item, span)[0] >= 1));
  return side < 0 ? found.at(-1) ?? null : found[0] ?? null;
}

/** Estimates the width of a label: East Asian characters are about twice as wide. */
function labelWidth(text) {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7.2), 36);
}

function lane(kind, items, span, onChoose, width) {
  const rows = [];
  const marks = items.map((item) => {
    const [from, until] = ends(item, span).map((part) => Math.min(1, Math.max(0, part)));
    // Past releases are dots: there is one for each live change.
    const label = item.kind === 'release' && phaseOf(item) === 'past' ? '' : labelOf(item, span);
    const room = (label ? labelWidth(label) : 10) / width;
    const inside = item.kind !== 'release' && until - from >= room;
    const left = !inside && Math.max(from, item.kind === 'release' ? from : until) + room > 1;
    const [first, last] = inside ? [from, until] : left ? [from - room, until] : [from, until + room];
    let row = label ? rows.findIndex((end) => end <= first) : 0;
    if (row < 0) row = rows.length;
    if (label) rows[row] = last + 8 / width;
    return mark(item, { from, until, row, span, onChoose, label, place: inside ? 'inside' : left ? 'left' : 'right' });
  });
  return h(`div.schedule-lane.${kind}`, { style: { '--rows': String(Math.max(rows.length, 1)) } },
    h('span.schedule-lane-name', t(`schedule.lane.${kind}`)), marks);
}

function labelOf(item, span) {
  if (item.kind === 'release') return `${t('history.revision', { number: item.release.revision })} · ${markTime(item.from, span.zoom)}`;
  return item.title;
}

function mark(item, { from, until, row, span, onChoose, label, place }) {
  const [start, end] = ends(item, span);
  return h(`button.schedule-mark.${item.kind}`, { tabIndex: -1, title: `${itemTitle(item)} · ${period(item)}`,
    class: `${phaseOf(item)} ${start < 0 ? 'open-start' : ''} ${end > 1 ? 'open-end' : ''} ${item.draft ? 'draft' : ''} ${place}`,
    style: { left: percent(from), width: item.kind === 'release' ? null : percent(until - from), '--row': String(row) },
    onClick: () => onChoose(item) },
  label && h('span.schedule-label', icon(ICONS[item.kind], { size: 14 }), h('span', label)));
}
