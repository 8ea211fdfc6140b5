import { titleOf } from '../edit/labels.js';

/** What a layout's schema calls a field, in the language of the console; `fallback` where it has no word. */
export function fieldTitle(schema, fallback = '') {
  return schema?.title ? titleOf(schema) : fallback;
}
