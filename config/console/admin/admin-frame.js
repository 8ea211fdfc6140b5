// Parts shared by the management views.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { manageTabs, manageTitle } from '../ui/manage-tabs.js';
import { empty, failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { roleName } from './roles.js';
import '../text/admin.js';

/** A management view: navigation, heading (by default the title of its link), lead, buttons and body. */
export function frame(path, { lead, actions = [], heading } = {}) {
  const title = heading ?? manageTitle(path);
  const body = h('div.admin-body');
  const buttons = h('div.admin-actions', actions);
  const element = h('div.admin-view', manageTabs(path),
    h('header.admin-head', h('div.admin-head-text', h('h1', title), lead && h('p', lead)),
      buttons), body);
  return { title, element, body };
}

/** The view for operators whose role is too low. Sends no request. */
export function refused(path, role) {
  const { title, element, body } = frame(path);
  replace(body, empty({ icon: 'lock', title: t('admin.refused.title'),
    text: t('admin.refused.text', { role: roleName(role) }) }));
  return { title, element };
}

/**
 * Returns a function that loads a view's data and shows it. A failure replaces the body only until data has been shown
 * once; after that, it is a toast, or nothing for a `quiet` call. `load` gets an AbortSignal.
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
