// The tab Who: platforms, app versions, languages and a percentage of the users, of a section or of the card whose rule is
// at `path`.
import { h, replace, uid } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { toggle } from '../ui/widgets.js';
import { languageName, platformName } from './audience-sentence.js';
import { RootSlot } from './slots.js';
import { tagInput } from './tag-input.js';
import { at, isObject, listOf, pointer } from './values.js';

const PLATFORMS = ['ios', 'android', 'web'];

export function audiencePanel(context) {
  const { model } = context;
  const parts = [platforms, versions, locales, share].map((make) => make(context));
  const refresh = () => parts.forEach((part) => part.refresh());
  const off = model.on((type) => type === 'errors' && refresh());
  refresh();
  return { element: h('div.edit-tab', parts.map((part) => part.element)),
    destroy() { off(); },
    reveal([, name]) {
      const part = parts.find((one) => one.name === name) ?? parts[0];
      part.focus();
    } };
}

const placeOf = ({ path = [] }, ...inside) => [...path, 'audience', ...inside];

function audienceOf(context) {
  const audience = at(context.model.value, placeOf(context));
  return isObject(audience) ? audience : {};
}

/** Writes one condition; without any the audience is everybody. */
function write(context, name, value) {
  const audience = { ...audienceOf(context) };
  if (value === undefined) delete audience[name];
  else audience[name] = value;
  if (audience.percent === undefined || audience.percent === null) delete audience.seed;
  const isThere = Object.values(audience).some((condition) => condition !== null && condition !== undefined);
  context.model.errors.delete(pointer(placeOf(context, name)));
  new RootSlot(context.model, context.path ?? []).child('audience').set(isThere ? audience : null);
}

const errorsOf = (context, name) => {
  const whole = pointer(placeOf(context, name));
  const places = [...context.model.errors.entries()].filter(([place]) => place === whole || place.startsWith(`${whole}/`));
  return places.map(([, reason]) => context.reason(reason)).join(' ') || null;
};

function box(title, hint, ...inside) {
  const id = uid('box');
  return h('section.edit-card-box', { 'aria-labelledby': id }, h('h3', { id }, title),
    hint && h('p.edit-note', hint), inside);
}

function platforms(context) {
  const { model, readOnly } = context;
  const chosen = new Set(listOf(audienceOf(context).platforms));
  const boxes = PLATFORMS.map((name) => {
    const input = h('input', { type: 'checkbox', checked: chosen.has(name), disabled: readOnly, onChange: () => {
      if (input.checked) chosen.add(name);
      else chosen.delete(name);
      write(context, 'platforms', chosen.size ? PLATFORMS.filter((one) => chosen.has(one)) : undefined);
    } });
    return h('label.edit-check', input, platformName(name));
  });
  const group = field({ label: t('edit.who.platforms'), hint: t('edit.who.platforms.hint'),
    input: h('div.edit-checks', { role: 'group' }, boxes) });
  return { name: 'platforms', element: box(t('edit.who.apps'), null, group.element),
    focus: () => boxes[0].querySelector('input').focus(),
    refresh: () => group.setError(errorsOf(context, 'platforms')) };
}

function versions(context) {
  const { model, readOnly } = context;
  const fields = ['min', 'max'].map((name) => {
    const input = h('input', { type: 'text', inputmode: 'decimal', placeholder: name === 'min' ? '9.0' : '9.9',
      value: audienceOf(context).appVersion?.[name] ?? '', readOnly, autocomplete: 'off', onInput: () => {
        const range = { ...audienceOf(context).appVersion, [name]: input.value.trim() || undefined };
        const present = Object.fromEntries(Object.entries(range).filter(([, version]) => version));
        write(context, 'appVersion', Object.keys(present).length ? present : undefined);
        model.errors.delete(pointer(placeOf(context, 'appVersion', name)));
      } });
    return { name, input, ...field({ label: t(`edit.who.${name}`), hint: t(`edit.who.${name}.hint`), input }) };
  });
  return { name: 'appVersion', focus: () => fields[0].input.focus(),
    element: box(t('edit.who.versions'), t('edit.who.versions.hint'),
      h('div.edit-pair', fields.map((one) => one.element))),
    refresh: () => fields.forEach(({ name, setError }) => {
      const whole = name === 'min' ? model.errorAt(placeOf(context, 'appVersion')) : null;
      const reason = model.errorAt(placeOf(context, 'appVersion', name)) ?? whole;
      setError(reason && context.reason(reason));
    }) };
}

function locales(context) {
  const { model, readOnly } = context;
  const tags = tagInput({ label: t('edit.who.locales'), hint: t('edit.who.locales.hint'), readOnly,
    values: listOf(audienceOf(context).locales), nameOf: languageName,
    onChange: (values) => write(context, 'locales', values.length ? values : undefined) });
  return { name: 'locales', element: box(t('edit.who.languages'), null, tags.element), focus: tags.focus,
    refresh: () => tags.setError(errorsOf(context, 'locales')) };
}

function share(context) {
  const { model, readOnly } = context;
  const present = audienceOf(context).percent;
  const on = present !== undefined && present !== null;
  const slider = h('input.edit-slider', { type: 'range', min: 0, max: 100, step: 1, disabled: readOnly,
    'aria-label': t('edit.who.percent') });
  const exact = h('input.edit-percent', { type: 'text', inputmode: 'decimal', readOnly, autocomplete: 'off' });
  const made = field({ label: t('edit.who.percent'), input: exact,
    control: h('div.edit-share', slider, h('span.edit-share-number', exact, h('span', '%'))) });
  const seed = h('input', { type: 'text', readOnly, autocomplete: 'off', spellcheck: 'false',
    value: audienceOf(context).seed ?? '', onInput: () => write(context, 'seed', seed.value) });
  const seedField = field({ label: t('edit.who.seed'), hint: t('edit.who.seed.hint'), input: seed });
  const body = h('div.edit-share-body', made.element, seedField.element);
  const set = (value) => {
    slider.value = String(value);
    exact.value = number(Number(value), { maximumFractionDigits: 2, useGrouping: false });
  };
  const keep = (value) => {
    write(context, 'percent', value);
    if (audienceOf(context).seed === undefined) write(context, 'seed', seed.value);
  };
  slider.addEventListener('input', () => {
    set(slider.value);
    keep(Number(slider.value));
  });
  exact.addEventListener('input', () => {
    const value = Number(exact.value.trim());
    const wrong = exact.value.trim() === '' || !(value >= 0 && value <= 100);
    made.setError(wrong ? t('edit.rule.percent') : null);
    model.setUnread(part, wrong ? { path: placeOf(context, 'percent'), reason: t('edit.rule.percent') } : null);
    if (wrong) return;
    slider.value = String(value);
    keep(value);
  });
  const limit = toggle({ label: t('edit.who.limit'), checked: on, disabled: readOnly, onChange: (checked) => {
    replace(place, checked && body);
    if (checked) {
      if (!seed.value) seed.value = model.value.blockCode.toLowerCase().slice(0, 60);
      set(10);
      keep(10);
    } else {
      model.setUnread(part, null);
      write(context, 'percent', undefined);
    }
  } });
  const place = h('div', on && body);
  if (on) set(present);
  const part = { name: 'percent', focus: () => (body.isConnected ? exact : limit.input).focus(),
    element: box(t('edit.who.share'), t('edit.who.share.hint'), limit, place),
    refresh: () => {
      if (!model.unread.has(part)) made.setError(errorsOf(context, 'percent'));
      seedField.setError(errorsOf(context, 'seed'));
    } };
  return part;
}

