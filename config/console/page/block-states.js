// The states of a section that its badges show.
import { equal } from './merge.js';
import { movedBetween } from './orders.js';

export function isPinned(block, types) {
  return types.get(block?.showType)?.pin === 'last';
}

/** Returns the window of a section with its phase (before, during or after), or null without a window. */
export function scheduleOf(block, now = Date.now()) {
  if (!block?.from && !block?.until) return null;
  const phase = block.from && Date.parse(block.from) > now ? 'before'
    : block.until && Date.parse(block.until) <= now ? 'after' : 'during';
  return { from: block.from, until: block.until, phase };
}

export function isTargeted(block) {
  return Object.values(block?.audience ?? {}).some((value) => value !== null && value !== undefined);
}

/**
 * Compares with the live page. Returns {of: Map code → 'added', 'changed' or 'moved', removed: codes, moved, count}.
 */
export function changesOf(state, live) {
  const changes = new Map(movedBetween(live.order, state.order).map((code) => [code, 'moved']));
  const moved = changes.size;
  let changed = 0;
  for (const code of state.order) {
    const was = live.blocks.get(code);
    if (was && sameBlock(was, state.blocks.get(code))) continue;
    changes.set(code, was ? 'changed' : 'added');
    changed += 1;
  }
  const present = new Set(state.order);
  const removed = live.order.filter((code) => !present.has(code));
  return { of: changes, removed, moved, count: moved + changed + removed.length };
}

/** Whether two resources of a section have the same content. */
export function sameBlock(a, b) {
  return a === b || equal(bare(a), bare(b));
}

/** Returns a section without `info`, which only responses have. */
export function bare(block) {
  if (!block) return null;
  const { info, ...rest } = block;
  return rest;
}

/** Returns the next instant (ms) at which the window of a section or a card begins or ends. */
export function nextInstant(blocks, now = Date.now()) {
  let next = Infinity;
  for (const block of blocks) {
    for (const instant of [block, ...Object.values(block.cards ?? {})].flatMap(({ from, until }) => [from, until])) {
      const time = instant ? Date.parse(instant) : 0;
      if (time > now && time < next) next = time;
    }
  }
  return next;
}
