// The rows of the list: cloned from one template, filled again when something changed, and moved as little as possible.
// A list of a thousand rows stays fast.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { href } from '../core/router.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { movedBetween } from '../page/orders.js';

export class Rows {
  #rows = new Map();
  #shown = [];
  #current = null;

  constructor(workspace, selection) {
    this.workspace = workspace;
    this.selection = selection;
    this.template = template();
    this.element = h('div.list-rows', { role: 'grid', 'aria-label': t('list.sections'), 'aria-multiselectable': 'true' });
    this.element.addEventListener('error', (event) => event.target.classList?.add('list-broken'), true);
  }

  row(code) { return this.#rows.get(code); }
  get shown() { return this.#shown; }
  get elements() { return this.#shown.map((code) => this.#rows.get(code)); }

  /** Shows rows in the given order; fills those of `changed` again. */
  show(codes, changed = new Set()) {
    const before = this.#shown;
    this.#shown = codes;
    const kept = focusWithin(this.element);
    const wanted = new Set(codes);
    for (const code of before) if (!wanted.has(code)) this.#drop(code);
    for (const code of codes) this.#make(code, changed);
    this.#arrange(before);
    this.#number();
    if (kept && document.activeElement !== kept && kept.isConnected) kept.focus({ preventScroll: true });
    this.element.setAttribute('aria-rowcount', this.workspace.order.length);
    this.mark();
  }

  #drop(code) {
    this.#rows.get(code).remove();
    this.#rows.delete(code);
  }

  #make(code, changed) {
    let row = this.#rows.get(code);
    if (row && !changed.has(code)) return;
    if (!row) {
      row = this.template.cloneNode(true);
      row.dataset.code = code;
      this.#rows.set(code, row);
    }
    fill(row, code, this.workspace, this);
  }

  // Only moves rows whose order changed, so that focus and scrolling are preserved.
  #arrange(before) {
    const moved = new Set(movedBetween(before, this.#shown));
    let next = null;
    for (let i = this.#shown.length - 1; i >= 0; i -= 1) {
      const code = this.#shown[i];
      const row = this.#rows.get(code);
      if (row.parentNode !== this.element || (moved.has(code) && row.nextSibling !== next)) this.element.insertBefore(row, next);
      next = row;
    }
  }

  #number() {
    const place = new Map(this.workspace.order.map((code, i) => [code, i + 1]));
    for (const code of this.#shown) {
      const row = this.#rows.get(code);
      const number = place.get(code);
      if (row.number === number) continue;
      row.number = number;
      row.parts.number.textContent = number;
      row.setAttribute('aria-rowindex', number);
    }
  }

  /** Shows the selection, and puts one row into the tab order. */
  mark() {
    const { workspace, selection } = this;
    for (const code of this.#shown) {
      const row = this.#rows.get(code);
      const chosen = workspace.selection.has(code);
      if (row.chosen !== chosen || row.isExplicit !== (chosen && selection.isExplicit)) {
        [row.chosen, row.isExplicit] = [chosen, chosen && selection.isExplicit];
        row.setAttribute('aria-selected', chosen);
        row.parts.check.checked = row.isExplicit;
      }
    }
    const current = this.#rows.has(workspace.focused) ? workspace.focused : this.#shown[0] ?? null;
    if (current !== this.#current) this.#reach(this.#current, -1);
    this.#reach(current, 0);
    this.#current = current;
  }

  // Only one row is in the tab order.
  #reach(code, index) {
    const row = this.#rows.get(code);
    if (!row) return;
    for (const element of [row, ...row.parts.controls]) element.tabIndex = index;
  }

  /** Focuses a row and scrolls it into view. */
  focus(code, { scroll = true } = {}) {
    const row = this.#rows.get(code);
    if (!row) return;
    if (!row.contains(document.activeElement)) row.focus({ preventScroll: true });
    if (scroll) row.scrollIntoView({ block: 'nearest' });
  }

  /** Highlights rows that other operators changed or that have just been moved. */
  flash(codes) {
    for (const code of codes.slice(0, 50)) {
      const row = this.#rows.get(code);
      if (!row) continue;
      row.classList.remove('list-flash');
      void row.offsetWidth;
      row.classList.add('list-flash');
    }
  }
}

const focusWithin = (element) => (element.contains(document.activeElement) ? document.activeElement : null);

function control(act, name) {
  return h('button.icon-button.small.list-act', { tabIndex: -1, dataset: { act },
    'aria-haspopup': act === 'menu' ? 'menu' : null }, icon(name));
}

function template() {
  return h('div.list-row', { role: 'row', tabIndex: -1 },
    h('span.list-lead', { role: 'gridcell' },
      h('span.list-grip', { 'aria-hidden': 'true' }, icon('grip')),
      h('span.list-number'),
      h('input.list-check', { type: 'checkbox', tabIndex: -1, dataset: { act: 'check' } })),
    h('span.list-picture', { role: 'gridcell' }),
    h('span.list-text', { role: 'gridcell' },
      h('a.list-name', { tabIndex: -1, draggable: 'false', dataset: { act: 'open' } }), h('span.list-kind')),
    h('span.list-badges', { role: 'gridcell' }),
    h('span.list-acts', { role: 'gridcell' },
      control('up', 'up'), control('down', 'down'), control('toggle', 'eye'), control('menu', 'more')));
}

function partsOf(row) {
  const one = (name) => row.querySelector(name);
  return { number: one('.list-number'), check: one('.list-check'), picture: one('.list-picture'), name: one('.list-name'),
    kind: one('.list-kind'), badges: one('.list-badges'), toggle: one('[data-act=toggle]'),
    controls: [...row.querySelectorAll('[data-act]')] };
}

function fill(row, code, workspace, { feedBadges, peopleBadges }) {
  const parts = row.parts ??= partsOf(row);
  const state = workspace.stateOf(code);
  const name = workspace.nameOf(code);
  const kind = workspace.typeTitle(workspace.blocks.get(code)?.showType);
  const source = workspace.blocks.get(code)?.source;
  const badges = [...badgesOf(state), ...(source?.feed && feedBadges?.(source.feed)) || [], ...peopleBadges?.(code) ?? []];
  if (source?.client) badges.push({ text: t('list.client'), tone: '', sign: 'phone', title: t('list.client.from', { address: source.client }) });
  row.setAttribute('aria-label', [name, kind, ...badges.map(({ text }) => text)].join(', '));
  row.classList.toggle('list-hidden', state.hidden);
  row.classList.toggle('list-pinned', state.pinned);
  parts.name.textContent = name;
  parts.name.href = href(pagePath(workspace.slug, 'blocks', code));
  parts.kind.textContent = kind === name ? code : kind;
  parts.check.setAttribute('aria-label', t('list.selectOne', { name }));
  replace(parts.badges, badges.map(({ text, tone, sign, title }) => {
    const made = badge(text, tone, sign);
    if (title) made.title = title;
    return made;
  }));
  picture(parts.picture, workspace.thumbnailOf(code));
  label(row, 'up', t('list.up'));
  label(row, 'down', t('list.down'));
  label(row, 'menu', t('list.more', { name }));
  label(row, 'toggle', t(state.hidden ? 'list.show' : 'list.hide'));
  if (row.eye !== state.hidden) {
    row.eye = state.hidden;
    replace(parts.toggle, icon(state.hidden ? 'eye-off' : 'eye'));
  }
}

function label(row, act, text) {
  const button = row.parts.controls.find((other) => other.dataset.act === act);
  button.setAttribute('aria-label', text);
  button.title = text;
}

function picture(cell, address) {
  if (cell.address === address) return;
  cell.address = address;
  replace(cell, address
    ? h('img', { alt: '', src: address, loading: 'lazy', decoding: 'async', draggable: 'false', referrerpolicy: 'no-referrer' })
    : icon('image'));
}

/** The badges of a section, most important first. There is none for the usual case, that it is live. */
export function badgesOf(state) {
  const badges = [];
  const add = (key, tone, sign, title) => badges.push({ text: t(key), tone, sign, title });
  if (state.changed) add(state.changed === 'moved' ? 'list.moved.badge' : `list.${state.changed}`, 'accent', null);
  if (state.hidden) add('list.hidden', 'warn', 'eye-off');
  if (state.scheduled) {
    const { from, until, phase } = state.scheduled;
    const words = [from && t('list.from', { at: dateTime(from) }), until && t('list.until', { at: dateTime(until) })];
    add(`list.${phase}`, phase === 'after' ? 'warn' : '', 'clock', words.filter(Boolean).join(' '));
  }
  if (state.targeted) add('list.targeted', '', 'target');
  if (state.pinned) add('list.pinnedBadge', '', 'pin');
  return badges;
}
