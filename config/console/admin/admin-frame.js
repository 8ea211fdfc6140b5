// Parts that the management views share.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { empty, failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { roleName } from './roles.js';
import '../text/admin.js';

const VIEWS = [
  { path: '/manage/pages', text: 'manage.pages', role: 'publisher', icon: 'page' },
  { path: '/manage/pictures', text: 'manage.pictures', role: 'viewer', icon: 'image' },
  { path: '/manage/audiences', text: 'manage.audiences', role: 'publisher', icon: 'users' },
  { path: '/manage/feeds', text: 'manage.feeds', role: 'viewer', icon: 'feed' },
  { path: '/manage/operators', text: 'manage.operators', role: 'admin', icon: 'users' },
  { path: '/manage/tokens', text: 'manage.tokens', role: 'admin', icon: 'key' },
  { path: '/manage/audit', text: 'manage.audit', role: 'admin', icon: 'list' },
  { path: '/manage/nodes', text: 'manage.nodes', role: 'admin', icon: 'globe' },
  { path: '/manage/account', text: 'account.open', role: 'viewer', icon: 'user' },
];

function navigation(path) {
  const reveal = (one, inline) => one?.scrollIntoView({ block: 'nearest', inline });
  const element = h('nav.admin-nav', { 'aria-label': t('admin.nav'),
    onFocusin: (event) => reveal(event.target, 'nearest') }, VIEWS
    .filter((view) => can(view.role))
    .map((view) => link(view.path, { 'aria-current': view.path === path ? 'page' : null },
      icon(view.icon, { size: 16 }), h('span', t(view.text)))));
  // On a phone the strip scrolls: the present view's link comes into sight.
  requestAnimationFrame(() => reveal(element.querySelector('[aria-current]'), 'center'));
  return element;
}

/** A management view: navigation, heading (by default that of its link), lead, buttons and body. */
export function frame(path, { lead, actions = [], heading } = {}) {
  const title = heading ?? t(VIEWS.find((view) => view.path === path).text);
  const body = h('div.admin-body');
  const buttons = h('div.admin-actions', actions);
  const element = h('div.admin-view', navigation(path),
    h('header.admin-head', h('div.admin-head-text', h('h1', title), lead && h('p', lead)),
      buttons), body);
  return { title, element, body };
}

/** A view for operators whose role is too low. Sends no request. */
export function refused(path, role) {
  const { title, element, body } = frame(path);
  replace(body, empty({ icon: 'lock', title: t('admin.refused.title'),
    text: t('admin.refused.text', { role: roleName(role) }) }));
  return { title, element };
}

/**
 * Loads and shows a view's data at each call of the function that it returns. A failure replaces the list only while
 * there is none; a `quiet` call does not tell of one then. `load` gets a signal that aborts it.
 */
export function refresher(body, load, show) {
  let shown = false;
  let present = null;
  async function refresh(options) {
    present?.abort();
    const mine = new AbortController();
    present = mine;
    if (!shown) replace(body, loading());
    try {
      const data = await load(mine.signal);
      if (mine.signal.aborted) return;
      if (!shown) replace(body);
      shown = true;
      show(data);
    } catch (problem) {
      if (mine.signal.aborted) return;
      if (shown && options?.quiet === true) return;
      if (shown) toast(sentenceOf(problem), { kind: 'bad' });
      else replace(body, failure(problem, refresh));
    }
  }
  refresh.stop = () => present?.abort();
  return refresh;
}
