// The positions of a section's own cards among those of its feed.

/** Returns the position of each own card, from 0: a card without one follows the card before it. */
export function effective(positions, count) {
  const found = [];
  for (let place = 0; place < count; place += 1) found.push(positions[place] ?? (found.at(-1) ?? -1) + 1);
  return found;
}

/** Returns the positions to store: omits those at the end that only follow the card before. */
export function stored(all) {
  let length = all.length;
  while (length > 0 && all[length - 1] === (all[length - 2] ?? -1) + 1) length -= 1;
  return all.slice(0, length);
}

/** Returns the positions after one card was moved: later cards make room. Null if it is not after the card before. */
export function withPosition(all, place, position) {
  if (position <= (all[place - 1] ?? -1)) return null;
  const next = [...all];
  next[place] = position;
  for (let later = place + 1; later < next.length; later += 1) next[later] = Math.max(next[later], next[later - 1] + 1);
  return next;
}

/**
 * Returns the combined list as runs {own, from, to} with positions from 1. `to` is null for the rest of a feed with an
 * unknown number of cards. If the feed has too few cards, own cards follow at the end, as on the server.
 */
export function runs(all, feedCards = Infinity) {
  const found = [];
  let shown = 0;
  let left = feedCards;
  const add = (own, count) => {
    const last = found.at(-1);
    if (!count) return;
    if (last?.own === own) last.to = last.to === null ? null : last.to + count;
    else found.push({ own, from: shown + 1, to: shown + count });
    shown += count;
  };
  for (const position of all) {
    const before = Math.min(Math.max(0, position - shown), left);
    add(false, before);
    left -= before;
    add(true, 1);
  }
  if (left === Infinity) found.push({ own: false, from: shown + 1, to: null });
  else add(false, left);
  return found;
}
