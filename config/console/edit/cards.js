// A list of cards: rows with a picture and a title, which open to show forms and can be reordered.
import { h, reconcile, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { dragRows } from './card-drag.js';
import { CardFiles } from './card-files.js';
import { CardRow } from './card-row.js';
import { RULE, cardId, dropLostRules, followId, idPlaces } from './card-rules.js';
import { catalogueButtons } from './catalogue-choice.js';
import { OnlyCard, isAlone } from './only-card.js';
import { cardTitle } from './thumbs.js';
import { clone, isObject, pointer } from './values.js';

let serial = 0;

class CardList {
  constructor(context, slot, node, { title }) {
    Object.assign(this, { context, slot, node, label: title, itemNode: context.layout.items(node) });
    this.keys = new WeakMap();
    this.rows = new Map();
    this.list = h('ol.edit-cards', { 'aria-label': title });
    this.count = h('span.edit-cards-count');
    this.error = h('p.field-error', { hidden: true });
    this.own = h('div.edit-cards-language');
    this.buttons = h('div.edit-cards-add');
    this.element = h('div.edit-cards-place', { role: 'group', 'aria-label': title },
      h('header.edit-cards-head', h('h3', title), this.count), this.own, this.error, this.list, this.buttons);
    this.files = new CardFiles(this);
    this.element.append(this.files.element);
    if (!this.isFixed) dragRows(this.list, (from, to) => this.move(from, to, 'pointer'));
    this.draw();
    // A single card starts open.
    if (this.rows.size === 1) this.rows.values().next().value.open();
  }

  /** The cards; in a language without cards of its own, the default ones. */
  get items() {
    return Array.isArray(this.slot.shown) ? this.slot.shown : [];
  }

  /** Whether this language uses the default cards. */
  get isBorrowed() {
    return this.slot.overlay && !Array.isArray(this.slot.value);
  }

  get isFixed() {
    return this.context.readOnly;
  }

  key(item) {
    if (!isObject(item)) return String(this.items.indexOf(item));
    if (!this.keys.has(item)) this.keys.set(item, `card-${++serial}`);
    return this.keys.get(item);
  }

  draw() {
    const { items } = this;
    const changeable = !this.isFixed && !this.isBorrowed;
    this.list.classList.toggle('fixed', !changeable);
    const keys = new Set(items.map((item) => this.key(item)));
    for (const key of this.rows.keys()) if (!keys.has(key)) this.rows.delete(key);
    if (this.isBorrowed) replace(this.list);
    reconcile(this.list, this.isBorrowed ? [] : items, (item) => this.key(item), (item) => this.make(item),
      (element, item) => this.rows.get(this.key(item))?.update());
    this.count.textContent = t('edit.cards', { count: items.length });
    replace(this.buttons, changeable && [this.addButton(items), this.filesButton(items), this.catalogueButtons(items)], !items.length && h('p.edit-cards-none',
      t(!this.isMain ? 'edit.cards.none' : this.context.model.value.source ? 'edit.cards.filled' : 'edit.cards.hidden')));
    this.drawLanguage();
    this.refresh();
  }

  get isMain() {
    return pointer(this.slot.inside()) === this.context.layout.settings.items;
  }

  /** Returns the id by which a rule refers to a card. */
  idOf(item) {
    return cardId(item, idPlaces(this.context.layout));
  }

  addButton(items) {
    const most = this.node.maxItems ?? Infinity;
    const full = items.length >= most;
    return h('button.button', { disabled: full, title: full ? t('edit.cards.most', { most }) : null,
      onClick: () => this.add() }, icon('plus'), t('edit.card.add', { title: this.label }));
  }

  filesButton(items) {
    return items.length < (this.node.maxItems ?? Infinity) && this.files.button();
  }

  catalogueButtons(items) {
    return items.length < (this.node.maxItems ?? Infinity) && catalogueButtons(this);
  }

  drawLanguage() {
    if (!this.slot.overlay) return;
    replace(this.own, h('p', this.isBorrowed ? t('edit.cards.default') : t('edit.cards.own')),
      !this.isFixed && h('button.button.small', { onClick: () => {
        if (this.isBorrowed) this.slot.keep(clone(this.items));
        else this.slot.remove();
        if (this.isMain) dropLostRules(this.context);
        this.draw();
      } }, this.isBorrowed ? t('edit.cards.translate') : t('edit.language.back')));
  }

  make(item) {
    const row = new CardRow(this, item);
    this.rows.set(this.key(item), row);
    return row.element;
  }

  write(items) {
    if (!Array.isArray(this.slot.value)) this.slot.parent.ensure()[this.slot.key] = [];
    this.slot.value.splice(0, Infinity, ...items);
    if (this.isMain) dropLostRules(this.context);
    this.context.model.forgetErrors(this.slot.path());
    this.context.model.changed(this.slot);
    this.draw();
  }

  /** Changes a card that may be open; discards invalid input in its form. */
  rewrite(item, change) {
    const place = this.items.indexOf(item);
    if (place < 0) return;
    const { model } = this.context;
    const id = this.idOf(item);
    change();
    if (this.isMain) followId(this.context, id, this.idOf(item));
    model.forgetUnread(item);
    model.forgetErrors([...this.slot.path(), place]);
    model.changed(this.slot);
    this.rows.get(this.key(item))?.renew();
    this.draw();
  }

  add() {
    const card = this.context.sampler.card(this.itemNode, this.items);
    this.write([...this.items, card]);
    const row = this.rows.get(this.key(card));
    row?.open();
    row?.inner?.children[0]?.reveal([]);
  }

  duplicate(item) {
    const copy = this.context.sampler.copy(item, this.items);
    const place = this.items.indexOf(item) + 1;
    this.write(this.items.toSpliced(place, 0, copy));
    this.rows.get(this.key(copy))?.focus();
  }

  remove(item) {
    const place = this.items.indexOf(item);
    const name = cardTitle(item, place);
    const { model } = this.context;
    const id = this.idOf(item);
    const rule = this.isMain ? model.value.cards?.[id] : undefined;
    this.write(this.items.toSpliced(place, 1));
    const next = this.items[Math.min(place, this.items.length - 1)];
    if (next) this.rows.get(this.key(next))?.focus();
    else this.buttons.querySelector('button')?.focus();
    toast(t('edit.card.deleted', { name }), { action: { label: t('edit.undo'), run: () => {
      if (rule) model.value.cards = { ...model.value.cards, [id]: rule };
      this.write(this.items.toSpliced(Math.min(place, this.items.length), 0, item));
      this.rows.get(this.key(item))?.focus();
    } } });
  }

  move(from, to) {
    const target = Math.max(0, Math.min(to, this.items.length - 1));
    if (this.isFixed || from === target || from < 0) return;
    const item = this.items[from];
    this.write(this.items.toSpliced(from, 1).toSpliced(target, 0, item));
    announce(t('edit.card.moved', { name: cardTitle(item, target), n: target + 1, count: this.items.length }));
    this.rows.get(this.key(item))?.element.scrollIntoView({ block: 'nearest' });
  }

  refresh() {
    const reason = this.context.model.errorAt(this.slot.path());
    this.error.hidden = !reason;
    replace(this.error, reason && icon('warning', { size: 14 }), reason && h('span', this.context.reason(reason)));
    for (const row of this.rows.values()) row.refresh();
  }

  reveal(path) {
    const item = this.items[Number(path[0])];
    const row = item && this.rows.get(this.key(item));
    if (!row) {
      this.element.tabIndex = -1;
      this.element.focus();
      return this;
    }
    row.open();
    if (path[1] === RULE) {
      row.rule?.reveal(path.slice(2));
      return row;
    }
    return path.length > 1 ? row.inner?.reveal(path.slice(1)) ?? row.focus() : row.focus();
  }
}

export function cards(context, slot, node, options) {
  const makeList = () => new CardList(context, slot, node, options);
  return isAlone(slot, node) ? new OnlyCard(context, slot, node, { ...options, makeList }) : makeList();
}

