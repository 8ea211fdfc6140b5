// The button in the top bar with the pages that wait for a review by the operator.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { href, navigate } from '../core/router.js';
import { can, session } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { openMenu } from '../ui/menu.js';
import { onPages, pages } from './pages.js';
import '../text/review.js';

const name = (page) => page.title || page.page;

/** What waits: drafts of which others requested a review, and planned releases. */
function waiting(all) {
  return all.filter(({ page, review }) => review?.approvals > 0 && can('publisher', page)).flatMap((page) => {
    const { requestedBy, whom, waiting: releases } = page.review;
    const me = session.operator.name;
    const forMe = requestedBy && requestedBy !== me && (!whom.length || whom.includes(me));
    return [
      forMe && { label: t('review.bell.draft', { page: name(page), name: requestedBy }), icon: 'edit', href: href(pagePath(page.page)),
        run: async () => (await import('./open-review.js')).openReview(page.page) },
      releases.length > 0 && { label: t('review.bell.release', { page: name(page) }), icon: 'clock', href: href(pagePath(page.page, 'schedule')),
        run: () => navigate(pagePath(page.page, 'schedule')) },
    ].filter(Boolean);
  });
}

export function reviewBell() {
  let items = [];
  const count = h('span.review-count', { 'aria-hidden': 'true' });
  const button = h('button.icon-button.review-bell', { 'aria-haspopup': 'menu', hidden: true, onClick: () => openMenu(button, items,
    { label: button.title }) }, icon('bell'), count);
  const take = (all) => {
    items = waiting(all);
    button.hidden = !items.length;
    count.textContent = items.length;
    button.title = t('review.bell', { count: items.length });
    button.setAttribute('aria-label', button.title);
  };
  const stop = onPages(take);
  pages().then(take).catch(() => {});
  return { element: button, destroy: stop };
}
