import { h, replace } from '../core/dom.js';
import { t, number } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { orderChange, orderRows } from './order-model.js';

/** The most lines that can be distinguished; with more moves, only the hovered row's line is drawn. */
const MOST_LINES = 40;
/** The number of rows before "show all". */
const MOST_ROWS = 240;

/**
 * Shows two orders side by side: unmoved sections are aligned, moved ones are joined by lines.
 *
 * @param nameOf nameOf(code, 'left' or 'right') returns the name of a section on that side
 * @param {{before?: string, after?: string}} [titles] headings of the columns
 */
export function orderDiff(before, after, nameOf, titles = {}) {
  const change = orderChange(before, after);
  const element = h('div.publish-order');
  if (!change.moved.length && !change.added.length && !change.removed.length) {
    return replace(element, h('p.publish-none', t('publish.order.same')));
  }
  const rows = orderRows(before, after, change);
  const table = h('div.publish-order-table');
  const show = (count) => {
    const shown = rows.slice(0, count);
    replace(table, grid(shown, change, nameOf, titles), shown.length < rows.length && h('button.small', {
      type: 'button', onClick: () => show(rows.length),
    }, t('publish.order.rest', { count: rows.length - shown.length })));
  };
  show(MOST_ROWS);
  replace(element, summary(change), table);
  return element;
}

/** "2 moved, 1 new" as coloured text. */
function summary({ moved, added, removed }) {
  const part = (kind, codes) => codes.length > 0 && h(`span.publish-count.${kind}`,
    t(`publish.order.${kind}`, { count: codes.length, number: number(codes.length) }));
  return h('p.publish-counts', part('moved', moved), part('added', added), part('removed', removed));
}

function grid(rows, change, nameOf, titles) {
  const moved = new Set(change.moved);
  const places = { left: new Map(), right: new Map() };
  rows.forEach((row, index) => {
    if (row.left) places.left.set(row.left, index);
    if (row.right) places.right.set(row.right, index);
  });
  const lines = linesOf(change.moved, places, rows.length);
  const body = h('tbody', rows.map((row) => (row.folded
    ? h('tr.publish-folded', h('td', { colSpan: 3 }, foldedText(row.folded, nameOf)))
    : h('tr', cell('left', row, change, moved, nameOf), h('td.publish-gutter', { 'aria-hidden': 'true' }),
      cell('right', row, change, moved, nameOf)))));
  const area = h('div.publish-order-area', { style: { '--rows': String(rows.length) } },
    h('table', { 'aria-label': t('publish.order.label') },
      h('thead', h('tr', h('th', { scope: 'col' }, titles.before ?? t('publish.before')),
        h('td.publish-gutter'), h('th', { scope: 'col' }, titles.after ?? t('publish.after')))), body),
    lines.element);
  highlightPairs(area, lines);
  return area;
}

function foldedText(codes, nameOf) {
  const names = codes.slice(0, 3).map((code) => nameOf(code, 'right')).join(', ');
  return h('span', { title: codes.length > 3 ? `${names}, …` : names },
    t('publish.order.folded', { count: codes.length, number: number(codes.length) }));
}

function cell(side, row, change, moved, nameOf) {
  const code = row[side];
  if (!code) return h('td.publish-nothing');
  const kind = moved.has(code) ? 'moved' : change.kept.has(code) ? 'kept' : side === 'left' ? 'removed' : 'added';
  const from = change.place.get(code);
  const to = change.target.get(code);
  const place = side === 'left' ? from : to;
  return h(`td.publish-place.${kind}`, { dataset: { code }, title: nameOf(code, side) }, h('div.publish-row',
    h('span.publish-number', number(place + 1)),
    h('span.publish-name', nameOf(code, side)),
    kind === 'moved' && side === 'left' && h('span.publish-mark', { title: t('publish.order.to', { place: to + 1 }) },
      icon(to < from ? 'up' : 'down'), h('span.visually-hidden', t('publish.order.to', { place: to + 1 })),
      h('span', { 'aria-hidden': 'true' }, number(to + 1))),
    kind === 'moved' && side === 'right' && h('span.publish-mark', {
      title: t('publish.order.from', { place: from + 1 }) },
    h('span.visually-hidden', t('publish.order.from', { place: from + 1 })),
    h('span', { 'aria-hidden': 'true' }, t('publish.order.was', { place: number(from + 1) }))),
    (kind === 'added' || kind === 'removed') && h('span.publish-mark', t(`publish.${kind}`))));
}

/** Lines across the gutter; the drawing is stretched to the height of the rows. */
function linesOf(moved, places, count) {
  const paths = new Map();
  const element = h('svg:svg', {
    class: 'publish-lines', viewBox: `0 0 100 ${count}`, preserveAspectRatio: 'none', 'aria-hidden': 'true',
  });
  for (const code of moved) {
    if (!places.left.has(code) || !places.right.has(code)) continue;
    const from = places.left.get(code) + 0.5;
    const to = places.right.get(code) + 0.5;
    const path = h('svg:path', { d: `M0 ${from} C 55 ${from}, 45 ${to}, 100 ${to}`, 'vector-effect': 'non-scaling-stroke' });
    paths.set(code, path);
    if (moved.length <= MOST_LINES) element.append(path);
  }
  return { element, paths, all: moved.length <= MOST_LINES };
}

/** Hovering over a moved section highlights its other position. */
function highlightPairs(area, lines) {
  let chosen = null;
  const mark = (code, on) => {
    for (const cell of area.querySelectorAll('td[data-code]')) {
      if (cell.dataset.code === code) cell.classList.toggle('chosen', on);
    }
    const path = lines.paths.get(code);
    if (!path) return;
    path.classList.toggle('chosen', on);
    if (on) lines.element.append(path); else if (!lines.all) path.remove();
  };
  area.addEventListener('pointerover', (event) => {
    const code = event.target.closest?.('td.moved')?.dataset.code ?? null;
    if (code === chosen) return;
    if (chosen) mark(chosen, false);
    if (code) mark(code, true);
    chosen = code;
  });
  area.addEventListener('pointerleave', () => {
    if (chosen) mark(chosen, false);
    chosen = null;
  });
}
