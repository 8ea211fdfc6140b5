// JSON Merge Patch (RFC 7396), its inverse, and what it collides with.

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

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
    else result[key] = merge(result[key], change);
  }
  return result;
}

/** The patch that makes `after` of `before`. A member that is null counts as one that is not there. */
export function difference(before, after) {
  const patch = {};
  for (const key of new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])) {
    const was = before?.[key] ?? null;
    const is = after?.[key] ?? null;
    if (equal(was, is)) continue;
    patch[key] = isObject(was) && isObject(is) ? difference(was, is) : is;
  }
  return patch;
}

/** Whether everything that the patch touches is the same in both values: then it collides with nothing. */
export function untouched(patch, one, other) {
  return Object.entries(patch).every(([key, change]) => {
    const a = one?.[key] ?? null;
    const b = other?.[key] ?? null;
    return isObject(change) && isObject(a) && isObject(b) ? untouched(change, a, b) : equal(a, b);
  });
}
