// Follows the lists of the feeds that fill sections: calls `onNew` for a new list or state.
import { followedFeeds } from '../page/feeds.js';

/** Returns a function that stops following. */
export function followLists(names, onNew) {
  const mark = () => [...names].map((name) => {
    const { listedAt, status } = followedFeeds.get(name)?.state ?? {};
    return `${listedAt} ${status}`;
  }).join();
  let seen;
  return followedFeeds.on(() => {
    const now = mark();
    if (seen !== undefined && seen !== now) onNew();
    seen = now;
  });
}
