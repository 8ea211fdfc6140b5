// A conflict of the draft with a change that came from live or from a planned release: what it is about, which version the
// draft has now, and how it gets the other one.
import { bare } from '../page/block-states.js';
import { clone, equal, isObject, member, put, segments } from '../edit/values.js';

const SIDES = ['existing', 'incoming'];

/** The conflicts of the draft as its difference to live lists them. */
export const conflictsOf = (diff) => (Array.isArray(diff?.draft?.conflicts) ? diff.draft.conflicts.filter(isObject) : []);

/** What a conflict is about: 'page', 'order' (of a section), 'block' or 'field'. */
export function kindOf({ blockCode, pointer }) {
  if (!blockCode) return pointer === '/order' ? 'order' : 'page';
  return { '': 'block', '/order': 'order' }[pointer ?? ''] ?? 'field';
}

/** Which version was kept, as the server says it. */
export const keptBy = (conflict, applied = true) => (
  SIDES.includes(conflict.kept) ? conflict.kept : applied ? 'incoming' : 'existing');

// What a client may leave out is the same as null; a section itself may have no more than its members.
const same = (one, other) => equal(plain(one), plain(other));

function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null).map(([key, inner]) => [key, plain(inner)]));
}

/** Which version the draft has now: 'existing', 'incoming', or null when it has another one by now. */
export function present(workspace, conflict) {
  const kind = kindOf(conflict);
  if (kind === 'page' || kind === 'order') return keptBy(conflict);
  const block = bare(workspace.blocks.get(conflict.blockCode)) ?? undefined;
  if (kind === 'field' && !block) return null;
  const value = segments(conflict.pointer ?? '').reduce(member, block);
  const matching = SIDES.filter((side) => same(value, conflict[side]));
  return matching.includes(conflict.kept) ? conflict.kept : matching[0] ?? null;
}

/** Gives the draft the other version, as one step that can be undone; resolves with the server's answer. */
export function useOther(workspace, conflict) {
  const code = conflict.blockCode;
  const other = conflict[present(workspace, conflict) === 'incoming' ? 'existing' : 'incoming'];
  if (kindOf(conflict) === 'field') {
    const path = segments(conflict.pointer);
    const resource = clone(bare(workspace.blocks.get(code)));
    // The members of a section itself are always there.
    put(resource, path, path.length === 1 ? other ?? null : other);
    return workspace.save(code, resource);
  }
  if (!isObject(other)) return workspace.remove([code]);
  const resource = { ...other, blockCode: code };
  return workspace.blocks.has(code) ? workspace.save(code, resource) : workspace.create(resource, placeOf(workspace, code));
}

// Where it stands in what is live: after the nearest one in front of it that the draft has.
function placeOf({ live, blocks }, code) {
  const place = live.order.indexOf(code);
  if (place < 0) return { to: 'end' };
  const before = live.order.slice(0, place).findLast((other) => blocks.has(other));
  return before === undefined ? { to: 'start' } : { after: before };
}
