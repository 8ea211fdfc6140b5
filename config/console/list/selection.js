// Which rows are meant. The row that has the focus is selected by itself; once several are chosen on purpose
// (Space, check boxes, ranges) the choice stays while the focus moves on.

export class Selection {
  kept = false;
  #anchor = null;

  constructor(workspace, visible) {
    this.workspace = workspace;
    this.visible = visible;
  }

  get current() { return this.workspace.focused; }
  get codes() { return this.workspace.order.filter((code) => this.workspace.selection.has(code)); }
  get count() { return this.kept ? this.workspace.selection.size : 0; }

  /** What an action on this row is about: everything chosen if the row is among it, else the row alone. */
  targets(code = this.current) {
    if (this.kept && this.workspace.selection.has(code)) return this.codes;
    return code === null || code === undefined ? [] : [code];
  }

  /** The focus came to a row. */
  focus(code) {
    this.#anchor = code;
    this.workspace.select(this.kept ? this.codes : [code], { focus: code });
  }

  /** One row alone, as by a plain click. */
  only(code) {
    this.kept = false;
    this.focus(code);
  }

  toggle(code) {
    const chosen = new Set(this.kept ? this.codes : []);
    if (!chosen.delete(code)) chosen.add(code);
    this.#keep([...chosen], code);
    this.#anchor = code;
  }

  /** Everything shown from where the range began to here. */
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
    this.kept = false;
    const { current } = this;
    this.workspace.select(current === null ? [] : [current], { focus: current });
  }

  #keep(codes, focus) {
    this.kept = codes.length > 0;
    this.workspace.select(codes, { focus });
  }
}
