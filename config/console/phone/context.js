// The fields for the audience of a preview: platform, app version, languages, user. Used in the page view and in the
// preview.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { segmented } from '../ui/widgets.js';
import { memberFields } from './audience-member.js';
import { contextOf, platformName } from './context-values.js';
import '../text/phone.js';
import '../text/phone-context.js';

const VERSION = /^\d+(\.\d+){0,5}([-+][0-9A-Za-z.-]+)*$/;
const LOCALES = /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*(\s*,\s*[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*){0,9}$/;
const COMMON_LOCALES = ['zh-CN', 'zh-Hant-HK', 'zh-TW', 'en', 'en-GB', 'ja'];
const WAIT = 350;

/**
 * Fields for a context; `onChange(context)` is only called with valid values. `take` adds the named audiences and
 * declared attributes once they are loaded.
 */
export function contextFields({ value, onChange }) {
  let present = contextOf(value);
  let timer = 0;
  const change = (part) => {
    present = contextOf({ ...present, ...part });
    members.set(present);
    onChange({ ...present });
  };
  const members = memberFields({ present: () => present, onChange: change, onMember: (context) => {
    set({ ...context, uid: present.uid });
    onChange({ ...present });
  } });
  const platform = segmented({
    label: t('phone.platform'),
    options: ['', 'ios', 'android', 'web'].map((code) => ({ value: code, label: platformName(code) })),
    value: present.platform,
    onChange: (code) => change({ platform: code }),
  });
  const text = (name, props, wrong) => {
    const input = h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false',
      autocapitalize: 'off', value: present[name], ...props });
    const made = field({ label: t(`phone.${name}`), hint: t(`phone.${name}Hint`), input });
    const take = () => {
      clearTimeout(timer);
      const entry = input.value.trim();
      const problem = entry ? wrong?.(entry) : null;
      made.setError(problem ?? null);
      if (!problem && entry !== present[name]) change({ [name]: entry });
    };
    input.addEventListener('input', () => { clearTimeout(timer); timer = setTimeout(take, WAIT); });
    input.addEventListener('change', take);
    return { ...made, input };
  };
  const version = text('appVersion', { inputmode: 'decimal', maxlength: '40' },
    (entry) => !VERSION.test(entry) && t('phone.appVersionWrong'));
  const choices = h('datalist', { id: `phone-locales-${contextFields.count++}` },
    COMMON_LOCALES.map((code) => h('option', { value: code })));
  const locale = text('locale', { list: choices.id, maxlength: '100' },
    (entry) => !LOCALES.test(entry) && t('phone.localeWrong'));
  const user = text('uid', { maxlength: '256' });
  const inputs = { appVersion: version, locale, uid: user };
  function set(next) {
    const isSame = JSON.stringify(contextOf(next)) === JSON.stringify(present);
    clearTimeout(timer);
    present = contextOf(next);
    platform.setValue(present.platform);
    for (const [name, made] of Object.entries(inputs)) {
      if (document.activeElement !== made.input) made.input.value = present[name];
      made.setError(null);
    }
    // Keeps the chosen named audience until the context changes.
    if (!isSame) members.set(present);
  }
  return {
    element: h('div.phone-context', h('div.phone-context-platform',
      h('span.phone-context-label', { 'aria-hidden': 'true' }, t('phone.platform')),
      platform),
    version.element, h('div', locale.element, choices), user.element, members.element),
    set, take: members.take,
    destroy() { clearTimeout(timer); },
  };
}
contextFields.count = 0;
