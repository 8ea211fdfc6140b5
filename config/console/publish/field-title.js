import { language } from '../core/i18n.js';

/** What a layout's schema calls a field, in the language of the console. */
export function fieldTitle(schema, fallback = '') {
  return schema?.['x-homeblocks']?.titles?.[language()] ?? schema?.title ?? fallback;
}
