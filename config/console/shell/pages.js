// The pages, as the switcher and the first address need them.

import { get } from '../core/api.js';
import { events } from '../core/events.js';
import * as prefs from '../core/prefs.js';

let known = null;
let asked = null;
const listeners = new Set();

function ask() {
  const mine = get('/api/pages').then(({ data }) => {
    const all = Array.isArray(data) ? data : data?.pages ?? [];
    if (asked !== mine) return all;
    known = all;
    for (const fn of [...listeners]) fn(known);
    return known;
  }).finally(() => { if (asked === mine) asked = null; });
  return mine;
}

/** The pages as GET /api/pages answers them; asked for once, then kept up to date by events. */
export async function pages({ fresh = false } = {}) {
  if (known && !fresh) return known;
  asked ??= ask();
  return asked;
}

export function onPages(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

export function forgetPages() {
  known = null;
  asked = null;
}

/** Whether there is such a page, as far as is known. */
export function isPage(slug) {
  return known === null || known.some((page) => page.page === slug);
}

/** The page that was open last, if it still is there. */
export function lastPage() {
  const slug = prefs.get('page');
  return slug !== null && isPage(slug) ? slug : null;
}

export function rememberPage(slug) {
  prefs.set('page', slug);
}

/** Watches for pages that come, go or are renamed. */
export function watchPages() {
  return events.on(({ action }) => {
    if (/^page\./.test(action) || action === 'reset') pages({ fresh: true }).catch(() => {});
  });
}
