// The selected rows. The focused row is selected implicitly; an explicit selection (Space, check boxes, ranges) stays
// while the focus moves.

export class Selection {
  isExplicit = false;
  #anchor = null;

  constructor(workspace, visible) {
    this.workspace = workspace;
    this.visible = visible;
  }

  get current() { return this.workspace.focused; }
  get codes() { return this.workspace.order.filter((code) => this.workspace.selection.has(code)); }
  get count() { return this.isExplicit ? this.workspace.selection.size : 0; }

  /**
   * Returns the sections that an action on a row applies to: the explicit selection if the row is in it, else the row.
   */
  targets(code = this.current) {
    if (this.isExplicit && this.workspace.selection.has(code)) return this.codes;
    return code === null || code === undefined ? [] : [code];
  }

  /** Moves the focus to a row. */
  focus(code) {
    this.#anchor = code;
    this.workspace.select(this.isExplicit ? this.codes : [code], { focus: code });
  }

  /** Selects one row, as a click does. */
  only(code) {
    this.isExplicit = false;
    this.focus(code);
  }

  toggle(code) {
    const chosen = new Set(this.isExplicit ? this.codes : []);
    if (!chosen.delete(code)) chosen.add(code);
    this.#keep([...chosen], code);
    this.#anchor = code;
  }

  /** Selects the visible rows from the start of the range to this one. */
  rangeTo(code) {
    const shown = this.visible();
    const from = shown.indexOf(this.#anchor ?? this.current);
    const to = shown.indexOf(code);
    if (to < 0) return;
    const start = from < 0 ? to : from;
    this.#anchor = shown[start];
    this.#keep(shown.slice(Math.min(start, to), Math.max(start, to) + 1), code);
  }

  all() { this.#keep(this.visible(), this.current ?? this.visible()[0]); }

  clear() {
    this.isExplicit = false;
    const { current } = this;
    this.workspace.select(current === null ? [] : [current], { focus: current });
  }

  #keep(codes, focus) {
    this.isExplicit = codes.length > 0;
    this.workspace.select(codes, { focus });
  }
}
