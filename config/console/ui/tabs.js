import { h, replace, uid } from '../core/dom.js';

/** Tabs by the ARIA pattern: arrow keys select, with one tab stop; panels are created when first shown. */
export function tabs({ label, items, selected = items[0]?.id, onSelect }) {
  const prefix = uid('tab');
  const panel = h('div.tab-panel', { role: 'tabpanel', id: `${prefix}-panel`, tabIndex: 0 });
  const buttons = new Map(items.map((item) => [item.id, h('button.tab', { role: 'tab',
    id: `${prefix}-${item.id}`, 'aria-controls': panel.id, onClick: () => select(item.id) },
  item.label)]));
  const made = new Map();
  let present = null;
  function select(id, { quiet = false } = {}) {
    const item = items.find((one) => one.id === id) ?? items[0];
    if (!item || present === item.id) return;
    present = item.id;
    for (const [key, button] of buttons) {
      button.setAttribute('aria-selected', String(key === present));
      button.tabIndex = key === present ? 0 : -1;
    }
    if (!made.has(present)) made.set(present, item.panel());
    panel.setAttribute('aria-labelledby', `${prefix}-${present}`);
    replace(panel, made.get(present));
    if (!quiet) onSelect?.(present);
  }
  const strip = h('div.tabs', { role: 'tablist', 'aria-label': label, onKeydown: (event) => {
    const ids = items.map((item) => item.id);
    const index = ids.indexOf(present);
    const moves = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: ids.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const next = ids[(moves[event.key] + ids.length) % ids.length];
    select(next);
    buttons.get(next).focus();
  } }, [...buttons.values()]);
  select(selected, { quiet: true });
  return Object.assign(h('div.tabbed', strip, panel), { select });
}
