// An input of several language tags: each a removable chip, and an input with suggestions.
import { h, onKey, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import '../text/reasons.js';

const COMMON_TAGS = ['zh', 'zh-Hans', 'zh-Hant', 'zh-Hant-HK', 'zh-Hant-TW', 'en', 'en-GB', 'en-US', 'ja', 'ko', 'fr',
  'de', 'es', 'pt', 'pt-BR', 'ru', 'it', 'vi', 'th', 'id', 'ms', 'ar', 'tr', 'hi'];

export const isTag = (text) => /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(text);

/** An input of one language tag with names to choose from. */
export function tagOptions(nameOf) {
  const id = uid('tags');
  const element = h('datalist', { id }, COMMON_TAGS.map((tag) => h('option', { value: tag }, nameOf(tag))));
  return { id, element };
}

export function tagInput({ label, hint, values, nameOf, onChange, readOnly }) {
  let present = [...values];
  const chips = h('ul.edit-chips');
  const options = tagOptions(nameOf);
  const input = h('input', { type: 'text', list: options.id, readOnly, autocomplete: 'off', spellcheck: 'false',
    placeholder: t('edit.who.locales.add') });
  const add = !readOnly && h('button.button', { onClick: () => take() }, icon('plus', { size: 16 }), t('edit.add'));
  const made = field({ label, hint, input,
    control: h('div', chips, !readOnly && h('div.edit-adjacent', input, add), options.element) });

  function take() {
    const tag = input.value.trim().replaceAll('_', '-');
    if (!tag) return;
    if (!isTag(tag)) {
      made.setError(t('reason.language'));
      return;
    }
    made.setError(null);
    input.value = '';
    if (!present.some((one) => one.toLowerCase() === tag.toLowerCase())) present = [...present, tag];
    changed();
    input.focus();
  }

  function changed() {
    draw();
    onChange(present);
  }

  function draw() {
    chips.hidden = !present.length;
    replace(chips, present.map((tag, place) => h('li.edit-chip', h('span', nameOf(tag)), nameOf(tag) !== tag && h('code', tag),
      !readOnly && h('button.icon-button.small', { 'aria-label': t('edit.remove', { name: nameOf(tag) }), onClick: () => {
        present = present.toSpliced(place, 1);
        changed();
        (chips.querySelectorAll('button')[Math.min(place, present.length - 1)] ?? input).focus();
      } }, icon('close', { size: 14 })))));
  }

  onKey(input, (event) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    take();
  });
  input.addEventListener('change', () => COMMON_TAGS.includes(input.value.trim()) && take());
  draw();
  return { element: made.element, setError: made.setError, focus: () => input.focus() };
}
