import { events } from '../core/events.js';

const DELAY = 120;
const CHANGES = /^(draft|live|page|release)\.|^reset$/;

/**
 * Calls `fn` shortly after a change of the page, once for changes in quick succession. Returns a function that stops
 * it.
 */
export function onPageChange(slug, fn, wanted = CHANGES) {
  let timer = null;
  const off = events.on((event) => {
    if ((event.page && event.page !== slug) || !wanted.test(event.action)) return;
    clearTimeout(timer);
    timer = setTimeout(fn, DELAY);
  });
  return () => {
    clearTimeout(timer);
    off();
  };
}
