// The list of a page's sections: search and tools, rows, and the status line.
import { h, onKey, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { menuButton, openMenu } from '../ui/menu.js';
import { empty } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { sameOrder } from '../page/orders.js';
import { Actions } from './actions.js';
import { draggable } from './drag.js';
import { Filter } from './filter.js';
import { Keys, pageKey } from './keys.js';
import { Moves } from './moves.js';
import { Rows } from './rows.js';
import { Selection } from './selection.js';
import { statusLine } from './status.js';

export class SectionList {
  #off = [];

  /** The editor's dialogs for a new section and for several sections are loaded on demand. */
  constructor(workspace, { loadNewSection, loadSetSeveral }) {
    this.workspace = workspace;
    const allowed = () => this.mayEdit;
    this.selection = new Selection(workspace, () => this.rows.shown);
    this.rows = new Rows(workspace, this.selection);
    this.moves = new Moves(workspace, this.selection, allowed);
    this.actions = new Actions(workspace, this.moves, { shown: () => this.rows.shown, allowed, loadNewSection, loadSetSeveral,
      after: (code) => this.#settle(code), focus: (code) => this.rows.focus(code) });
    this.filter = new Filter(workspace, () => this.show(), (code) => this.actions.open(code));
    this.keys = new Keys(this);
    this.status = statusLine(workspace);
    this.chosenPlace = h('div', { hidden: true });
    this.none = h('div.list-none');
    this.scroller = h('div.list-scroller', this.rows.element, this.none);
    this.element = h('div.list', this.#head(), this.chosenPlace, this.scroller, this.status.element);
    this.#listen();
    this.show();
  }

  /** Shows the toolbar for the chosen sections, which is loaded for the first selection. */
  async #showChosen() {
    if (!this.chosen && this.selection.count > 0) {
      this.chosen = import('./chosen-bar.js').then(({ chosenBar }) => chosenBar(this));
      this.chosenPlace.replaceWith((await this.chosen).element);
    }
    (await this.chosen)?.show();
  }

  get mayEdit() { return this.workspace.mayEdit; }

  #head() {
    const tool = (label, name, run) => h('button.icon-button', { 'aria-label': label, title: label, onClick: run }, icon(name));
    this.undo = tool(t('list.undo'), 'undo', () => this.actions.undo());
    this.redo = tool(t('list.redo'), 'redo', () => this.actions.redo());
    this.add = h('button.button.primary.list-add', { onClick: () => this.actions.add(this.workspace.focused) }, icon('plus'),
      h('span', t('list.add')));
    const more = menuButton({ label: t('list.tools'), icon: 'more', items: () => this.#tools() });
    return h('div.list-head', this.filter.element, this.undo, this.redo, more, this.add);
  }

  #tools() {
    return [
      { label: t('list.selectAll'), icon: 'check', hint: 'Ctrl+A', run: () => this.selection.all() },
      { label: t('list.refresh'), icon: 'refresh', run: () => this.actions.run(() => this.workspace.refresh()) },
      { label: t('help.title'), icon: 'info', hint: '?', run: () => this.help() },
    ];
  }

  async help() {
    const { showHelp } = await import('./help.js');
    showHelp();
  }

  openMenu(code, point) {
    const button = this.rows.row(code)?.querySelector('[data-act=menu]');
    const codes = this.selection.targets(code);
    if (button) openMenu(button, this.actions.menu(codes), { label: t('list.more', { name: this.workspace.nameOf(code) }), point });
  }

  #listen() {
    const { element } = this.rows;
    onKey(element, (event) => this.keys.press(event));
    element.addEventListener('focusin', (event) => this.#focused(event));
    element.addEventListener('click', (event) => this.#click(event));
    element.addEventListener('dblclick', (event) => this.#double(event));
    element.addEventListener('contextmenu', (event) => this.#context(event));
    this.#off.push(onKey(document,
      (event) => pageKey(event, { actions: this.actions, filter: this.filter, help: () => this.help() })));
    this.#off.push(this.workspace.on('change', (change) => this.#changed(change)));
    this.drag = draggable(this.scroller, this.#dragging());
    this.#off.push(this.drag.destroy);
  }

  #focused(event) {
    const code = event.target.closest('.list-row')?.dataset.code;
    if (code && code !== this.workspace.focused) this.selection.focus(code);
  }

  #click(event) {
    const row = event.target.closest('.list-row');
    if (!row) return;
    const { code } = row.dataset;
    const act = event.target.closest('[data-act]')?.dataset.act;
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey);
    if (act === 'check') this.#check(event, code);
    else if (act === 'open' && plain) {
      event.preventDefault();
      this.selection.only(code);
      this.actions.open(code);
    } else if (act === 'menu') this.openMenu(code);
    else if (act === 'up' || act === 'down') this.moves[act](this.selection.targets(code), this.rows.shown);
    else if (act === 'toggle') this.actions.toggle(this.selection.targets(code));
    else if (!act || act === 'open') this.#choose(event, code);
  }

  #choose(event, code) {
    if (event.shiftKey || event.ctrlKey || event.metaKey) event.preventDefault();
    if (event.shiftKey) this.selection.rangeTo(code);
    else if (event.ctrlKey || event.metaKey) this.selection.toggle(code);
    else this.selection.only(code);
    this.rows.focus(code);
  }

  #check(event, code) {
    if (event.shiftKey) this.selection.rangeTo(code);
    else this.selection.toggle(code);
    this.rows.mark();
  }

  #double(event) {
    const row = event.target.closest('.list-row');
    if (row && !event.target.closest('[data-act]')) this.actions.open(row.dataset.code);
  }

  #context(event) {
    const row = event.target.closest('.list-row');
    if (!row || event.pointerType === 'touch' || event.defaultPrevented) return;
    event.preventDefault();
    if (!this.selection.targets().includes(row.dataset.code)) this.selection.only(row.dataset.code);
    this.openMenu(row.dataset.code, { x: event.clientX, y: event.clientY });
  }

  #dragging() {
    const { rows, workspace, selection } = this;
    const codesOf = (elements) => elements.map((row) => row.dataset.code);
    return {
      rows: () => rows.elements,
      rowAt: (target) => (target.closest('button, input') ? null : target.closest('.list-row')),
      isGrip: (target) => target.closest('.list-grip') !== null,
      last: () => {
        const pinned = rows.shown.findIndex((code) => workspace.isPinned(code));
        return pinned < 0 ? rows.shown.length : pinned;
      },
      group: (row) => {
        const codes = selection.targets(row.dataset.code);
        const reason = this.moves.refusal(codes);
        if (reason) this.moves.refuse(reason);
        return reason ? null : codes.map((code) => rows.row(code)).filter(Boolean);
      },
      ghost: (elements) => [h('span.list-ghost-name', workspace.nameOf(elements[0].dataset.code)),
        elements.length > 1 && h('span.badge.accent', number(elements.length))],
      onStart: (elements) => {
        if (elements.length === 1) selection.only(elements[0].dataset.code);
      },
      onDrop: (elements, target) => {
        const place = Object.fromEntries(Object.entries(target).map(([side, row]) => [side, row.dataset.code]));
        this.moves.to(codesOf(elements), place);
        rows.focus(elements[0].dataset.code);
      },
    };
  }

  /** Focuses a row, as an arrow key does. */
  focusRow(code) {
    this.selection.focus(code);
    this.rows.focus(code);
  }

  // Focuses a row after a removal or an insertion.
  #settle(code) {
    this.selection.isExplicit = false;
    if (code !== null) this.focusRow(code);
  }

  // Shows the age of the list on sections that a feed fills. The module is loaded for the first of them.
  async #showSources() {
    if (this.showsSources || !this.#filled().length) return;
    this.showsSources = true;
    try {
      const { followedFeeds, feedBadges } = await import('../page/feeds.js');
      this.rows.feedBadges = feedBadges;
      const show = () => this.rows.show(this.rows.shown, new Set(this.#filled()));
      if (this.destroyed) return;
      this.#off.push(followedFeeds.on(show));
      show();
    } catch {
      // Not loaded, for example offline: the next change tries again.
      this.showsSources = false;
    }
  }

  #filled() {
    return this.workspace.order.filter((code) => this.workspace.blocks.get(code)?.source?.feed);
  }

  #changed(change) {
    if (change.order || change.blocks.size > 0 || change.stage || change.draft) this.#render(change);
    else if (change.selection) this.#selected();
    this.#tell();
  }

  #render(change) {
    if (this.selection.isExplicit && this.workspace.selection.size === 0) this.selection.isExplicit = false;
    const active = this.rows.element.contains(document.activeElement);
    const order = this.rows.shown;
    const before = new Map(order.map((code, i) => [code, i]));
    const at = before.get(document.activeElement.closest('.list-row')?.dataset.code);
    this.show(this.#toFill(change));
    // The positions that the drag measured are no longer valid.
    if (!sameOrder(order, this.rows.shown) && this.drag.cancel()) toast(t('list.dragEnded'));
    this.#keepFocus(active, at);
    const focused = this.workspace.focused;
    const moved = before.has(focused) && before.get(focused) !== this.rows.shown.indexOf(focused);
    if (active && moved) this.rows.row(focused)?.scrollIntoView({ block: 'nearest' });
    if (change.remote) this.rows.flash([...change.remote.moved, ...change.remote.added, ...change.remote.changed]);
  }

  // If the focused row was removed, focuses the row at its position, or the search box if there are no rows.
  #keepFocus(active, at) {
    if (!active || this.rows.element.contains(document.activeElement)) return;
    const next = this.rows.shown[at] ?? this.rows.shown.at(-1);
    if (next === undefined) this.filter.input.focus();
    else this.focusRow(next);
  }

  // Returns the rows whose badges or texts may have changed.
  #toFill(change) {
    const codes = new Set(change.blocks);
    for (const code of this.workspace.order) {
      const now = this.workspace.stateOf(code);
      const mark = `${now.changed}${now.live}${now.pinned}`;
      const row = this.rows.row(code);
      if (row && row.mark !== mark) codes.add(code);
      if (row) row.mark = mark;
    }
    return change.stage ? new Set(this.workspace.order) : codes;
  }

  #selected() {
    this.rows.mark();
    const row = this.rows.row(this.workspace.focused);
    // Selected elsewhere, for example in the phone.
    if (row && !this.rows.element.contains(document.activeElement)) row.scrollIntoView({ block: 'nearest' });
  }

  show(changed) {
    this.rows.show(this.filter.shown(), changed);
    this.#showSources();
    this.#tell();
  }

  #tell() {
    const { workspace, rows } = this;
    const may = this.mayEdit;
    for (const [button, label, key] of [[this.undo, workspace.undoLabel, 'list.undo'], [this.redo, workspace.redoLabel, 'list.redo']]) {
      const text = label ? t(`${key}That`, { label }) : t(key);
      button.setAttribute('aria-disabled', !label || !may);
      button.title = text;
    }
    this.element.dataset.pending = workspace.pending;
    this.add.hidden = !may;
    this.undo.hidden = this.redo.hidden = !may;
    this.element.classList.toggle('list-read-only', !may);
    this.element.classList.toggle('list-choosing', this.selection.count > 0);
    this.status.show({ shown: rows.shown.length, filtered: this.filter.active });
    this.#showChosen();
    const state = rows.shown.length > 0 ? '' : this.filter.active ? 'nothing' : 'empty';
    if (this.none.dataset.state !== state + may) {
      this.none.dataset.state = state + may;
      replace(this.none, this.#emptiness(state));
    }
    rows.element.hidden = state !== '';
  }

  #emptiness(state) {
    if (state === 'nothing') {
      return empty({ icon: 'search', title: t('list.nothing'), action: { label: t('list.clearFilter'), kind: '', run: () => this.filter.clear() } });
    }
    if (state !== 'empty') return null;
    const action = this.mayEdit ? { label: t('list.add'), icon: 'plus', run: () => this.actions.add(null) } : null;
    return empty({ icon: 'list', title: t('list.empty'), text: t('list.emptyText'), action });
  }

  destroy() {
    this.destroyed = true;
    for (const off of this.#off.splice(0)) off();
  }
}
