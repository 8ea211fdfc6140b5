import { h, replace } from '../core/dom.js';
import { language, setLanguage, t } from '../core/i18n.js';
import { setTheme, theme } from '../core/prefs.js';
import { href, link, navigate } from '../core/router.js';
import { can } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { accountMenu } from './account-menu.js';
import { pageSwitcher } from './page-switcher.js';

const TABS = [
  { id: 'sections', path: '', icon: 'list' },
  { id: 'preview', path: '/preview', icon: 'eye' },
  { id: 'history', path: '/history', icon: 'history' },
  { id: 'schedule', path: '/schedule', icon: 'calendar' },
];

const MANAGE = [
  { id: 'pages', icon: 'page', role: 'publisher' },
  { id: 'operators', icon: 'users', role: 'admin' },
  { id: 'tokens', icon: 'key', role: 'admin' },
  { id: 'audit', icon: 'list', role: 'admin' },
];

function tabOf(path) {
  const rest = path.replace(/^\/pages\/[^/]+/, '');
  return TABS.find((tab) => tab.path && rest.startsWith(tab.path))?.id ?? 'sections';
}

function go(path) {
  return { href: href(path), run: () => navigate(path) };
}

function manageMenu() {
  const items = MANAGE.filter((item) => can(item.role));
  if (!items.length) return null;
  return menuButton({ label: t('manage'), text: t('manage'), icon: 'settings', caret: true,
    className: 'quiet shell-manage',
    items: () => items.map((item) => ({ label: t(`manage.${item.id}`), icon: item.icon,
      ...go(`/manage/${item.id}`) })) });
}

/** Switching languages says the other one's name in that language. */
export function languageButton() {
  const other = language() === 'zh' ? 'en' : 'zh';
  return menuButton({ label: t('language'), icon: 'translate', items: () => [
    { label: 'English', checked: other === 'zh', run: () => setLanguage('en') },
    { label: '简体中文', checked: other === 'en', run: () => setLanguage('zh') },
  ] });
}

const THEME_ICONS = { light: 'sun', dark: 'moon', auto: 'contrast' };

export function themeButton() {
  const button = menuButton({ label: t('theme'), icon: THEME_ICONS[theme()],
    items: () => Object.keys(THEME_ICONS).map((value) => ({ label: t(`theme.${value}`),
      checked: theme() === value, run: () => {
        setTheme(value);
        replace(button, icon(THEME_ICONS[value]));
      } })) });
  return button;
}

/** The bar above everything, for who is signed in. */
export function topBar() {
  const tabs = h('nav.shell-tabs', { 'aria-label': t('shell.tabs') });
  const switcher = pageSwitcher();
  const element = h('header.shell-bar',
    link('/', { class: 'shell-brand', 'aria-label': t('app'), title: t('app') },
      h('span.shell-logo', { 'aria-hidden': 'true' })),
    switcher.element, tabs, h('div.shell-space'),
    h('div.shell-tools', manageMenu(), languageButton(), themeButton(), accountMenu()));
  let slug = null;
  function setPlace({ path, params }) {
    slug = params.slug ?? slug;
    switcher.setPage(params.slug ?? null);
    const present = params.slug ? tabOf(path) : null;
    tabs.hidden = !params.slug;
    replace(tabs, params.slug && TABS.map((tab) => link(
      `/pages/${encodeURIComponent(params.slug)}${tab.path}`,
      { class: 'shell-tab', 'aria-current': tab.id === present ? 'page' : null },
      icon(tab.icon), h('span', t(`tab.${tab.id}`)))));
  }
  return { element, setPlace, destroy: switcher.destroy };
}
