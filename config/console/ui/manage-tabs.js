import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { MANAGE } from '../core/paths.js';
import { link } from '../core/router.js';
import { mayOpen } from '../core/session.js';
import { icon } from './icons.js';
import '../text/admin.js';

const VIEWS = [...MANAGE.map((view) => ({ ...view, text: `manage.${view.id}` })),
  { id: 'account', icon: 'user', role: 'none', text: 'account.open' }].map((view) => ({ ...view, path: `/manage/${view.id}` }));

/** Returns the title of the management view at a path. */
export function manageTitle(path) {
  return t(VIEWS.find((view) => view.path === path).text);
}

/** The tabs of the management views. */
export function manageTabs(path) {
  const reveal = (one, inline) => one?.scrollIntoView({ block: 'nearest', inline });
  const element = h('nav.admin-nav', { 'aria-label': t('admin.nav'),
    onFocusin: (event) => reveal(event.target, 'nearest') }, VIEWS
    .filter(mayOpen)
    .map((view) => link(view.path, { 'aria-current': view.path === path ? 'page' : null },
      icon(view.icon, { size: 16 }), h('span', t(view.text)))));
  // On a phone the tabs scroll: reveal the current one once they are visible.
  new ResizeObserver((_, observer) => {
    if (!element.clientWidth) return;
    observer.disconnect();
    reveal(element.querySelector('[aria-current]'), 'center');
  }).observe(element);
  return element;
}
