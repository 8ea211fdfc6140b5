// The keyboard shortcuts of the list. Those with modifiers work anywhere in a row, others on the row itself.
const page = 10;

export class Keys {
  constructor(list) { this.list = list; }

  /** Handles a key. Returns whether it is a shortcut. */
  press(event) {
    if (event.defaultPrevented) return false;
    const row = event.target.closest?.('.list-row');
    if (!row) return false;
    const code = row.dataset.code;
    const name = `${event.altKey ? 'Alt+' : ''}${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey ? 'Shift+' : ''}${event.key}`;
    const act = this.#anywhere(name, code) ?? (event.target === row ? this.#onRow(name, code) : null);
    if (!act) return false;
    event.preventDefault();
    event.stopPropagation();
    act();
    return true;
  }

  #anywhere(name, code) {
    const { moves, selection, rows } = this.list;
    const codes = () => selection.targets(code);
    switch (name) {
      case 'Alt+ArrowUp': return () => moves.up(codes(), rows.shown);
      case 'Alt+ArrowDown': return () => moves.down(codes(), rows.shown);
      case 'Alt+Home': return () => moves.toStart(codes());
      case 'Alt+End': return () => moves.toEnd(codes());
      case 'Ctrl+a': return () => selection.all();
      case 'Shift+ArrowUp': return () => this.#range(code, -1);
      case 'Shift+ArrowDown': return () => this.#range(code, 1);
      default: return this.#travel(name, code);
    }
  }

  #travel(name, code) {
    const shown = this.list.rows.shown;
    const at = shown.indexOf(code);
    const places = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: shown.length - 1, PageUp: at - page, PageDown: at + page };
    if (!(name in places)) return null;
    const place = Math.max(0, Math.min(shown.length - 1, places[name]));
    return () => this.list.focusRow(shown[place]);
  }

  #onRow(name, code) {
    const { actions, selection } = this.list;
    const codes = () => selection.targets(code);
    switch (name.length === 1 ? name.toLowerCase() : name) {
      case 'Enter': return () => actions.enter(code);
      case ' ': return () => selection.toggle(code);
      case 'm': return () => actions.position(codes());
      case 'h': return () => actions.toggle(codes());
      case 'Delete':
      case 'Backspace': return () => actions.remove(codes());
      case 'Escape': return selection.isExplicit ? () => selection.clear() : null;
      case 'Shift+F10':
      case 'ContextMenu': return () => this.list.openMenu(code);
      default: return null;
    }
  }

  #range(code, way) {
    const shown = this.list.rows.shown;
    const next = shown[shown.indexOf(code) + way];
    if (!next) return;
    this.list.selection.rangeTo(next);
    this.list.rows.focus(next);
  }
}

/** Shortcuts that work anywhere in the page view, except in text inputs. */
export function pageKey(event, { actions, filter, help }) {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog:modal')) return;
  if (event.target.closest?.('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  let act = null;
  if (command && key === 'z') act = () => (event.shiftKey ? actions.redo() : actions.undo());
  else if (command && key === 'y') act = () => actions.redo();
  else if (!command && event.key === '?') act = help;
  else if (!command && event.key === '/') act = () => filter.input.focus();
  if (!act) return;
  event.preventDefault();
  act();
}
