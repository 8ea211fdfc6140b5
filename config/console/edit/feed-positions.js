// Where a section's own cards stand among those of its feed.

/** The position of each own card, from 0: a card without one follows the card before it. */
export function effective(positions, count) {
  const found = [];
  for (let place = 0; place < count; place += 1) found.push(positions[place] ?? (found.at(-1) ?? -1) + 1);
  return found;
}

/** The positions to store: those that follow by themselves are left out at the end. */
export function stored(all) {
  let length = all.length;
  while (length > 0 && all[length - 1] === (all[length - 2] ?? -1) + 1) length -= 1;
  return all.slice(0, length);
}

/** The positions after one card got another one: later cards make room. Null if it is not behind the card before. */
export function withPosition(all, place, position) {
  if (position <= (all[place - 1] ?? -1)) return null;
  const next = [...all];
  next[place] = position;
  for (let later = place + 1; later < next.length; later += 1) next[later] = Math.max(next[later], next[later - 1] + 1);
  return next;
}

/**
 * The list that is shown as runs {own, from, to} with places from 1. `to` is null for the rest of a feed whose number of
 * cards is not known. Where the feed has too few cards, own cards follow at the end, as the server has it.
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
