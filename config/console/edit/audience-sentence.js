// Describes in one sentence when and to whom a section is shown.
import { language, list, number, t } from '../core/i18n.js';
import { zone } from '../core/time.js';
import { zoneName } from '../core/zone.js';
import { isObject, listOf, member } from './values.js';

const LOCALES = { en: 'en-GB', zh: 'zh-CN' };

/** Returns the name of a language in the console's language. */
export function languageName(tag) {
  try {
    const name = new Intl.DisplayNames([LOCALES[language()]], { type: 'language' }).of(tag);
    return name && name !== tag ? name : tag;
  } catch {
    return tag;
  }
}

// The name of the browser's time zone; in English only its city.
const shortZone = () => (language() === 'zh' ? zoneName() : zone().split('/').pop().replaceAll('_', ' '));

// Formats a date: 22 Jan 2031 00:00. Without `year`, the year is omitted. Text that is not a date is returned
// unchanged.
function moment(iso, { year = true } = {}) {
  const date = new Date(String(iso));
  if (Number.isNaN(date.getTime())) return String(iso);
  const pieces = (options) => new Intl.DateTimeFormat(LOCALES[language()], { hourCycle: 'h23', ...options }).format(date);
  const on = pieces({ year: year ? 'numeric' : undefined, day: 'numeric', month: language() === 'zh' ? 'long' : 'short' });
  return `${on} ${pieces({ hour: '2-digit', minute: '2-digit' })}`;
}

const yearOf = (iso) => new Date(String(iso)).getFullYear();

function windowOf({ from, until }) {
  if (!from && !until) return '';
  const place = { zone: shortZone() };
  if (from && until) {
    const year = yearOf(from) !== yearOf(until);
    return t('edit.say.window', { from: moment(from), until: moment(until, { year }), ...place });
  }
  return from ? t('edit.say.from', { from: moment(from), ...place })
    : t('edit.say.until', { until: moment(until), ...place });
}

const PLATFORMS = { ios: 'iOS', android: 'Android', web: () => t('edit.platform.web') };

export function platformName(name) {
  const word = member(PLATFORMS, name) ?? name;
  return typeof word === 'function' ? word() : word;
}

const BY_PLATFORM = ['ios', 'android', 'web'];

/** Whether versions are given per platform. */
export const isApart = (appVersion) => isObject(appVersion) && BY_PLATFORM.some((name) => member(appVersion, name));

function versionsOf(name, { min, max }) {
  const platform = platformName(name);
  if (min && max) return t('edit.say.of.versions', { platform, min, max });
  if (min) return t('edit.say.of.newer', { platform, min });
  return max ? t('edit.say.of.older', { platform, max }) : platform;
}

// "on iOS 9.0 or newer and Web": the audience's platforms, or else those that have versions.
function versionsApart(appVersion, platforms) {
  const names = BY_PLATFORM.filter((name) => (platforms.length ? platforms.includes(name) : member(appVersion, name)));
  return t('edit.say.on', { what: list(names.map((name) => versionsOf(name, member(appVersion, name) ?? {}))) });
}

function attributesOf(attributes) {
  const words = Object.entries(isObject(attributes) ? attributes : {}).filter(([, values]) => listOf(values).length)
    .map(([name, values]) => t('edit.say.attribute', { name, values: listOf(values).join(' / ') }));
  return words.length ? t('edit.say.with', { what: list(words) }) : '';
}

function versions({ min, max } = {}) {
  if (min && max) return t('edit.say.versions', { min, max });
  if (min) return t('edit.say.newer', { min });
  return max ? t('edit.say.older', { max }) : '';
}

function people(audience) {
  const { platforms, appVersion, locales, percent, attributes } = audience ?? {};
  const apart = isApart(appVersion);
  const share = percent === null || percent === undefined ? null : number(Number(percent), { maximumFractionDigits: 2 });
  const where = apart ? '' : list(listOf(platforms).map(platformName));
  const parts = { share, where,
    version: apart ? versionsApart(appVersion, listOf(platforms)) : versions(appVersion ?? {}),
    spoken: list(listOf(locales).map(languageName)), attributes: attributesOf(attributes) };
  return Object.values(parts).some(Boolean) ? parts : null;
}

// English: "30 % of iOS users on 9.0 or newer in English".
function inEnglish({ share, where, version, spoken, attributes }) {
  const users = where ? t('edit.say.usersOf', { where }) : t('edit.say.users');
  const words = [share === null ? users : t('edit.say.share', { share, users })];
  if (version) words.push(version);
  if (spoken) words.push(t('edit.say.in', { languages: spoken }));
  if (attributes) words.push(attributes);
  return words.join(' ');
}

// Chinese begins with the audience: 使用 iOS 9.0 及以上版本、语言为英语的用户中的 30%.
function inChinese({ share, where, version, spoken, attributes }) {
  const device = [where, version].filter(Boolean).join(' ');
  const traits = [device && t('edit.say.usersOf', { where: device }), spoken && t('edit.say.in', { languages: spoken }),
    attributes]
    .filter(Boolean).join('、');
  const users = traits ? t('edit.say.of', { traits }) : t('edit.say.everyone');
  return share === null ? users : t('edit.say.share', { share, users });
}

/** Describes an audience as part of a sentence. */
export function whomOf(audience) {
  const parts = people(audience);
  return parts ? (language() === 'zh' ? inChinese(parts) : inEnglish(parts)) : t('edit.say.everyone');
}

/** The sentence for a section, or for a card's rule. */
export function sentence(resource, { now = Date.now(), card = false } = {}) {
  const whom = whomOf(resource.audience);
  const when = windowOf(resource);
  if (resource.enabled === false) return t(card ? 'edit.say.hidden.card' : 'edit.say.hidden');
  const over = resource.until && Date.parse(resource.until) <= now;
  if (over) return t(card ? 'edit.say.over.card' : 'edit.say.over', { until: moment(resource.until), zone: shortZone() });
  return when ? t('edit.say.both', { when, whom }) : t(card ? 'edit.say.always.card' : 'edit.say.always', { whom });
}
