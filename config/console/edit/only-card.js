// The only element of a list within a card: the card's form shows its fields until there are more elements.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { titleOf } from './labels.js';
import { isObject } from './values.js';

/** Whether a list within a card has exactly one element and requires at least one. */
export function isAlone(slot, node) {
  const { value } = slot;
  return isWithinCard(slot) && !slot.overlay && Array.isArray(value) && value.length === 1 && isObject(value[0])
    && (node.minItems ?? 0) >= 1;
}

export const isWithinCard = (slot) => slot.inside().some(Number.isInteger);

export class OnlyCard {
  /** `makeList()` creates the list that replaces the fields once there are more elements. */
  constructor(context, slot, node, { title, makeList }) {
    Object.assign(this, { slot, makeList, label: title });
    const [item] = slot.value;
    const itemNode = context.layout.items(node);
    this.inner = context.form.fields(context, slot.card(item), itemNode);
    const full = (node.maxItems ?? Infinity) <= 1;
    this.fieldset = h('fieldset.edit-inline.framed.edit-only-card', h('legend', titleOf(itemNode, title)), this.inner.element,
      !context.readOnly && !full
      && h('button.button.small', { onClick: () => this.add() }, icon('plus', { size: 16 }), t('edit.card.add', { title })));
    this.element = h('div.edit-only-place', this.fieldset);
  }

  add() {
    this.becomeList().add();
  }

  becomeList() {
    this.list ??= this.makeList();
    if (!this.element.contains(this.list.element)) replace(this.element, this.list.element);
    return this.list;
  }

  refresh() {
    (this.list ?? this.inner).refresh();
  }

  reveal(path) {
    if (this.list || this.slot.value?.length !== 1) return this.becomeList().reveal(path);
    return this.inner.reveal(path.slice(1)) ?? this.inner.children[0]?.reveal([]);
  }
}
