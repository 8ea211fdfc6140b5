// The tab Languages: for each language, what is said differently there.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { confirm } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { languageName } from './audience-sentence.js';
import { fields } from './form.js';
import { RootSlot } from './slots.js';
import { isTag, tagOptions } from './tag-input.js';

const MOST = 50;

export function languagesPanel(context) {
  const { model, readOnly } = context;
  const element = h('div.edit-tab');
  let chosen = Object.keys(model.value.localizations ?? {})[0] ?? null;
  let form = null;

  const all = () => Object.keys(model.value.localizations ?? {});

  function draw() {
    if (!all().includes(chosen)) chosen = all()[0] ?? null;
    form = chosen ? makeForm(chosen) : null;
    replace(element, h('p.edit-note', t('edit.language.hint')), strip(),
      chosen && h('section.edit-language', { 'aria-label': languageName(chosen) }, head(), form.element),
      !readOnly && all().length < MOST && adding());
    refresh();
  }

  function makeForm(tag) {
    const slot = new RootSlot(model, ['localizations', tag], () => model.value.content);
    return fields(context, slot, context.layout.root);
  }

  function strip() {
    if (!all().length) return h('p.edit-none', icon('translate'), t('edit.language.none'));
    return h('ul.edit-languages', all().map((tag) => h('li', h('button.button', {
      'aria-pressed': String(tag === chosen), onClick: () => {
        chosen = tag;
        draw();
        element.querySelector('.edit-languages [aria-pressed="true"]')?.focus();
      } }, languageName(tag), h('code', tag), countOf(tag)))));
  }

  function countOf(tag) {
    const errors = model.errorsBelow(['localizations', tag]);
    return errors > 0 && badge(t('edit.errors', { count: errors }), 'bad', 'warning');
  }

  function head() {
    return h('header.edit-language-head', h('h3', languageName(chosen)),
      !readOnly && h('button.button.small', { onClick: remove }, icon('trash', { size: 16 }),
        t('edit.language.remove', { name: languageName(chosen) })));
  }

  async function remove() {
    const name = languageName(chosen);
    if (!await confirm({ title: t('edit.language.remove', { name }), text: t('edit.language.remove.text', { name }),
      action: t('edit.language.remove.do'), danger: true })) return;
    delete model.value.localizations[chosen];
    if (!all().length) model.value.localizations = null;
    chosen = null;
    model.changed();
    draw();
    element.querySelector('button, input')?.focus();
  }

  function adding() {
    const options = tagOptions(languageName);
    const input = h('input', { type: 'text', list: options.id, autocomplete: 'off', spellcheck: 'false', placeholder: 'en' });
    const made = field({ label: t('edit.language.add'), hint: t('edit.language.add.hint'), input,
      control: h('div.edit-beside', input, h('button.button', { onClick: take }, icon('plus', { size: 16 }), t('edit.add')),
        options.element) });
    function take() {
      const tag = input.value.trim().replaceAll('_', '-');
      if (!isTag(tag)) return made.setError(t('edit.rule.language'));
      if (all().some((one) => one.toLowerCase() === tag.toLowerCase())) return made.setError(t('edit.language.twice'));
      model.value.localizations = { ...model.value.localizations, [tag]: {} };
      chosen = tag;
      model.changed();
      draw();
      form?.children[0]?.reveal([]);
    }
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      take();
    });
    return h('div.edit-language-add', made.element);
  }

  function refresh() {
    form?.refresh();
  }

  const off = model.on((type) => type === 'errors' && refresh());
  draw();
  return { element, destroy: off, show: () => draw(), reveal([, tag, ...path]) {
    if (tag !== chosen && all().includes(tag)) {
      chosen = tag;
      draw();
    }
    return form?.reveal(path);
  } };
}
