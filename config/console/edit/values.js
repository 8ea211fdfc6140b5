// Values of JSON: finding, comparing, laying one over another.

export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

export const clone = (value) => structuredClone(value);

export function equal(left, right) {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [names, others] = [present(left), present(right)];
  return names.length === others.length
    && names.every((name) => right[name] !== undefined && equal(left[name], right[name]));
}

const present = (value) => Object.keys(value).filter((name) => value[name] !== undefined);

/** The segments of a JSON Pointer. */
export function segments(pointer) {
  return pointer === '' ? [] : pointer.slice(1).split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointer(path) {
  return path.map((part) => '/' + String(part).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
}

export function at(value, path) {
  return path.reduce(
    (inner, key) => (inner !== null && typeof inner === 'object' ? inner[key] : undefined), value);
}

/** Puts a value at a path, making the objects on the way; undefined takes it out. */
export function put(root, path, value) {
  const last = path.at(-1);
  let inner = root;
  for (const key of path.slice(0, -1)) {
    if (inner[key] === null || typeof inner[key] !== 'object') inner[key] = {};
    inner = inner[key];
  }
  if (value !== undefined) inner[last] = value;
  else if (Array.isArray(inner)) inner.splice(Number(last), 1);
  else delete inner[last];
}

/** RFC 7396: the patch laid over a value. */
export function mergePatch(value, patch) {
  if (!isObject(patch)) return clone(patch);
  const merged = isObject(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) delete merged[name];
    else merged[name] = mergePatch(merged[name], change);
  }
  return merged;
}
