// Pure functions on orders: apply, find and rebase moves.
import { longestIncreasingSubsequence } from '../core/longest-increasing-subsequence.js';

/**
 * Applies moves one at a time, as the server does. A section whose anchor was removed goes after the nearest one before
 * it in `aim`, the intended order.
 */
export function applyMoves(order, moves, aim = []) {
  const result = [...order];
  for (const { block, before, after, to } of moves) {
    const from = result.indexOf(block);
    if (from < 0) continue;
    result.splice(from, 1);
    const anchor = result.indexOf(before ?? after);
    if (to === 'start') result.unshift(block);
    else if (typeof to === 'number') result.splice(to, 0, block);
    else if (to === 'end') result.push(block);
    else if (anchor < 0) result.splice(placeLike(aim, block, result), 0, block);
    else result.splice(before === undefined ? anchor + 1 : anchor, 0, block);
  }
  return result;
}

function placeLike(aim, block, order) {
  if (!aim.includes(block)) return order.length;
  const there = new Set(order);
  return order.indexOf(aim.slice(0, aim.indexOf(block)).findLast((code) => there.has(code))) + 1;
}

/** Returns the moves that bring `codes` to their positions in `order`; the others stay. */
export function movesInto(order, codes) {
  const wanted = new Set(codes);
  return order.flatMap((block, i) => {
    if (!wanted.has(block)) return [];
    return [i === 0 ? { block, to: 'start' } : { block, after: order[i - 1] }];
  });
}

/** Returns the parameters of an order job: up to 100 moves, which keep their intent, or else the whole order. */
export function towards(order, moved) {
  return moved.length <= 100 ? { moves: movesInto(order, moved), aim: order } : { order };
}

/** Returns the order with `codes` moved to the target; their relative order stays. */
export function withMoved(order, codes, target) {
  const wanted = new Set(codes);
  const moved = order.filter((code) => wanted.has(code));
  const rest = order.filter((code) => !wanted.has(code));
  rest.splice(placeOf(target, order, rest, wanted), 0, ...moved);
  return rest;
}

function placeOf(target, order, rest, wanted) {
  if (target.to === 'start') return 0;
  if (target.to === 'end') return rest.length;
  if (typeof target.to === 'number') return Math.max(0, Math.min(target.to, rest.length));
  const anchor = target.before ?? target.after;
  const start = order.indexOf(anchor);
  // If the anchor itself moves: next to the nearest section before it that stays.
  for (let i = start; i >= 0; i -= 1) {
    if (wanted.has(order[i])) continue;
    const place = rest.indexOf(order[i]);
    return i === start && target.before !== undefined ? place : place + 1;
  }
  return start < 0 ? rest.length : 0;
}

/** Returns the smallest set of codes whose moves explain the difference between two orders. */
export function movedBetween(before, after) {
  const place = new Map(before.map((code, i) => [code, i]));
  const common = after.filter((code) => place.has(code));
  const staying = new Set(longestIncreasingSubsequence(common.map((code) => place.get(code))).map((i) => common[i]));
  return common.filter((code) => !staying.has(code));
}

/** Whether a section may have been moved between two orders: it is in one of the smallest explanations. */
export function mayHaveMoved(before, after, code) {
  const place = new Map(before.map((other, i) => [other, i]));
  const common = after.filter((other) => place.has(other));
  const staying = (codes) => longestIncreasingSubsequence(codes.map((other) => place.get(other))).length;
  return common.includes(code) && staying(common) === staying(common.filter((other) => other !== code));
}

/**
 * Returns `wanted` with exactly the codes of `present`: removed ones are dropped, and new ones follow their neighbour
 * in `present`.
 */
export function adapted(wanted, present) {
  const there = new Set(present);
  const known = new Set(wanted);
  const result = wanted.filter((code) => there.has(code));
  present.forEach((code, i) => {
    if (known.has(code)) return;
    result.splice(i === 0 ? 0 : result.indexOf(present[i - 1]) + 1, 0, code);
  });
  return result;
}

export const sameOrder = (a, b) => a.length === b.length && a.every((code, i) => code === b[i]);
