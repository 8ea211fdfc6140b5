// A conflict of the draft with a change propagated from live or from a release: its kind, the draft's current version,
// and a way to choose the other one.
import { bare } from '../page/block-states.js';
import { clone, equal, isObject, member, put, segments } from '../edit/values.js';

const SIDES = ['existing', 'incoming'];

/** Returns the conflicts of the draft from its difference to live. */
export const conflictsOf = (diff) => (Array.isArray(diff?.draft?.conflicts) ? diff.draft.conflicts.filter(isObject) : []);

/** Returns the kind of a conflict: 'page', 'order' (of a section), 'block' or 'field'. */
export function kindOf({ blockCode, pointer }) {
  if (!blockCode) return pointer === '/order' ? 'order' : 'page';
  return { '': 'block', '/order': 'order' }[pointer ?? ''] ?? 'field';
}

/** Returns the version that the server kept. */
export const keptBy = (conflict, applied = true) => (
  SIDES.includes(conflict.kept) ? conflict.kept : applied ? 'incoming' : 'existing');

// A missing member equals null.
const same = (one, other) => equal(plain(one), plain(other));

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null).map(([key, inner]) => [key, plain(inner)]));
}

/** Returns the draft's current version: 'existing', 'incoming', or null if it has changed since. */
export function present(workspace, conflict) {
  const kind = kindOf(conflict);
  if (kind === 'page' || kind === 'order') return keptBy(conflict);
  const block = bare(workspace.blocks.get(conflict.blockCode)) ?? undefined;
  if (kind === 'field' && !block) return null;
  const value = segments(conflict.pointer ?? '').reduce(member, block);
  const matching = SIDES.filter((side) => same(value, conflict[side]));
  return matching.includes(conflict.kept) ? conflict.kept : matching[0] ?? null;
}

/** Puts the other version into the draft as one step that can be undone. Resolves with the server's response. */
export function useOther(workspace, conflict) {
  const code = conflict.blockCode;
  const other = conflict[present(workspace, conflict) === 'incoming' ? 'existing' : 'incoming'];
  if (kindOf(conflict) === 'field') {
    const path = segments(conflict.pointer);
    const resource = clone(bare(workspace.blocks.get(code)));
    // A section's own members are always present.
    put(resource, path, path.length === 1 ? other ?? null : other);
    return workspace.save(code, resource);
  }
  if (!isObject(other)) return workspace.remove([code]);
  const resource = { ...other, blockCode: code };
  return workspace.blocks.has(code) ? workspace.save(code, resource) : workspace.create(resource, placeOf(workspace, code));
}

// Returns the position in live: after the nearest section before it that the draft has.
function placeOf({ live, blocks }, code) {
  const place = live.order.indexOf(code);
  if (place < 0) return { to: 'end' };
  const before = live.order.slice(0, place).findLast((other) => blocks.has(other));
  return before === undefined ? { to: 'start' } : { after: before };
}
