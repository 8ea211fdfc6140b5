// The issues that prevent saving, each with a link to its field.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { pathLabel } from './field-paths.js';
import { reasonOf } from '../ui/reasons.js';
import { equal, segments } from './values.js';

const MOST = 20;

const isSame = (one, other) => one.field === other.field && one.reason === other.reason && equal(one.path, other.path);

/** The summary: {element, draw, focus}. `go(path)` shows a field. */
export function issueSummary({ model, layout, go }) {
  const element = h('div.edit-mistakes.note.bad', { role: 'alert', tabIndex: -1, hidden: true });
  let drawn = [];

  function all() {
    const unread = [...model.unread.entries()].map(([field, { slot, path, reason, json }]) => ({
      path: json ? ['json'] : path ?? slot.path(), reason, field: json || path ? null : field }));
    const refused = [...model.errors.entries()].map(([pointer, reason]) => ({ path: segments(pointer), reason: reasonOf(reason) }));
    return [...unread, ...refused];
  }

  function draw() {
    const mistakes = all();
    // Unchanged entries keep their elements: one may be in the middle of a click.
    if (mistakes.length === drawn.length && mistakes.every((one, place) => isSame(one, drawn[place]))) return;
    drawn = mistakes;
    element.hidden = !mistakes.length;
    replace(element, mistakes.length > 0 && [icon('warning'), h('div', h('h3', t('edit.mistakes', { count: mistakes.length })),
      h('ul', mistakes.slice(0, MOST).map(({ path, reason, field }) => h('li', h('button.edit-mistake', {
        onClick: () => (field?.element.isConnected ? field.reveal() : go(path)) },
      h('strong', path[0] === 'json' ? t('edit.tab.json') : pathLabel(path, model.value, layout)), ' ', h('span', reason))))),
      mistakes.length > MOST && h('p', t('edit.mistakes.more', { count: mistakes.length - MOST })))]);
  }

  return { element, draw, focus() {
    element.focus();
    element.scrollIntoView({ block: 'nearest' });
  } };
}
