// The row of a card, which opens to show the forms of its fields and of its rule.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { badge } from '../ui/widgets.js';
import { CardRule, ruleBadges } from './card-rule.js';
import { followId } from './card-rules.js';
import { catalogueButtons } from './catalogue-choice.js';
import { cardNote, cardTitle, thumbOf } from './thumbs.js';

/** A card of a list: a row that opens to show its form. */
export class CardRow {
  constructor(list, item) {
    Object.assign(this, { list, item });
    this.thumb = h('span.edit-card-thumb');
    this.title = h('span.edit-card-title');
    this.note = h('span.edit-card-note');
    this.errors = h('span.edit-count');
    this.states = h('span.edit-card-states');
    this.ruleOutlet = h('div');
    this.id = list.idOf(item);
    const update = () => this.update();
    this.panel = h('div.edit-card-panel', { hidden: true, onInput: update, onChange: update });
    this.button = h('button.edit-card-open', { 'aria-expanded': 'false',
      onClick: () => (this.panel.hidden ? this.open() : this.close()) },
    icon('chevron-right', { size: 16 }), this.thumb, h('span.edit-card-words', this.title, this.note), this.states, this.errors);
    this.element = h('li.edit-card', { onKeydown: (event) => this.onKey(event) },
      h('div.edit-card-row', this.grip(), this.button, this.tools()), this.panel);
  }

  get place() {
    return this.list.items.indexOf(this.item);
  }

  grip() {
    return !this.list.isFixed && h('span.edit-card-grip', { 'aria-hidden': 'true', title: t('edit.card.drag') },
      icon('grip', { size: 18 }));
  }

  tools() {
    if (this.list.isFixed) return null;
    const { list } = this;
    this.up = h('button.icon-button.small', { onClick: () => this.step(-1) }, icon('up', { size: 16 }));
    this.down = h('button.icon-button.small', { onClick: () => this.step(1) }, icon('down', { size: 16 }));
    this.menu = menuButton({ label: t('edit.card.menu'), icon: 'more', className: 'small', items: () => [
      { label: t('edit.card.top'), icon: 'top', disabled: this.place === 0, run: () => list.move(this.place, 0) },
      { label: t('edit.card.bottom'), icon: 'bottom', disabled: this.place === list.items.length - 1,
        run: () => list.move(this.place, list.items.length - 1) },
      '-',
      { label: t('edit.duplicate.card'), icon: 'copy', run: () => list.duplicate(this.item) },
      { label: t('edit.delete'), icon: 'trash', danger: true, run: () => list.remove(this.item) },
    ] });
    return h('span.edit-card-tools', this.up, this.down, this.menu);
  }

  step(by) {
    const button = by < 0 ? this.up : this.down;
    this.list.move(this.place, this.place + by);
    if (button.disabled) this.focus();
    else button.focus();
  }

  onKey(event) {
    if (!event.altKey || this.list.isFixed || event.target.closest('.edit-card') !== this.element) return;
    const moves = { ArrowUp: this.place - 1, ArrowDown: this.place + 1, Home: 0, End: this.list.items.length - 1 };
    if (!(event.key in moves) || event.target.closest('.edit-card-panel')) return;
    event.preventDefault();
    event.stopPropagation();
    this.list.move(this.place, moves[event.key]);
    this.focus();
  }

  open() {
    if (!this.inner) {
      const slot = this.list.slot.card(this.item);
      const { context } = this.list;
      this.inner = context.form.fields(context, slot, this.list.itemNode);
      const buttons = this.list.isFixed ? [] : catalogueButtons(this.list, this);
      replace(this.panel, buttons.length > 0 && h('div.edit-card-catalogues', buttons), this.inner.element, this.ruleOutlet);
      this.makeRule();
    }
    this.panel.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
    this.element.classList.add('open');
  }

  /** Creates the form again: the card has other values. */
  renew() {
    this.inner = null;
    replace(this.panel);
    if (!this.panel.hidden) this.open();
  }

  makeRule() {
    this.rule?.destroy();
    this.rule = this.list.isMain ? new CardRule(this.list.context, this.id) : null;
    replace(this.ruleOutlet, this.rule?.element);
  }

  /** Shows the card's rule, which follows the id while it is being edited. */
  updateRule() {
    if (!this.list.isMain) return;
    const id = this.list.idOf(this.item);
    if (id !== this.id) {
      followId(this.list.context, this.id, id);
      this.id = id;
      if (this.inner) this.makeRule();
    }
    replace(this.states, ruleBadges(this.list.context, id));
  }

  close() {
    this.panel.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
    this.element.classList.remove('open');
  }

  focus() {
    this.button.focus();
    return this;
  }

  update() {
    const { place } = this;
    const name = cardTitle(this.item, place);
    this.title.textContent = name;
    this.note.textContent = cardNote(this.item, name);
    const thumb = thumbOf(this.item);
    const source = thumb.querySelector('img')?.src ?? '';
    if (source !== this.source) replace(this.thumb, thumb);
    this.source = source;
    this.updateRule();
    if (!this.up) return;
    this.up.disabled = place === 0;
    this.down.disabled = place === this.list.items.length - 1;
    this.name(this.up, t('edit.card.up', { name }));
    this.name(this.down, t('edit.card.down', { name }));
    this.name(this.menu, t('edit.card.menuOf', { name }));
  }

  name(button, text) {
    button.setAttribute('aria-label', text);
    button.title = text;
  }

  refresh() {
    const path = this.list.slot.card(this.item).path();
    const { model } = this.list.context;
    const errors = model.errorsBelow(path) + (this.list.isMain ? model.errorsBelow(['cards', this.id]) : 0);
    replace(this.errors, errors > 0 && badge(t('edit.errors', { count: errors }), 'bad', 'warning'));
    this.update();
    this.inner?.refresh();
  }
}
