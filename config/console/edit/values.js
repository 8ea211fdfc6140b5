// Reads and writes values in JSON by path or JSON Pointer.
import { isObject } from '../core/exact-json.js';
import { member, setMember } from '../page/merge.js';

export { isObject } from '../core/exact-json.js';
export { equal, member, merge, setMember } from '../page/merge.js';
export { segments } from '../page/pointers.js';

export const listOf = (value) => (Array.isArray(value) ? value : []);

/** Returns a copy of a JSON value. */
export function clone(value) {
  if (Array.isArray(value)) return value.map(clone);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, clone(inner)])) : value;
}

export function pointer(path) {
  return path.map((part) => '/' + String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

export const at = (value, path) => path.reduce(member, value);

/** Sets the value at a path, creating objects on the way; undefined removes it. */
export function put(root, path, value) {
  const last = path.at(-1);
  let inner = root;
  for (const key of path.slice(0, -1)) {
    if ((member(inner, key) ?? null) === null) setMember(inner, key, {});
    inner = inner[key];
  }
  if (value !== undefined) setMember(inner, last, value);
  else if (Array.isArray(inner)) inner.splice(Number(last), 1);
  else delete inner[last];
}
