import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { phaseOf } from './model.js';
import { itemTitle, period } from './words.js';

const LANES = ['release', 'takeover', 'window'];
const ICONS = { release: 'send', takeover: 'megaphone', window: 'clock' };
/** A label needs about this part of the strip's width; those that would overlap go into the next row. */
const LABEL = { wide: 0.14, narrow: 0.4 };

/**
 * A picture of a span of time. Everything in it stands in the list below as well, which is what
 * the keyboard and screen readers use; a click here leads there.
 */
export function strip(element, { span, items, onChoose }) {
  const narrow = matchMedia('(max-width: 640px)').matches;
  const visible = items.filter((item) => item.state !== 'cancelled' && within(item, span));
  const lanes = LANES.map((kind) => lane(kind, visible.filter((item) => item.kind === kind), span, onChoose, narrow));
  const now = span.place(Date.now());
  replace(element, h('div.schedule-strip', { 'aria-hidden': 'true' },
    h('div.schedule-axis', span.ticks().map((tick) => h('span.schedule-tick', {
      class: `${tick.weekend ? 'weekend' : ''} ${tick.label ? 'named' : ''}`,
      style: { left: percent(tick.place), width: percent(tick.width) } }, tick.label))),
    h('div.schedule-lanes', lanes),
    now >= 0 && now <= 1 && h('div.schedule-now', { style: { left: percent(now) } }, h('span', t('schedule.now')))));
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

/** The nearest item that lies wholly before or after the span. */
function outside(items, span, side) {
  const found = items.filter((item) => item.state !== 'cancelled' && !within(item, span)
    && (side < 0 ? ends(item, span)[1] < 0 : ends(item, span)[0] >= 1));
  return side < 0 ? found.at(-1) ?? null : found[0] ?? null;
}

function lane(kind, items, span, onChoose, narrow) {
  const rows = [];
  const marks = items.map((item) => {
    const [from, until] = ends(item, span).map((part) => Math.min(1, Math.max(0, part)));
    const room = Math.max(until, from + (narrow ? LABEL.narrow : LABEL.wide));
    let row = rows.findIndex((end) => end <= from);
    if (row < 0) row = rows.push(0) - 1;
    rows[row] = room;
    return mark(item, { from, until, row, span, onChoose });
  });
  return h(`div.schedule-lane.${kind}`, { style: { '--rows': String(Math.max(rows.length, 1)) } },
    h('span.schedule-lane-name', t(`schedule.lane.${kind}`)), marks);
}

function mark(item, { from, until, row, span, onChoose }) {
  const [start, end] = ends(item, span);
  const title = itemTitle(item);
  const right = item.kind === 'release' && from > 0.8;
  return h(`button.schedule-mark.${item.kind}`, { tabIndex: -1, title: `${title} · ${period(item)}`,
    class: `${phaseOf(item)} ${start < 0 ? 'open-start' : ''} ${end > 1 ? 'open-end' : ''} ${item.draft ? 'draft' : ''} ${right ? 'right' : ''}`,
    style: { left: percent(from), width: item.kind === 'release' ? null : percent(until - from), '--row': String(row) },
    onClick: () => onChoose(item) }, icon(ICONS[item.kind], { size: 14 }), h('span', item.kind === 'release'
    ? `${title} · ${dateTime(item.from)}` : title));
}
