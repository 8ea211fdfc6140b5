// Reports where this operator is to the other operators. people.js shows the others, and is loaded with the first of
// them.
import { connection } from '../core/connection.js';
import { events } from '../core/events.js';
import { send } from '../core/http.js';
import { apiPath } from '../core/paths.js';
import * as prefs from '../core/prefs.js';
import { session } from '../core/session.js';
import { isPage } from './pages.js';

const PAUSE = 10_000;
// After this time without input, the operator counts as absent, and the session may expire.
const IDLE = 300_000;
const tab = crypto.randomUUID();
let place = { params: {} };
let view = null;
let timer = 0;
let touched = Date.now();
let isIdle = false;
let id = null;
let people = null;
let last = '';

// Of several tabs with the same page, only the focused one reports.
function isFirst(slug) {
  const { tab: other, page, at } = prefs.get('presence') ?? {};
  if (other !== tab && page === slug && Date.now() - at < PAUSE * 1.5 && !document.hasFocus()) return false;
  prefs.set('presence', { tab, page: slug, at: Date.now() });
  return true;
}

const isPresent = () => place.params.slug && isPage(place.params.slug) && session.operator && !session.viewAs && !session.leaving && !document.hidden && connection.online;

async function report() {
  clearTimeout(timer);
  isIdle = Date.now() - touched > IDLE;
  if (!isPresent() || isIdle) return;
  timer = setTimeout(report, PAUSE);
  const { slug, code = null } = place.params;
  if (!isFirst(slug)) return;
  try {
    // Does not use api.js: this request must neither show progress nor ask for the password.
    const { data } = await send('PUT', apiPath(slug, 'presence'), { body: { block: code }, signal: session.signal,
      headers: session.csrf ? { 'X-CSRF-Token': session.csrf } : {} });
    id = data.id;
    look();
  } catch (problem) {
    // Another tab has signed in again.
    if (problem.status === 403) session.renew().catch(() => {});
    // Another module asks for the password when the operator continues.
    if (problem.status === 401) {
      clearTimeout(timer);
      timer = setTimeout(report, 6 * PAUSE);
    }
  }
}

/** Returns the others on the page, each {name, blocks}. An operator with several windows has one entry. */
function others() {
  const found = new Map();
  for (const { id: other, name, block } of (isPresent() && events.people[place.params.slug]) || []) {
    if (other === id || name === session.operator.name) continue;
    if (!found.has(name)) found.set(name, { name, blocks: new Set() });
    if (block) found.get(name).blocks.add(block);
  }
  return [...found.values()];
}

async function look() {
  const all = others();
  if (!people && !all.length) return;
  try {
    people ??= await import('./people.js');
  } catch {
    return; // The next event tries again.
  }
  people.show(place, view, others());
}

/** Called when the console shows another place: {params}, and its view. */
export function follow(next, shown) {
  const now = JSON.stringify(next.params);
  [place, view] = [next, shown];
  touched = Date.now();
  if (now !== last) report();
  last = now;
  look();
}

function again() {
  report();
  look();
}

function touch() {
  touched = Date.now();
  if (isIdle) report();
}

for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, touch, { capture: true, passive: true });
window.addEventListener('focus', again);
document.addEventListener('visibilitychange', again);
document.addEventListener('language', () => setTimeout(look));
connection.on('change', again);
session.on('change', () => setTimeout(again));
events.onPeople(look);
