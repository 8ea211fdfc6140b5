// The tab Who: platforms, app versions, languages, attributes and a percentage of the users, or a named audience, for a
// section or for the card whose rule is at `path`.
import { h, replace, uid } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { toggle } from '../ui/widgets.js';
import { loadAudiences } from '../page/audiences.js';
import { attributeBoxes, audienceChoice } from './audience-choice.js';
import { isApart, languageName, platformName } from './audience-sentence.js';
import { RootSlot } from './slots.js';
import { tagInput } from './tag-input.js';
import { at, isObject, listOf, pointer } from './values.js';
import '../text/reasons.js';

const PLATFORMS = ['ios', 'android', 'web'];

/** With `isDefinition`, the panel defines a named audience: it does not offer the choice of one. */
export function audiencePanel(context, { isDefinition = false } = {}) {
  const { model } = context;
  const place = h('div.edit-tab-parts');
  const choicePlace = h('div.edit-tab-parts');
  let parts = [];
  let declared = {};
  const refresh = () => parts.forEach((part) => part.refresh());
  const draw = () => {
    model.unread.forEach((_, part) => parts.includes(part) && model.setUnread(part, null));
    const isNamed = Boolean(audienceOf(context).name) && !isDefinition;
    parts = isNamed ? [] : [platforms, versions, locales, attributes, share].map((make) => make(context, declared));
    replace(place, parts.map((part) => part.element));
    refresh();
  };
  const choice = isDefinition ? null : audienceChoice(context, draw);
  if (choice) replace(choicePlace, choice.element);
  const off = model.on((type) => {
    if (type !== 'errors') return;
    refresh();
    choice?.refresh();
  });
  draw();
  const loading = loadAudiences().then((known) => {
    ({ attributes: declared } = known);
    choice?.take(known.audiences);
    if (Object.keys(declared).length) draw();
  }, () => {});
  return { element: h('div.edit-tab', choicePlace, place), loading,
    destroy() { off(); },
    reveal([, name]) {
      const part = parts.find((one) => one.name === name) ?? parts[0] ?? choice;
      part?.focus();
    } };
}

const placeOf = ({ path = [] }, ...inside) => [...path, 'audience', ...inside];

function audienceOf(context) {
  const audience = at(context.model.value, placeOf(context));
  return isObject(audience) ? audience : {};
}

/** Writes one condition; an audience without conditions is everybody. */
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

const filled = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value));

/** The minimum and maximum version, for all platforms or for one. */
function versionPair(context, platform) {
  const { model, readOnly } = context;
  const path = placeOf(context, 'appVersion', ...(platform ? [platform] : []));
  const rangeOf = () => {
    const all = audienceOf(context).appVersion ?? {};
    return (platform ? all[platform] : all) ?? {};
  };
  const fields = ['min', 'max'].map((name) => {
    const input = h('input', { type: 'text', inputmode: 'decimal', placeholder: name === 'min' ? '9.0' : '9.9',
      value: rangeOf()[name] ?? '', readOnly, autocomplete: 'off', onInput: () => {
        const range = filled({ ...rangeOf(), [name]: input.value.trim() });
        const own = Object.keys(range).length ? range : undefined;
        const all = platform ? filled({ ...audienceOf(context).appVersion, [platform]: own }) : own ?? {};
        write(context, 'appVersion', Object.keys(all).length ? all : undefined);
        model.errors.delete(pointer([...path, name]));
      } });
    const label = t(`edit.who.${name}`);
    const hint = platform ? null : t(`edit.who.${name}.hint`);
    return { name, input, ...field({ label: platform ? `${platformName(platform)}: ${label}` : label, hint, input }) };
  });
  return { element: h('div.edit-pair', fields.map((one) => one.element)), focus: () => fields[0].input.focus(),
    refresh: () => fields.forEach(({ name, setError }) => {
      const whole = name === 'min' ? model.errorAt(path) : null;
      const issue = model.errorAt([...path, name]) ?? whole;
      setError(issue && context.reason(issue));
    }) };
}

function versions(context) {
  const { readOnly } = context;
  let pairs = [];
  const place = h('div.edit-tab-parts');
  const draw = (apart) => {
    pairs = apart ? PLATFORMS.map((name) => versionPair(context, name)) : [versionPair(context)];
    replace(place, apart && h('p.edit-note', t('edit.who.apart.hint')), pairs.map((pair) => pair.element));
  };
  const apart = toggle({ label: t('edit.who.apart'), checked: isApart(audienceOf(context).appVersion), disabled: readOnly,
    onChange: (checked) => {
      write(context, 'appVersion', undefined);
      draw(checked);
    } });
  draw(isApart(audienceOf(context).appVersion));
  return { name: 'appVersion', focus: () => pairs[0].focus(),
    element: box(t('edit.who.versions'), t('edit.who.versions.hint'), apart, place),
    refresh: () => pairs.forEach((pair) => pair.refresh()) };
}

function attributes(context, declared) {
  const boxes = attributeBoxes({ declared, present: audienceOf(context).attributes ?? {}, readOnly: context.readOnly,
    onChange: (chosen) => write(context, 'attributes', Object.keys(chosen).length ? chosen : undefined) });
  return { name: 'attributes', focus: boxes.focus,
    element: boxes.isEmpty ? null : box(t('edit.who.attributes'), t('edit.who.attributes.hint'), boxes.element),
    refresh: () => boxes.setError(errorsOf(context, 'attributes')) };
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
    made.setError(wrong ? t('reason.percent') : null);
    model.setUnread(part, wrong ? { path: placeOf(context, 'percent'), reason: t('reason.percent') } : null);
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

