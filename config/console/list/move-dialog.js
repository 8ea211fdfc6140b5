import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import '../text/move.js';

/**
 * Opens the dialog that moves sections to a position; `closed` resolves with true after a move. `moves`: see moves.js.
 */
export function moveDialog(workspace, moves, codes) {
  const reason = moves.refusal(codes);
  if (reason) {
    moves.refuse(reason);
    return null;
  }
  const last = moves.places - codes.length + 1;
  const now = workspace.order.indexOf(codes[0]) + 1;
  const input = h('input', { type: 'number', min: 1, max: last, step: 1, value: now, inputmode: 'numeric', autofocus: true });
  const preview = h('p.list-preview', { 'aria-live': 'polite' });
  const place = () => Number(input.value);
  const valid = () => Number.isInteger(place()) && place() >= 1 && place() <= last;
  const number = field({ label: t('list.position'), hint: t('list.positionHint', { count: last }), input, required: true });
  const show = () => {
    number.setError(valid() || input.value === '' ? null : t('list.positionHint', { count: last }));
    preview.textContent = valid() ? between(workspace, codes, place() - 1) : '';
  };
  input.addEventListener('input', show);
  const handle = dialog({
    title: t('list.moveTitle', { count: codes.length, name: workspace.nameOf(codes[0]) }),
    body: [number.element, preview],
    actions: [
      { label: t('cancel') },
      { label: t('list.move'), kind: 'primary', run: () => {
        if (!valid()) {
          number.setError(t('list.positionHint', { count: last }));
          input.focus();
          return false;
        }
        moves.to(codes, { to: place() - 1 });
        return true;
      } },
    ],
  });
  input.select();
  show();
  return handle;
}

// The sections before and after the position.
function between(workspace, codes, place) {
  const order = workspace.orderAfter(codes, { to: place });
  const before = order[place - 1];
  const after = order[place + codes.length];
  const params = { before: before && workspace.nameOf(before), after: after && workspace.nameOf(after) };
  if (!before && !after) return '';
  if (!before) return t('list.beforeThat', params);
  return after ? t('list.betweenThose', params) : t('list.afterThat', params);
}
