// The positions in a layout's cards that a feed's fields can fill.
import { titleOf } from '../edit/labels.js';
import { kinds } from '../edit/layout.js';
import { pointer, segments } from '../edit/values.js';

const DEEPEST = 6;
const MOST = 200;

/** Returns [{pointer, title, isRequired, isText}], required ones first. */
export function cardPlaces(layout) {
  const found = [];
  const walk = (node, path, words, isRequired) => {
    if (found.length >= MOST || path.length > DEEPEST || node.refused || node.type === 'null') return;
    if (node.properties) {
      const needed = layout.required(node);
      for (const name of Object.keys(node.properties)) {
        const inner = layout.property(node, name);
        walk(inner, [...path, name], [...words, titleOf(inner, name)], isRequired && needed.has(name));
      }
    } else if (kinds(node).includes('array') && layout.items(node).properties) {
      walk(layout.items(node), [...path, '0'], words, isRequired && (node.minItems ?? 0) > 0);
    } else if (path.length) {
      found.push({ pointer: pointer(path), title: words.filter(Boolean).join(' › '), isRequired,
        isText: kinds(node).length > 0 && kinds(node).every((kind) => kind === 'string') });
    }
  };
  const list = layout.settings.items ? layout.find(segments(layout.settings.items)) : null;
  if (list) walk(layout.items(list), [], [], true);
  return found.sort((a, b) => b.isRequired - a.isRequired);
}

/** Returns the pointers to the scalar values of an upstream's item, each with the beginning of the value. */
export function itemPlaces(item) {
  const found = [];
  const walk = (value, path) => {
    if (found.length >= MOST || path.length > DEEPEST) return;
    if (value !== null && typeof value === 'object') {
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
    } else if (path.length) found.push({ pointer: pointer(path), text: String(value).slice(0, 60) });
  };
  walk(item, []);
  return found;
}
