// Follows the lists of the feeds that fill sections: a new list, or another state, calls `onNew`.
import { followedFeeds } from '../page/feeds.js';

/** Returns a function that ends it. */
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
