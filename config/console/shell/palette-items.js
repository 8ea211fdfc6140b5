// The palette's local results: pages, views and actions.
import { hasWords, wordsOf } from '../core/folded.js';
import { everyText, language, t } from '../core/i18n.js';
import { MANAGE, pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { theme } from '../core/prefs.js';
import { can, mayOpen } from '../core/session.js';
import { styles } from '../core/style.js';
import { openSection } from '../page/open-field.js';
import { recentSections } from '../page/recent-sections.js';
import { signOut } from './account-menu.js';
import { openReview } from './open-review.js';
import { chooseLanguage, chooseTheme, LANGUAGES, THEMES } from './tools.js';
import { TABS } from './top-bar.js';

const MOST = 6;

/** Returns the groups for a query, which may be empty: {id, items}, each item {key, label, hint, icon, words, run}. */
export function localGroups(query, { slug, pages }) {
  const title = pages.find((one) => one.page === slug)?.title || slug;
  const groups = [{ id: 'pages', items: pageItems(pages) }, { id: 'views', items: viewItems(slug, title) },
    { id: 'actions', items: actionItems(slug, title) }];
  const wanted = wordsOf(query);
  if (!wanted.length) return [{ id: 'recent', items: recentItems(pages) }, ...groups].map(first).filter(some);
  const fits = ({ label, words }) => hasWords([label, ...words].join(' '), wanted);
  return groups.map(({ id, items }) => first({ id, items: items.filter(fits) })).filter(some);
}

const some = ({ items }) => items.length > 0;
// Views and actions are few enough to list all.
const first = ({ id, items }) => ({ id, items: id === 'pages' ? items.slice(0, MOST) : items });

function recentItems(pages) {
  const titles = new Map(pages.map((one) => [one.page, one.title || one.page]));
  return recentSections().filter(({ page }) => titles.has(page)).slice(0, MOST).map(({ page, code, name }) => ({
    key: `recent ${page} ${code}`, label: name, hint: titles.get(page), icon: 'clock', words: [], run: () => openSection(page, code) }));
}

function pageItems(pages) {
  return pages.map(({ page, title }) => ({ key: `page ${page}`, label: title || page, hint: title ? page : '', icon: 'page', words: [page],
    run: () => navigate(pagePath(page)) }));
}

function viewItems(slug, title) {
  const item = (key, name, path, hint = '') => ({ key: `view ${key}`, label: t(key), hint, icon: name, words: everyText(key), run: () => navigate(path) });
  return [
    ...(slug ? TABS : []).map((tab) => item(`tab.${tab.id}`, tab.icon, pagePath(slug) + tab.path, title)),
    ...MANAGE.filter(mayOpen).map((one) => item(`manage.${one.id}`, one.icon, `/manage/${one.id}`, t('manage'))),
    item('account.open', 'user', '/manage/account'),
  ];
}

function actionItems(slug, title) {
  const item = (key, name, run, { params = {}, label = t(key, params) } = {}) => ({ key: `action ${label}`, label, hint: '', icon: name,
    words: everyText(key), run });
  const review = can('publisher', slug) ? 'palette.publish' : 'palette.review';
  return [
    slug && can('editor', slug) && item(review, 'send', () => openReview(slug), { params: { page: title } }),
    item('help.title', 'info', showKeys),
    ...Object.keys(THEMES).filter((value) => value !== theme()).map((value) => item('theme', THEMES[value], () => chooseTheme(value), {
      label: t('palette.theme', { theme: t(`theme.${value}`) }) })),
    ...Object.keys(LANGUAGES).filter((code) => code !== language()).map((code) => item('language', 'translate', () => chooseLanguage(code), {
      label: t('palette.language', { language: LANGUAGES[code] }) })),
    item('account.out', 'sign-out', () => signOut(false)),
    item('account.everywhere', 'sign-out', () => signOut(true)),
  ].filter(Boolean);
}

async function showKeys() {
  const [{ showHelp }] = await Promise.all([import('../list/help.js'), styles('list')]);
  showHelp();
}
