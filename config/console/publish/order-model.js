// The differences of two orders as rows of two columns: unmoved, moved, added and removed sections.

import { movedBetween } from '../page/orders.js';

/** Returns the differences of two orders; `moved` is the smallest set of sections whose moves explain the change. */
export function orderChange(before, after) {
  const place = new Map(before.map((code, index) => [code, index]));
  const target = new Map(after.map((code, index) => [code, index]));
  const moved = new Set(movedBetween(before, after));
  return {
    place,
    target,
    kept: new Set(after.filter((code) => place.has(code) && !moved.has(code))),
    moved: [...moved],
    added: after.filter((code) => !place.has(code)),
    removed: before.filter((code) => !target.has(code)),
  };
}

/**
 * Returns rows of two columns: unmoved sections are aligned, with added and removed ones between them. A row is {left,
 * right, same} with codes or null; a long unmoved run is one row {folded: [codes]}.
 */
export function orderRows(before, after, change = orderChange(before, after), context = 1) {
  if (change.kept.size * 3 < Math.min(before.length, after.length)) return besides(before, after);
  const rows = [];
  let left = 0;
  let right = 0;
  const gap = (leftEnd, rightEnd) => {
    const count = Math.max(leftEnd - left, rightEnd - right);
    for (let i = 0; i < count; i += 1) {
      rows.push({ left: before[left + i < leftEnd ? left + i : -1] ?? null,
        right: after[right + i < rightEnd ? right + i : -1] ?? null });
    }
    left = leftEnd;
    right = rightEnd;
  };
  for (const code of after.filter((code) => change.kept.has(code))) {
    gap(change.place.get(code), change.target.get(code));
    rows.push({ left: code, right: code, same: true });
    left += 1;
    right += 1;
  }
  gap(before.length, after.length);
  return fold(rows, context);
}

/** Compares two orders that have little in common position by position. */
function besides(before, after) {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [left, right] = [before[index] ?? null, after[index] ?? null];
    return { left, right, same: left === right };
  });
}

/** Collapses unmoved runs that save at least two rows. */
function fold(rows, context) {
  const near = rows.map(() => false);
  rows.forEach((row, index) => {
    if (row.same) return;
    for (let i = index - context; i <= index + context; i += 1) if (rows[i]) near[i] = true;
  });
  const folded = [];
  for (let index = 0; index < rows.length;) {
    let end = index;
    while (end < rows.length && rows[end].same && !near[end]) end += 1;
    if (end - index >= 3) {
      folded.push({ folded: rows.slice(index, end).map((row) => row.left) });
      index = end;
    } else {
      folded.push(rows[index]);
      index += 1;
    }
  }
  return folded;
}
