import { titleOf } from '../edit/labels.js';

/** Returns the title of a field in the console's language; `fallback` if it has none. */
export function fieldTitle(schema, fallback = '') {
  return schema?.title ? titleOf(schema) : fallback;
}
