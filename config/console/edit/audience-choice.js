// Chooses a named audience, and values of attributes.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { whomOf } from './audience-sentence.js';
import { RootSlot } from './slots.js';
import { at, isObject, listOf, pointer } from './values.js';

const titleOf = ({ name, title }) => (title ? `${title} (${name})` : name);

/**
 * Chooses a named audience or own conditions for a section, or for the card whose rule is at `path`. `onChange` is
 * called after the model is updated.
 */
export function audienceChoice({ model, readOnly, reason, path = [] }, onChange) {
  const place = [...path, 'audience'];
  const present = () => {
    const audience = at(model.value, place);
    return isObject(audience) ? audience : {};
  };
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
    for (const error of [...model.errors.keys()]) if (error.startsWith(pointer(place))) model.errors.delete(error);
    const slot = new RootSlot(model, path).child('audience');
    if (chosen) slot.set({ name, ...chosen.audience });
    else if (!name) slot.set(Object.keys(own).length ? own : null);
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
      const issue = model.errorAt([...place, 'name']) ?? (present().name ? model.errorAt(place) : null);
      made.setError(issue && reason(issue));
    } };
}

/** Check boxes for the values of each attribute: the declared ones and those of the audience. */
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
