// A collapsible object of the form, which can be added and removed if it is optional.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { parent } from './form-handle.js';
import { titleOf } from './labels.js';
import { isFolded, isTechnical, kinds, nullable } from './layout.js';
import { isObject } from './values.js';

/** The fields of an object, in a group unless that would be redundant. */
export function group(context, slot, key, node, { required }) {
  const depth = slot.inside().length;
  const only = onlyMember(context.layout, node);
  if (only && depth <= 1) {
    // A group around a single list is redundant.
    const made = context.form.part(context, slot, only, context.layout.property(node, only), { required: true });
    return made && parent(made.element, slot, [made]);
  }
  if (key === 'uiElement' && depth > 1 && isObject(slot.shown)) {
    // Not collapsed: operators open a card to change how it looks.
    const inner = context.form.fields(context, slot, node);
    return { ...inner, element: h('div.edit-inline', inner.element) };
  }
  return new Group(context, slot, node, { title: titleOf(node, key),
    optional: !slot.overlay && (nullable(node) || (!required && depth > 1)) });
}

class Group {
  #inner = null;

  constructor(context, slot, node, { title, optional }) {
    Object.assign(this, { context, slot, node, label: title });
    this.isOpen = slot.inside().length <= 1;
    this.element = h('div.edit-group-place');
    this.body = h('div.edit-group-body');
    this.count = h('span.edit-count');
    this.details = h('details.edit-group', { open: this.isOpen, onToggle: () => this.details.open && this.#fill() },
      h('summary', { id: uid('group') }, icon('chevron-right', { size: 16 }), h('span.edit-group-title', title),
        h('span.edit-group-note'), this.count), this.body);
    this.addButton = h('button.button.small', { onClick: () => this.#add() },
      icon('plus', { size: 16 }), t('edit.group.add', { title }));
    this.removeButton = optional && !context.readOnly && h('button.button.small.edit-group-remove', {
      onClick: () => this.#remove() }, icon('trash', { size: 16 }), t('edit.group.remove', { title }));
    this.#draw(this.isOpen);
  }

  refresh() {
    const errors = this.context.model.errorsBelow(this.slot.path());
    replace(this.count, errors > 0 && badge(t('edit.errors', { count: errors }), 'bad', 'warning'));
    this.#inner?.refresh();
  }

  reveal(path) {
    if (!isObject(this.slot.shown)) {
      this.addButton.focus();
      return this;
    }
    this.#fill();
    this.details.open = true;
    const found = this.#inner?.reveal(path);
    if (!found) this.details.querySelector('summary').focus();
    return found ?? this;
  }

  /** Creates the fields when they are first shown. */
  #fill() {
    if (!this.#inner && isObject(this.slot.shown)) {
      this.#inner = this.context.form.fields(this.context, this.slot, this.node);
    }
    if (this.#inner && !this.body.contains(this.#inner.element)) this.body.prepend(this.#inner.element);
  }

  #draw(opened) {
    if (isObject(this.slot.shown)) {
      this.details.open = opened;
      replace(this.body, this.removeButton);
      if (opened || this.#inner) this.#fill();
      replace(this.element, this.details);
    } else {
      replace(this.element, h('div.edit-group-none', h('span.edit-group-title', this.label),
        this.context.readOnly ? h('span', t('edit.none')) : this.addButton));
    }
    this.refresh();
  }

  #add() {
    this.slot.set(this.context.sampler.object({ ...this.node, type: 'object' }, []));
    this.#draw(true);
    this.#inner?.children[0]?.reveal([]);
  }

  #remove() {
    if (nullable(this.node)) this.slot.set(null);
    else this.slot.remove();
    this.#inner = null;
    this.#draw(this.isOpen);
    this.addButton.focus();
  }
}

function onlyMember(layout, node) {
  const names = Object.keys(node.properties ?? {}).map((key) => [key, layout.property(node, key)])
    .filter(([, inner]) => !isTechnical(inner) && !isFolded(inner)).map(([key]) => key);
  return names.length === 1 && kinds(layout.property(node, names[0]))[0] === 'array' ? names[0] : null;
}

