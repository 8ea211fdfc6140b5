import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { currentPath, href, navigate } from '../core/router.js';
import { canAnywhere } from '../core/session.js';
import { menuButton } from '../ui/menu.js';
import { badge } from '../ui/widgets.js';
import { onPages, pages } from './pages.js';

// From this number of pages on, a search is shown.
const MANY = 9;

// Another page opens in the same view, for example its history.
function pathOf(slug) {
  const view = /^\/pages\/[^/]+(\/(?:preview|history|schedule))?/.exec(currentPath())?.[1] ?? '';
  return pagePath(slug) + view;
}

/** The button with the current page's name, which opens the list of pages. */
export function pageSwitcher() {
  let slug = null;
  let all = [];
  let finder = null;
  const name = h('span.ellipsis');
  const manage = { label: t('switcher.manage'), icon: 'settings', href: href('/manage/pages'),
    run: () => navigate('/manage/pages') };
  const items = () => [
    ...all.map((page) => ({ label: page.title || page.page, checked: page.page === slug,
      hint: page.default ? badge(t('switcher.default')) : null,
      href: href(pathOf(page.page)), run: () => navigate(pathOf(page.page)) })),
    canAnywhere('publisher') && '-', canAnywhere('publisher') && manage];
  const button = menuButton({ label: t('switcher'), text: name, caret: true,
    className: 'quiet shell-switcher', items, instead: (anchor, onClose) => (all.length < MANY || !finder ? null
      : finder.findPage({ anchor, pages: all, present: slug, onClose,
        choose: (page) => navigate(pathOf(page.page)) })) });
  button.dataset.keep = 'switcher';
  function draw() {
    const page = all.find((one) => one.page === slug);
    const text = slug === null ? t('switcher') : page?.title || slug;
    replace(name, text);
    button.setAttribute('aria-label', slug === null ? text : t('switcher.now', { name: text }));
  }
  const take = (list) => {
    all = list;
    draw();
    if (all.length >= MANY) import('./page-finder.js').then((module) => { finder = module; }, () => {});
  };
  const stop = onPages(take);
  pages().then(take).catch(() => {});
  return { element: button, destroy: stop, setPage(next) {
    slug = next;
    draw();
  } };
}
