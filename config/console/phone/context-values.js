// The context that the preview sends as a client: the known fields, and declared attributes as `attr.city`.
import { t } from '../core/i18n.js';
import { member } from '../page/merge.js';
import '../text/phone.js';

export const NOBODY = Object.freeze({ platform: '', appVersion: '', locale: '', uid: '' });
export const PREFIX = 'attr.';
const PLATFORM_NAMES = { ios: 'iOS', android: 'Android' };

export const isAttribute = (name) => name.startsWith(PREFIX);

/** Returns a context from values by name: the known fields, and attributes with a value, always in the same order. */
export function contextOf(values) {
  const fields = Object.keys(NOBODY).map((name) => [name, values?.[name] ?? '']);
  const attributes = Object.entries(values ?? {}).filter(([name, value]) => isAttribute(name) && value);
  return Object.fromEntries([...fields, ...attributes.sort(([one], [other]) => (one < other ? -1 : 1))]);
}

export const platformName = (code) =>
  member(PLATFORM_NAMES, code) ?? (code === 'web' ? t('phone.web') : t('phone.anyPlatform'));

/** "iOS 9.1 · zh-CN · city beijing · user 42", or a text for an unknown client. */
export function contextText({ platform, appVersion, locale, uid, ...more }) {
  const app = [platform && platformName(platform), appVersion && t('phone.versionIs', { appVersion })];
  const attributes = Object.keys(more).filter(isAttribute).map((name) => `${name.slice(PREFIX.length)} ${more[name]}`);
  const parts = [app.filter(Boolean).join(' '), locale, ...attributes, uid && t('phone.userIs', { uid })];
  return parts.filter(Boolean).join(' · ') || t('phone.anybody');
}
