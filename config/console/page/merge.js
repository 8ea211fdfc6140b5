// JSON Merge Patch (RFC 7396), its inverse, and what it collides with.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

/** The own member of an object or a list; undefined where there is none. */
export function member(value, key) {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Gives an object or a list a member. An assignment would lose one that is called `__proto__`. */
export function setMember(target, key, value) {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

/** Whether two JSON values say the same; the order of members does not count. */
export function equal(a, b) {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** `value` with the patch laid over it; `value` stays as it is. */
export function merge(value, patch) {
  if (!isObject(patch)) return patch;
  const result = isObject(value) ? { ...value } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else setMember(result, key, merge(member(result, key), change));
  }
  return result;
}

/** The patch that makes `after` of `before`. A member that is null counts as one that is not there. */
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

/** Whether everything that the patch touches is the same in both values: then it collides with nothing. */
export function untouched(patch, one, other) {
  return Object.entries(patch).every(([key, change]) => {
    const a = member(one, key) ?? null;
    const b = member(other, key) ?? null;
    return isObject(change) && isObject(a) && isObject(b) ? untouched(change, a, b) : equal(a, b);
  });
}
