import { h, reconcile } from '../core/dom.js';

/**
 * A table whose rows become cards on a narrow screen. `columns`: {label, cell(row) → node or
 * text, className, hideLabel}; the first column is the row's heading.
 */
export function table({ label, columns, rows = [], key = (row) => row.id }) {
  const body = h('tbody');
  const cells = (row) => columns.map((column, index) => h(index === 0 ? 'th' : 'td', {
    scope: index === 0 ? 'row' : null, class: column.className ?? '',
    dataset: { label: column.hideLabel || index === 0 ? null : column.label },
  }, column.cell(row)));
  const element = h('div.table-frame', h('table.table', { 'aria-label': label },
    h('thead', h('tr', columns.map((column) => h('th', { scope: 'col',
      class: column.className ?? '' }, column.hideLabel
      ? h('span.visually-hidden', column.label) : column.label)))),
    body));
  const known = new WeakMap();
  function update(next) {
    reconcile(body, next, key, () => h('tr'), (line, row) => {
      if (known.get(line) === row) return;
      known.set(line, row);
      line.replaceChildren(...cells(row));
    });
  }
  update(rows);
  return { element, update };
}
