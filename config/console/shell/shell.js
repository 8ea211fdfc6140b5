import { h, replace } from '../core/dom.js';
import { connection } from '../core/connection.js';
import { t } from '../core/i18n.js';
import { currentPath, currentQuery, navigate, renderAgain, start } from '../core/router.js';
import { icon } from '../ui/icons.js';
import { announce } from '../ui/live.js';
import { track } from '../ui/progress.js';
import { empty, failure } from '../ui/states.js';
import { forgetPages, rememberPage, watchPages } from './pages.js';
import { topBar } from './top-bar.js';

const header = h('div.shell-header');
const banner = h('div.shell-banner-slot', { role: 'status' });
const main = h('main.shell-main', { id: 'main', tabIndex: -1 });
const skip = h('a.shell-skip', { href: '#main', onClick: (event) => {
  event.preventDefault();
  main.focus();
} });
let bar = null;
let place = { path: '/', params: {}, pattern: null };

function drawBar(session) {
  skip.textContent = t('shell.skip');
  bar?.destroy();
  bar = session.operator ? topBar() : null;
  replace(header, bar?.element);
  bar?.setPlace(place);
}

function drawBanner() {
  replace(banner, !connection.online && h('div.shell-banner', icon('warning'),
    h('span', t('shell.offline'))));
}

function changed(next) {
  place = next;
  if (next.params.slug && next.pattern?.startsWith('/pages/')) rememberPage(next.params.slug);
  bar?.setPlace(next);
}

function failed(error, retry) {
  if (error.notFound) {
    return { title: t('missing.title'), element: empty({ icon: 'search',
      title: t('missing.title'), text: t('missing.text'),
      action: { label: t('shell.home'), run: () => navigate('/') } }) };
  }
  if (!('status' in error)) reportError(error);
  return { title: t('failed.title'), element: failure(error, retry) };
}

function shown(view, { first }) {
  document.title = view.title && view.title !== t('app') ? `${view.title} · ${t('app')}` : t('app');
  if (first) return;
  // Whoever does not see the view change hears it, and reads on from its beginning.
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

/** Where somebody who is not signed in goes, and who is from there. */
function guard(session, { path, query, open }) {
  if (!session.operator && !open) {
    const next = path === '/' ? null : location.pathname.slice('/admin'.length) + location.search;
    return { path: '/sign-in', query: { next } };
  }
  if (session.operator && path === '/sign-in') {
    const url = new URL(safeNext(query.next), 'http://console');
    return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
  }
  return null;
}

/** Only a path of the console is gone on to. */
function safeNext(next) {
  return /^\/(?![/\\])/.test(next ?? '') && !next.startsWith('/sign-in') ? next : '/';
}

export async function startShell(session) {
  replace(document.getElementById('app'), skip, header, banner, main);
  connection.on('change', drawBanner);
  document.addEventListener('language', () => {
    drawBar(session);
    drawBanner();
    renderAgain();
  });
  try {
    await session.load();
  } catch (problem) {
    replace(main, failure(problem, () => startShell(session)));
    return;
  }
  let watching = null;
  const who = () => {
    watching?.();
    watching = session.operator ? watchPages() : null;
    forgetPages();
    drawBar(session);
  };
  session.on('change', who);
  who();
  await start(main, { guard: (at) => guard(session, at), changed, failed, shown, waiting });
}

export { currentPath, currentQuery };
