// The audience of a preview: a member of a named audience, and the values of attributes.
import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { NOBODY, PREFIX } from './context-values.js';
import '../text/phone-audience.js';

const first = (values) => (Array.isArray(values) ? values[0] : undefined) ?? '';

/** Returns the context of a user who meets an audience's conditions, except its percentage. */
export function memberOf({ platforms, appVersion, locales, attributes }) {
  const isApart = appVersion && !('min' in appVersion || 'max' in appVersion);
  const platform = first(platforms) || (isApart ? first(Object.keys(appVersion)) : '');
  const range = (isApart ? appVersion[platform] : appVersion) ?? {};
  const values = Object.entries(attributes ?? {}).map(([name, known]) => [PREFIX + name, first(known)]);
  return { ...NOBODY, platform, appVersion: range.min ?? range.max ?? '', locale: first(locales), ...Object.fromEntries(values) };
}

/** Fields that are filled once the audiences and attributes are loaded: {element, take, set}. */
export function memberFields({ present, onChange, onMember }) {
  const element = h('div.phone-member');
  let known = { audiences: [], attributes: {} };
  let selects = new Map();
  const choice = h('select', { onChange: () => {
    const chosen = known.audiences.find(({ name }) => name === choice.value);
    if (!chosen) return;
    onMember(memberOf(chosen.audience));
    choice.value = chosen.name;
    hint(chosen.audience.percent);
  } });
  const made = field({ label: t('phone.memberOf'), hint: t('phone.memberOfHint'), input: choice });
  const hint = (percent) => made.setHint(percent === undefined || percent === null || percent >= 100 ? t('phone.memberOfHint')
    : t('phone.memberShare', { percent: number(percent) }));

  function draw() {
    const { audiences, attributes } = known;
    replace(choice, h('option', { value: '' }, t('phone.memberOfNone')),
      audiences.map(({ name, title }) => h('option', { value: name }, title || name)));
    selects = new Map(Object.entries(attributes).map(([name, values]) => [name, h('select', {
      onChange: () => onChange({ [PREFIX + name]: selects.get(name).value }) },
    h('option', { value: '' }, t('phone.attributeUnknown')), values.map((value) => h('option', { value }, value)))]));
    replace(element, audiences.length > 0 && made.element,
      [...selects].map(([name, input]) => field({ label: name, input }).element));
    element.hidden = !element.childElementCount;
    set(present());
  }

  function set(context) {
    choice.value = '';
    hint(null);
    for (const [name, input] of selects) input.value = context[PREFIX + name] ?? '';
  }

  draw();
  return { element, set, take(given) {
    known = given;
    draw();
  } };
}
