// A dialog for an order that two operators changed: both side by side, and the result of each choice.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime, relative } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { adapted, movedBetween } from './orders.js';
import '../text/order-conflict.js';
import '../text/remote.js';

/**
 * Resolves with 'theirs', 'mine' or 'combine'. `before` is the common base, `mine` this operator's order, `jobs` the
 * moves that led to it, `problem` the 412 response with the current order.
 */
export function orderConflict(workspace, { before, mine, jobs, problem }) {
  const theirs = workspace.store.order;
  const state = workspace.store.state;
  const outcomes = {
    combine: jobs.reduce((present, job) => job.apply(present), state).order,
    mine: adapted(mine, theirs),
    theirs,
  };
  const byMe = new Set(movedBetween(before, mine));
  const byThem = new Set(movedBetween(before, theirs));
  const known = new Set(before);
  for (const code of theirs) if (!known.has(code)) byThem.add(code);
  const marks = (code) => [byThem.has(code) && 'theirs', byMe.has(code) && 'mine'].filter(Boolean);
  const column = (order, title) => orderColumn(workspace, order, title, marks);
  const outcome = h('div.conflict-outcome');
  let choice = 'combine';

  function choose(value) {
    choice = value;
    replace(outcome, column(outcomes[value], t('conflict.outcome')));
  }

  const options = h('div.conflict-options', { role: 'radiogroup', 'aria-label': t('conflict.what') },
    Object.keys(outcomes).map((value) => option(value, choice, choose)));
  choose(choice);
  const who = problem.changedBy ?? t('remote.someone');
  const when = problem.changedAt;
  const body = [
    h('p', t('conflict.text', { who, when: when ? relative(when) : '' }), when && h('span.muted', ` (${dateTime(when)})`)),
    h('p.conflict-legend', h('span.conflict-mark.theirs', t('conflict.movedThem', { who, count: byThem.size })),
      h('span.conflict-mark.mine', t('conflict.movedMe', { count: byMe.size }))),
    options,
    h('div.conflict-orders', column(theirs, t('conflict.theirs', { who })), column(mine, t('conflict.mine')), outcome),
  ];
  const handle = dialog({ title: t('conflict.title'), body, wide: true, locked: true, actions: [
    { label: t('conflict.apply'), kind: 'primary', run: () => choice },
  ] });
  handle.element.classList.add('conflict');
  return handle.closed.then((value) => value ?? choice);
}

function option(value, chosen, choose) {
  const id = uid('conflict');
  return h('label.conflict-option', h('input', { type: 'radio', name: 'conflict', value, checked: value === chosen,
    'aria-describedby': id, onChange: () => choose(value) }),
  h('span', h('strong', t(`conflict.${value}.label`)), h('span.muted', { id }, t(`conflict.${value}.text`))));
}

// An order as a list; long runs of unmoved sections are collapsed.
function orderColumn(workspace, order, title, marks) {
  const near = order.map((code, i) => order.slice(Math.max(0, i - 2), i + 3).some((other) => marks(other).length > 0));
  const lines = [];
  let folded = 0;
  const fold = () => {
    if (folded > 0) lines.push(h('li.conflict-folded', t('conflict.folded', { count: folded })));
    folded = 0;
  };
  order.forEach((code, i) => {
    if (order.length > 12 && !near[i]) {
      folded += 1;
      return;
    }
    fold();
    const who = marks(code);
    lines.push(h('li', { class: who.map((one) => `conflict-mark ${one}`).join(' ') },
      h('span.conflict-number', String(i + 1)), h('span.ellipsis', workspace.nameOf(code)),
      who.map((one) => h('span.visually-hidden', t(`conflict.by.${one}`)))));
  });
  fold();
  return h('section.conflict-order', h('h3', title), h('ol', lines));
}
