import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { currentPath, href, navigate } from '../core/router.js';
import { can } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { onPages, pages } from './pages.js';

/** The button with the present page's name, which opens the list of all pages. */
export function pageSwitcher() {
  let slug = null;
  let all = [];
  const name = h('span.ellipsis');
  const button = menuButton({ label: t('switcher'), text: name, caret: true,
    className: 'quiet shell-switcher', items });
  function items() {
    const rest = /^\/pages\/[^/]+(\/(preview|history|schedule))?/.exec(currentPath())?.[1] ?? '';
    return [...all.map((page) => ({ label: page.title || page.page, hint: page.page,
      checked: page.page === slug,
      href: href(`/pages/${encodeURIComponent(page.page)}${rest}`),
      run: () => navigate(`/pages/${encodeURIComponent(page.page)}${rest}`) })),
    can('admin') && '-',
    can('admin') && { label: t('switcher.manage'), icon: 'settings', href: href('/manage/pages'),
      run: () => navigate('/manage/pages') }];
  }
  function draw() {
    const page = all.find((one) => one.page === slug);
    replace(name, slug === null ? t('switcher') : page?.title || slug);
  }
  const stop = onPages((list) => {
    all = list;
    draw();
  });
  pages().then((list) => {
    all = list;
    draw();
  }).catch(() => {});
  draw();
  return { element: button, destroy: stop, setPage(next) {
    slug = next;
    draw();
  } };
}
