// Two operators' changes to one section, field by field.
import { clone, equal, isObject, member, put } from './values.js';

const both = (one, other, test) => test(one) && test(other);

/** Returns each path where mine and theirs differ: {path, was, mine, theirs, side}. */
export function collisions(was, mine, theirs, path = []) {
  if (equal(mine, theirs)) return [];
  const lists = both(mine, theirs, Array.isArray) && mine.length === theirs.length;
  if (both(mine, theirs, isObject) || lists) {
    const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
    return names.flatMap((name) => (
      collisions(member(was, name), member(mine, name), member(theirs, name), [...path, name])));
  }
  const [changedHere, changedThere] = [!equal(was ?? null, mine ?? null), !equal(was ?? null, theirs ?? null)];
  const side = changedHere && changedThere ? 'both' : changedHere ? 'mine' : 'theirs';
  return [{ path, was, mine, theirs, side }];
}

/** Returns theirs with the chosen fields of mine. */
export function combined(theirs, rows) {
  const value = clone(theirs);
  for (const { path, mine, chosen } of rows) if (chosen === 'mine') put(value, path, clone(mine));
  return value;
}
