// The tab Languages: the content that differs by language.
import { h, onKey, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { confirm } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { languageName } from './audience-sentence.js';
import { dropLostRules } from './card-rules.js';
import { fields } from './form.js';
import { RootSlot } from './slots.js';
import { isTag, tagOptions } from './tag-input.js';
import '../text/reasons.js';

const MOST = 50;

export function languagesPanel(context) {
  return new LanguagesPanel(context);
}

class LanguagesPanel {
  #form = null;

  constructor(context) {
    this.context = context;
    this.element = h('div.edit-tab');
    this.chosen = this.#tags[0] ?? null;
    this.destroy = context.model.on((type) => type === 'errors' && this.#form?.refresh());
    this.show();
  }

  get #tags() {
    return Object.keys(this.context.model.value.localizations ?? {});
  }

  show() {
    const { context, element } = this;
    if (!this.#tags.includes(this.chosen)) this.chosen = this.#tags[0] ?? null;
    const { chosen } = this;
    this.#form = chosen ? this.#makeForm(chosen) : null;
    replace(element, h('p.edit-note', t('edit.language.hint')), this.#list(),
      chosen && h('section.edit-language', { 'aria-label': languageName(chosen) }, this.#head(), this.#form.element),
      !context.readOnly && this.#tags.length < MOST && this.#addField());
    this.#form?.refresh();
  }

  reveal([, tag, ...path]) {
    if (tag !== this.chosen && this.#tags.includes(tag)) this.#choose(tag);
    return this.#form?.reveal(path);
  }

  #choose(tag) {
    this.chosen = tag;
    this.show();
  }

  #makeForm(tag) {
    const { model, layout } = this.context;
    return fields(this.context, new RootSlot(model, ['localizations', tag], () => model.value.content), layout.root);
  }

  #list() {
    if (!this.#tags.length) return h('p.edit-none', icon('translate'), t('edit.language.none'));
    return h('ul.edit-languages', this.#tags.map((tag) => h('li', h('button.button', {
      'aria-pressed': String(tag === this.chosen), onClick: () => {
        this.#choose(tag);
        this.element.querySelector('.edit-languages [aria-pressed="true"]')?.focus();
      } }, languageName(tag), h('code', tag), this.#issueCount(tag)))));
  }

  #issueCount(tag) {
    const count = this.context.model.errorsBelow(['localizations', tag]);
    return count > 0 && badge(t('edit.errors', { count }), 'bad', 'warning');
  }

  #head() {
    const name = languageName(this.chosen);
    return h('header.edit-language-head', h('h3', name), !this.context.readOnly && h('button.button.small', {
      onClick: () => this.#remove() }, icon('trash', { size: 16 }), t('edit.language.remove', { name })));
  }

  async #remove() {
    const { model } = this.context;
    const name = languageName(this.chosen);
    if (!await confirm({ title: t('edit.language.remove', { name }), text: t('edit.language.remove.text', { name }),
      action: t('edit.language.remove.do'), danger: true })) return;
    delete model.value.localizations[this.chosen];
    if (!this.#tags.length) model.value.localizations = null;
    dropLostRules(this.context);
    model.changed();
    this.#choose(null);
    this.element.querySelector('button, input')?.focus();
  }

  #addField() {
    const options = tagOptions(languageName);
    const input = h('input', { type: 'text', list: options.id, autocomplete: 'off', spellcheck: 'false', placeholder: 'en' });
    const add = () => made.setError(this.#add(input.value.trim().replaceAll('_', '-')));
    const made = field({ label: t('edit.language.add'), hint: t('edit.language.add.hint'), input,
      control: h('div.edit-adjacent', input, h('button.button', { onClick: add }, icon('plus', { size: 16 }), t('edit.add')),
        options.element) });
    onKey(input, (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      add();
    });
    return h('div.edit-language-add', made.element);
  }

  /** Adds a language; returns why its tag is not valid, or null. */
  #add(tag) {
    const { model } = this.context;
    if (!isTag(tag)) return t('reason.language');
    if (this.#tags.some((one) => one.toLowerCase() === tag.toLowerCase())) return t('edit.language.twice');
    model.value.localizations = { ...model.value.localizations, [tag]: {} };
    model.changed();
    this.#choose(tag);
    this.#form?.children[0]?.reveal([]);
    return null;
  }
}
