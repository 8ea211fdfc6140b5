import { connection } from '../core/connection.js';
import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';

/** The status line: the number of sections, and whether all changes are saved. */
export function statusLine(workspace) {
  const count = h('span.list-count');
  const saved = h('span.list-saved', { role: 'status' });
  const element = h('div.list-status', count, saved);
  let said = '';
  let timer = 0;

  function say(key, name, kind) {
    clearTimeout(timer);
    timer = 0;
    const words = key ? t(key, { count: workspace.pending }) : '';
    if (words === said) return;
    said = words;
    saved.className = `list-saved ${kind}`;
    replace(saved, words && icon(name, { size: 16 }), words && h('span', words));
  }

  // The stage of the last change.
  let worked = null;
  function show({ shown, filtered }) {
    const total = workspace.order.length;
    const text = filtered ? t('list.countShown', { shown: number(shown), count: total }) : t('list.count', { count: total });
    if (count.textContent !== text) count.textContent = text;
    if (workspace.pending > 0) worked = workspace.stage;
    if (workspace.offline && workspace.pending > 0) say(connection.online ? 'list.delayed' : 'list.waiting', 'warning', 'list-offline');
    else if (workspace.pending === 0) say(worked === workspace.stage ? `list.saved.${workspace.stage}` : null, 'check', '');
    else if (!timer) timer = setTimeout(() => workspace.pending > 0 && !workspace.offline && say('list.saving', 'refresh', ''), 400);
  }

  return { element, show };
}
