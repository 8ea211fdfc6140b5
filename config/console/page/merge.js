// JSON Merge Patch (RFC 7396): applies and creates patches, and checks for conflicts.
import { ExactNumber, isObject } from '../core/exact-json.js';

/** Returns the own member of an object or a list, or undefined. */
export function member(value, key) {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets a member of an object or a list. An assignment would lose one called `__proto__`. */
export function setMember(target, key, value) {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Whether two JSON values are equal, regardless of the order of members. Differently written numbers are not equal. */
export function equal(a, b) {
  if (a === b) return true;
  if (a instanceof ExactNumber) return b instanceof ExactNumber && String(a) === String(b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** Returns `value` with the patch applied; `value` is not changed. */
export function merge(value, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(value) ? { ...value } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else setMember(result, key, merge(member(result, key), change));
  }
  return result;
}

/** Returns the patch from `before` to `after`. A null member counts as missing. */
export function difference(before, after) {
  const patch = {};
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const was = member(before, key) ?? null;
    const is = member(after, key) ?? null;
    if (equal(was, is)) continue;
    setMember(patch, key, isObject(was) && isObject(is) ? difference(was, is) : is);
  }
  return patch;
}

/** Whether the members that the patch changes are equal in both values, so that there is no conflict. */
export function untouched(patch, one, other) {
  return Object.entries(patch).every(([key, change]) => {
    const a = member(one, key) ?? null;
    const b = member(other, key) ?? null;
    return isObject(change) && isObject(a) && isObject(b) ? untouched(change, a, b) : equal(a, b);
  });
}
