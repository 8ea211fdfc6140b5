import { connection } from '../core/connection.js';
import { h, isMac, onKey, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { safeRedirect } from '../core/paths.js';
import { track } from '../core/progress.js';
import { currentPath, mayLeave, navigate, renderAgain, start } from '../core/router.js';
import { can, mayOpen, onSessionEnd, session } from '../core/session.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { empty, failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { mayEndSession } from '../page/queue.js';
import { forgetPages, isPage, rememberPage, watchPages } from './pages.js';
import { topBar } from './top-bar.js';

const header = h('div.shell-header');
const banner = h('div.shell-banner-slot', { role: 'status' });
// The heading for screen readers, for views that do not have their own.
const heading = h('h1.visually-hidden');
const outlet = h('div.shell-outlet');
const main = h('main.shell-main', { id: 'main', tabIndex: -1 }, heading, outlet);
const skip = h('a.shell-skip', { href: '#main', onClick: (event) => {
  event.preventDefault();
  main.focus();
} });
let bar = null;
let place = { path: '/', params: {}, pattern: null };
let shownView = null;
let following = 0;
let pause = 4000;
// The text typed while the palette is loading; null if it is not.
let typed = null;

function openPalette() {
  typed ??= '';
  import('./palette.js').then((module) => module.openPalette(place, () => typed))
    .catch((problem) => toast(sentenceOf(problem), { kind: 'bad' })).finally(() => { typed = null; });
}

// Ctrl K; on a Mac ⌘ K, because Ctrl K deletes text there.
function paletteKey(event) {
  const command = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (typed !== null) {
    // The view below must not handle these keys.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') typed = null;
    else if (event.key.length === 1 && !command) typed += event.key;
    return;
  }
  if (!command || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k' || !bar) return;
  event.preventDefault();
  if (!event.repeat) openPalette();
}

function drawBar(session) {
  const kept = header.contains(document.activeElement)
    ? document.activeElement.dataset.keep : null;
  skip.textContent = t('shell.skip');
  bar?.destroy();
  bar = session.operator ? topBar(openPalette) : null;
  replace(header, bar?.element);
  bar?.setPlace(place);
  if (kept) header.querySelector(`[data-keep="${kept}"]`)?.focus();
}

async function endView(session) {
  if (!await mayLeave() || !await mayEndSession(t('viewAs.end'))) return;
  session.look(null);
  navigate('/manage/rights');
}

function drawBanner(session) {
  replace(banner, session.viewAs && h('div.shell-banner', icon('eye'), h('span', t('viewAs.banner', { name: session.viewAs.name })),
    h('button.button.small', { onClick: () => endView(session) }, t('viewAs.end'))), !connection.online && h('div.shell-banner', icon('warning'),
    h('span', t('shell.offline'))));
}

function changed(next) {
  place = next;
  if (next.params.slug && isPage(next.params.slug)) rememberPage(next.params.slug);
  bar?.setPlace(next);
  follow();
}

// Presence is loaded some time after the view.
function follow() {
  clearTimeout(following);
  if (bar && shownView) following = setTimeout(() => import('./presence.js').then((module) => {
    pause = 1000;
    module.follow(place, shownView);
  }).catch(() => {}), pause);
}

function failed(error, retry) {
  if (error.notFound || error.status === 404) {
    // A deleted page must not be opened first next time.
    if (place.params.slug && !isPage(place.params.slug)) {
      rememberPage(null);
      bar?.setPlace({ path: '/', params: {} });
    }
    return { title: t('missing.title'), element: empty({ icon: 'search', level: 1,
      title: t('missing.title'), text: t('missing.text'),
      action: { label: t('shell.home'), run: () => navigate('/') } }) };
  }
  if (!('status' in error)) reportError(error);
  return { title: t('failed.title'), element: failure(error, retry, { level: 1 }) };
}

function shown(view, { first }) {
  shownView = view;
  follow();
  document.title = view.title && view.title !== t('app') ? `${view.title} · ${t('app')}` : t('app');
  heading.textContent = view.title ?? t('app');
  heading.hidden = outlet.querySelector('h1') !== null;
  if (first) return;
  // Screen readers announce the new view, and continue from its beginning.
  announce(view.title ?? '');
  const lost = !document.activeElement || document.activeElement === document.body;
  if (lost) main.focus({ preventScroll: true });
  main.scrollTop = 0;
}

function waiting() {
  let done;
  track(new Promise((resolve) => { done = resolve; }));
  return done;
}

/** Redirects to the sign-in view if no operator is signed in, and away from it otherwise. */
function guard(session, { path, query, open }) {
  if (!session.operator && !open) {
    const next = path === '/' ? null : currentPath() + location.search;
    return { path: '/sign-in', query: { next } };
  }
  if (session.operator && path === '/sign-in') {
    const url = new URL(safeRedirect(query.next), location.origin);
    return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
  }
  return null;
}

async function load(session) {
  for (;;) {
    try {
      return await session.load();
    } catch (problem) {
      await new Promise((resolve) => { replace(outlet, failure(problem, resolve, { level: 1 })); });
      replace(outlet, loading());
    }
  }
}

export async function startShell(session) {
  replace(document.getElementById('app'), skip, header, banner, main);
  skip.textContent = t('shell.skip');
  onKey(window, paletteKey, { capture: true });
  session.askForReason = async () => can('admin') && (await import('../ui/bypass.js')).askForReason();
  onSessionEnd(async () => (await import('./sign-in-again.js')).askAgain());
  connection.on('change', (online) => {
    drawBanner(session);
    if (online) toast(t('connected'), { kind: 'good' });
  });
  drawBanner(session);
  await load(session);
  document.addEventListener('language', () => {
    drawBar(session);
    drawBanner(session);
    renderAgain();
  });
  let watching = null;
  const who = () => {
    watching?.();
    watching = session.operator ? watchPages() : null;
    forgetPages();
    drawBar(session);
    drawBanner(session);
  };
  session.on('change', who);
  who();
  await start(outlet, { guard: (at) => guard(session, at), changed, failed, shown, waiting, loading,
    allowed: (entry) => !entry.role || mayOpen(entry) });
}
