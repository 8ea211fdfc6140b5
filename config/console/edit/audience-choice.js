// Choosing a named audience, and the values of attributes.
import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { whomOf } from './audience-sentence.js';
import { isObject, listOf } from './values.js';

/** The named audiences, and the values of each attribute that the server declares. */
export async function loadAudiences(options) {
  return (await get('/api/audiences', null, options)).data;
}

const titleOf = ({ name, title }) => (title ? `${title} (${name})` : name);

/** A named audience, or conditions of the section's own; `onChange` comes after the model has them. */
export function audienceChoice({ model, readOnly, reason }, onChange) {
  const present = () => (isObject(model.value.audience) ? model.value.audience : {});
  const select = h('select', { disabled: readOnly, onChange: () => choose(select.value) });
  const made = field({ label: t('edit.who.named'), hint: t('edit.who.named.hint'), input: select });
  const whom = h('p.edit-note', { 'aria-live': 'polite' });
  const element = h('section.edit-card-box', made.element, whom);
  let known = [];

  function draw() {
    const { name } = present();
    const isGone = name && !known.some((one) => one.name === name);
    replace(select, h('option', { value: '' }, t('edit.who.named.own')),
      isGone && h('option', { value: name }, t('edit.who.named.gone', { name })),
      known.map((one) => h('option', { value: one.name }, titleOf(one))));
    select.value = name ?? '';
    replace(whom, name && whomOf(present()));
    whom.hidden = !name;
    element.hidden = !name && !known.length;
  }

  function choose(name) {
    const chosen = known.find((one) => one.name === name);
    const { name: _, ...own } = present();
    if (chosen) model.value.audience = { name, ...chosen.audience };
    else if (!name) model.value.audience = Object.keys(own).length ? own : null;
    for (const place of [...model.errors.keys()]) if (place.startsWith('/audience')) model.errors.delete(place);
    model.changed();
    draw();
    onChange();
  }

  draw();
  return { element, name: 'name', focus: () => select.focus(),
    take(audiences) {
      known = audiences;
      draw();
    },
    refresh() {
      const issue = model.errorAt(['audience', 'name']) ?? (present().name ? model.errorAt(['audience']) : null);
      made.setError(issue && reason(issue));
    } };
}

/** Check boxes for the values of each attribute: those that are declared, and those that the audience has. */
export function attributeBoxes({ declared, present, readOnly, onChange }) {
  const chosen = Object.fromEntries(Object.entries(isObject(present) ? present : {}).map(([name, values]) => [name, new Set(listOf(values))]));
  const names = [...new Set([...Object.keys(declared), ...Object.keys(chosen)])].sort();
  const tell = () => onChange(Object.fromEntries(Object.entries(chosen).filter(([, values]) => values.size)
    .map(([name, values]) => [name, [...values].sort()])));
  const groups = names.map((name) => {
    const values = [...new Set([...listOf(declared[name]), ...(chosen[name] ?? [])])];
    const boxes = values.map((value) => {
      const isDeclared = listOf(declared[name]).includes(value);
      const input = h('input', { type: 'checkbox', checked: chosen[name]?.has(value) ?? false, disabled: readOnly,
        onChange: () => {
          chosen[name] ??= new Set();
          if (input.checked) chosen[name].add(value);
          else chosen[name].delete(value);
          tell();
        } });
      return h('label.edit-check', input, isDeclared ? value : t('edit.who.attributes.gone', { value }));
    });
    return field({ label: name, input: h('div.edit-checks', { role: 'group' }, boxes) });
  });
  return { isEmpty: !names.length, element: h('div.edit-tab-parts', groups.map((group) => group.element)),
    focus: () => groups[0]?.input.querySelector('input')?.focus(),
    setError: (text) => groups.forEach((group, index) => group.setError(index === 0 ? text : null)) };
}
