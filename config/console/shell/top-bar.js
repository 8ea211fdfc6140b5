import { h, isMac, reconcile } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { MANAGE, pagePath } from '../core/paths.js';
import { href, link, navigate } from '../core/router.js';
import { mayOpen } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { accountMenu } from './account-menu.js';
import { pageSwitcher } from './page-switcher.js';
import { lastPage, onPages, pages } from './pages.js';
import { languageButton, themeButton } from './tools.js';

export const TABS = [
  { id: 'sections', path: '', icon: 'list' },
  { id: 'preview', path: '/preview', icon: 'eye' },
  { id: 'history', path: '/history', icon: 'history' },
  { id: 'schedule', path: '/schedule', icon: 'calendar' },
];

function tabOf(path) {
  const rest = path.replace(/^\/pages\/[^/]+/, '');
  return TABS.find((tab) => tab.path && rest.startsWith(tab.path))?.id ?? 'sections';
}

function manageMenu() {
  const items = MANAGE.filter(mayOpen);
  if (!items.length) return null;
  return menuButton({ label: t('manage'), text: h('span.shell-manage-label', t('manage')),
    icon: 'settings', caret: true, className: 'quiet shell-manage',
    items: () => items.map(({ id, icon: name }) => ({ label: t(`manage.${id}`), icon: name,
      href: href(`/manage/${id}`), run: () => navigate(`/manage/${id}`) })) });
}

function tabLink(slug, tab) {
  return link(pagePath(slug) + tab.path, { class: 'shell-tab' },
    icon(tab.icon), h('span', t(`tab.${tab.id}`)));
}

/** The place of the bell, which is loaded once a page is reviewed. */
function bellPlace() {
  const element = h('div.shell-bell');
  let bell = null;
  const show = async (all) => {
    if (bell || !all.some(({ review }) => review?.approvals > 0)) return;
    bell = import('./review-bell.js').then(({ reviewBell }) => reviewBell());
    element.append((await bell).element);
  };
  const stop = onPages(show);
  pages().then(show).catch(() => {});
  return { element, async destroy() {
    stop();
    (await bell)?.destroy();
  } };
}

/** The bar at the top for signed-in operators. */
export function topBar(openPalette) {
  const tabs = h('nav.shell-tabs', { 'aria-label': t('shell.tabs') });
  const switcher = pageSwitcher();
  const bell = bellPlace();
  const search = t('search', { keys: isMac ? '⌘K' : 'Ctrl+K' });
  const element = h('header.shell-bar',
    link('/', { class: 'shell-brand', 'aria-label': t('shell.home'), title: t('shell.home') },
      h('span.shell-logo', { 'aria-hidden': 'true' })),
    switcher.element, tabs, h('div.shell-space'),
    h('div.shell-tools', bell.element, h('button.icon-button', { 'aria-label': search, title: search, 'aria-keyshortcuts': 'Control+K Meta+K',
      'aria-haspopup': 'dialog', onClick: openPalette }, icon('search')), manageMenu(), languageButton(), themeButton(), accountMenu()));
  let place = null;
  function setPlace(next) {
    place = next;
    const { path, params } = next;
    // Other views keep the link to the last opened page.
    const slug = params.slug ?? lastPage();
    const present = params.slug ? tabOf(path) : null;
    switcher.setPage(slug);
    tabs.hidden = !slug;
    reconcile(tabs, slug ? TABS : [], (tab) => `${slug}/${tab.id}`, (tab) => tabLink(slug, tab),
      (element, tab) => {
        if (tab.id === present) element.setAttribute('aria-current', 'page');
        else element.removeAttribute('aria-current');
      });
  }
  const stop = onPages(() => { if (place && !place.params.slug) setPlace(place); });
  return { element, setPlace, destroy() {
    stop();
    switcher.destroy();
    bell.destroy();
  } };
}
