import './text/core.js';
import { onProblem } from './core/http.js';
import { session } from './core/session.js';
import { route } from './core/router.js';
import { styles } from './core/style.js';
import { startShell } from './shell/shell.js';

const pageView = () => import('./shell/page-view.js');
const history = () => import('./history/history-view.js');

route('/', () => import('./shell/home-view.js'));
route('/sign-in', () => import('./shell/sign-in-view.js'), { open: true });
route('/set-up', () => import('./shell/set-up-view.js'), { open: true });
route('/pages/{slug}', pageView, { styles: ['page', 'list'] });
route('/pages/{slug}/blocks/{code}', pageView, { styles: ['page', 'list'] });
route('/pages/{slug}/preview', () => import('./preview/preview-view.js'), {
  styles: ['preview', 'phone'] });
route('/pages/{slug}/history', history, { styles: ['history'] });
route('/pages/{slug}/history/{n}', history, { styles: ['history'] });
route('/pages/{slug}/schedule', () => import('./schedule/schedule-view.js'), { styles: ['history'] });
route('/manage/pages', () => import('./admin/pages-view.js'), { styles: ['admin', 'import'],
  role: 'publisher', anywhere: true });
route('/manage/audiences', () => import('./admin/audiences-view.js'), { styles: ['admin', 'edit'],
  role: 'publisher' });
const feed = () => import('./admin/feed-view.js');
route('/manage/feeds', () => import('./admin/feeds-view.js'), { styles: ['admin', 'feeds'] });
route('/manage/new-feed', feed, { styles: ['admin', 'edit', 'feeds'], role: 'publisher' });
route('/manage/feeds/{name}', feed, { styles: ['admin', 'edit', 'feeds'] });
route('/manage/feeds/{name}/log', () => import('./admin/feed-log-view.js'), { styles: ['admin', 'feeds'] });
route('/manage/pictures', () => import('./admin/pictures-view.js'), { styles: ['admin', 'pictures'] });
route('/manage/calendar', () => import('./schedule/calendar-view.js'), { styles: ['admin', 'calendar'] });
route('/manage/operators', () => import('./admin/operators-view.js'), { styles: ['admin', 'rights'],
  role: 'admin' });
route('/manage/rights', () => import('./admin/rights-view.js'), { styles: ['admin', 'rights'],
  role: 'admin' });
route('/manage/tokens', () => import('./admin/tokens-view.js'), { styles: ['admin', 'rights'],
  role: 'admin' });
route('/manage/audit', () => import('./admin/audit-view.js'), { styles: ['admin', 'audit'],
  role: 'admin' });
route('/manage/nodes', () => import('./admin/nodes-view.js'), { styles: ['admin'], role: 'admin' });
route('/manage/account', () => import('./admin/account-view.js'), { styles: ['admin'] });

onProblem(() => import('./ui/problem-words.js'));

const contrast = matchMedia('(forced-colors: active)');
const onContrast = () => { if (contrast.matches) styles('contrast'); };
contrast.addEventListener('change', onContrast);
onContrast();

// boot.js has shown a message in a browser that is too old.
if (document.documentElement.dataset.browser !== 'old') startShell(session);
