// Discards the draft's changes to some sections, as one step that can be undone.
import { t } from '../core/i18n.js';
import { sameBlock } from './block-states.js';
import { movedBetween, withMoved } from './orders.js';
import { mayRemove } from './removal.js';
import { stepBetween } from './restoration.js';
import { offerUndo } from './undo.js';

/** Resets edited, hidden and moved sections to the live state, and removes those that are only in the draft. */
export async function backToLive(workspace, codes) {
  const added = codes.filter((code) => !workspace.live.blocks.has(code));
  if (added.length && !await mayRemove(workspace, added)) return;
  const changed = codes.filter((code) => workspace.blocks.has(code) && workspace.stateOf(code).changed);
  if (!changed.length) return;
  const names = { count: changed.length, name: workspace.nameOf(changed[0]) };
  const { state: before, live } = workspace;
  const after = { blocks: new Map(before.blocks), order: orderBackToLive(before.order, live.order, changed) };
  for (const code of changed) {
    if (live.blocks.has(code)) after.blocks.set(code, live.blocks.get(code));
    else after.blocks.delete(code);
  }
  const other = changed.filter((code) => !sameBlock(before.blocks.get(code), after.blocks.get(code)));
  const step = stepBetween(workspace, before, after, { codes: other, hasOrder: true, label: () => t('step.toLive', names) });
  const done = workspace.perform(step, step.redo());
  offerUndo(workspace, t('restoration.done.live', names));
  await done;
}

/**
 * Returns `order` with `codes` at their positions in `live`, after the nearest section that was not moved. Others stay.
 */
function orderBackToLive(order, live, codes) {
  const moved = new Set(movedBetween(live, order));
  const isLive = new Set(live);
  const left = order.filter((code) => isLive.has(code) || !codes.includes(code));
  const settled = new Set(left.filter((code) => isLive.has(code) && !moved.has(code)));
  return live.filter((code) => moved.has(code) && codes.includes(code)).reduce((result, code) => {
    const before = live.slice(0, live.indexOf(code)).findLast((one) => settled.has(one));
    settled.add(code);
    return withMoved(result, [code], before === undefined ? { to: 'start' } : { after: before });
  }, left);
}
