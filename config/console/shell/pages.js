// The list of pages, for the switcher and the start page.

import { get } from '../core/api.js';
import { events } from '../core/events.js';
import * as prefs from '../core/prefs.js';
import { session } from '../core/session.js';

let known = null;
let pending = null;
const listeners = new Set();

function load() {
  const mine = get('/api/pages').then(({ data }) => {
    const all = Array.isArray(data) ? data : data?.pages ?? [];
    if (pending !== mine) return all;
    known = all;
    for (const fn of [...listeners]) fn(known);
    return known;
  }).finally(() => { if (pending === mine) pending = null; });
  return mine;
}

/** Returns the pages of GET /api/pages: loaded once, then kept up to date by events. */
export async function pages({ fresh = false } = {}) {
  if (known && !fresh) return known;
  pending ??= load();
  return pending;
}

export function onPages(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

export function forgetPages() {
  known = null;
  pending = null;
}

/** Whether a page exists, as far as known. */
export function isPage(slug) {
  return known === null || known.some((page) => page.page === slug);
}

/** Returns the last opened page, or null if it no longer exists. */
export function lastPage() {
  const slug = prefs.get('page');
  return slug !== null && isPage(slug) ? slug : null;
}

export function rememberPage(slug) {
  prefs.set('page', slug);
}

/** Updates the list after pages were created, deleted or renamed. Returns a function that stops it. */
export function watchPages() {
  return events.on(({ action }) => {
    // The rights may have changed.
    if (action === 'reset') session.renew().catch(() => {});
    if (/^(page|review)\.|^release\.|^draft\.publish/.test(action) || action === 'reset') pages({ fresh: true }).catch(() => {});
  });
}
