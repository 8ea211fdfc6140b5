// A choice among the changes between two states of a page. Each has a check box; initially all are checked.
import { h, replace, uid } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { sameBlock } from '../page/block-states.js';
import { sameOrder } from '../page/orders.js';

const MOST_NAMED = 4;

/**
 * The keys of all moves and of the page's own fields. Sections use their codes as keys, which never contain a colon.
 */
export const ORDER = ':order';
export const DATA = ':data';

export class Choice {
  #ticked = new Set();
  #boxes = new Map();
  #marks = new Map();
  #found = null;
  #first = null;
  #picks = false;

  /**
   * `label(title)`: the accessible name of a change's box. `only`: the code of the only section that is checked
   * initially, or the keys of all changes that are. `onChange` is called for every change of the choice.
   */
  constructor({ label, only = null, onChange }) {
    Object.assign(this, { label, only, onChange });
    this.all = h('input', { type: 'checkbox', onChange: () => this.#all(this.all.checked) });
    this.text = h('span.publish-chosen', { role: 'status' });
    this.head = h('div.publish-choice', h('label', this.all, h('span', t('choice.all'))), this.text);
  }

  /** Updates the differences (see `comparison.js`). Keeps the choice; new differences are only checked if all were. */
  take(found, after, nameOf) {
    const before = this.#found;
    this.nameOf = nameOf;
    const keys = [...found.sections.map(({ code }) => code), found.order.moved.length > 0 && ORDER, found.data && DATA].filter(Boolean);
    const ticked = before ? keys.filter((key) => (before.keys.includes(key) ? this.#ticked.has(key) : !this.#picks))
      : keys.filter((key) => this.only === null || [this.only].flat().includes(key));
    if (!before) this.#picks = ticked.length < keys.length;
    this.#ticked = new Set(ticked);
    this.#found = { keys, found, after };
    this.#first ??= this.#found;
    this.#marks = new Map(keys.map((key) => [key, markOf(key, this.#first, this.#found)]));
    this.#boxes = new Map();
  }

  /** Chooses changes by their keys, or all for null. */
  pick(keys) {
    this.only = keys;
    if (!this.#found) return;
    const { found, after } = this.#found;
    this.#found = null;
    this.take(found, after, this.nameOf);
  }

  get isWhole() { return this.#found !== null && this.#ticked.size === this.#found.keys.length; }
  /** Whether the operator left something out: then new changes are not checked. */
  get isPicked() { return this.#picks; }
  get isNone() { return this.#ticked.size === 0; }

  /** The number of chosen changes, counted as in the draft bar: each moved section is one. */
  get count() { return [...this.#ticked].reduce((sum, key) => sum + this.#weight(key), 0); }
  get total() { return this.#found?.found.count ?? 0; }

  has(code) { return this.#ticked.has(code); }

  /** The member `only` of a request: {blocks, order, data}. */
  get selection() {
    const blocks = this.#found.found.sections.map(({ code }) => code).filter((code) => this.#ticked.has(code));
    return { ...(blocks.length ? { blocks } : {}), ...(this.#ticked.has(ORDER) ? { order: true } : {}),
      ...(this.#ticked.has(DATA) ? { data: true } : {}) };
  }

  /** The names of the changes that are not chosen. */
  get rest() {
    const names = this.#found.keys.filter((key) => !this.#ticked.has(key)).map((key) => this.#name(key));
    const shown = names.slice(0, MOST_NAMED);
    return list(names.length > MOST_NAMED ? [...shown, t('choice.more', { count: names.length - MOST_NAMED })] : shown);
  }

  #name(key) { return key === ORDER ? t('publish.order') : key === DATA ? t('publish.data') : this.nameOf(key); }
  #weight(key) { return key === ORDER ? this.#found.found.order.moved.length : 1; }

  /** Returns a badge if a change is new or has changed since it was first shown, else null. */
  mark(key) {
    const mark = this.#marks.get(key);
    return mark ? badge(t(`choice.${mark}`), 'warn') : null;
  }

  /** A check box next to the view of a change. */
  row(key, title, view) {
    const error = h('p.field-error', { id: uid('error'), hidden: true });
    const box = h('input', { type: 'checkbox', checked: this.#ticked.has(key), 'aria-label': this.label(title), onChange: () => {
      if (box.checked) this.#ticked.add(key);
      else this.#ticked.delete(key);
      this.#picks = !this.isWhole;
      this.#changed();
    } });
    const element = h('div.publish-pick', h('label.publish-box', box), h('div.publish-picked', error, view));
    this.#boxes.set(key, { box, error, element });
    element.classList.toggle('off', !box.checked);
    return element;
  }

  #all(on) {
    for (const key of this.#found.keys) {
      if (on) this.#ticked.add(key);
      else this.#ticked.delete(key);
    }
    this.#picks = !on;
    this.#changed();
  }

  #changed() {
    for (const key of this.#found.keys) this.#setError(key, null);
    this.draw();
    this.onChange();
  }

  draw() {
    for (const [key, { box, element }] of this.#boxes) {
      box.checked = this.#ticked.has(key);
      element.classList.toggle('off', !box.checked);
    }
    this.all.checked = this.isWhole;
    this.all.indeterminate = !this.isWhole && !this.isNone;
    const text = t('choice.count', { chosen: this.count, count: this.total });
    if (this.text.textContent !== text) this.text.textContent = text;
  }

  #setError(key, text) {
    const { box, error } = this.#boxes.get(key) ?? {};
    if (!box) return;
    replace(error, text && icon('warning', { size: 14 }), text && h('span', text));
    error.hidden = !text;
    if (text) box.setAttribute('aria-describedby', error.id);
    else box.removeAttribute('aria-describedby');
    box.setAttribute('aria-invalid', String(Boolean(text)));
  }

  /** Shows the errors of a rejected `only` at their boxes. Returns whether there is any box for them. */
  showIssues(problem, text) {
    const { blocks = [] } = this.selection;
    const keys = problem.errors.map(({ pointer }) => {
      const [, place] = /^\/only\/blocks\/(\d+)$/.exec(pointer) ?? [];
      return place === undefined ? { '/only/order': ORDER, '/only/data': DATA }[pointer] : blocks[Number(place)];
    }).filter((key) => this.#boxes.has(key));
    for (const key of keys) this.#setError(key, text);
    if (keys.length) this.#boxes.get(keys[0]).box.focus();
    return keys.length > 0;
  }

  /** The key of the focused box, to restore the focus after drawing again. */
  get focused() { return [...this.#boxes].find(([, { box }]) => box === document.activeElement)?.[0] ?? null; }

  focus(key) { this.#boxes.get(key)?.box.focus({ preventScroll: true }); }
}

// Returns 'fresh' for a new change, 'changed' for one that differs from before, else null.
function markOf(key, before, now) {
  if (!before.keys.includes(key)) return 'fresh';
  if (key === DATA) return null;
  if (key === ORDER) {
    const there = new Set(before.after.order.filter((code) => now.after.order.includes(code)));
    const common = ({ order }) => order.filter((code) => there.has(code));
    return sameOrder(common(before.after), common(now.after)) ? null : 'changed';
  }
  const [was, is] = [before, now].map(({ found }) => found.sections.find(({ code }) => code === key));
  return sameBlock(was.after, is.after) ? null : 'changed';
}
