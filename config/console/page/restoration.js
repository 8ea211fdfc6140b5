// Puts changes of a revision into the draft, as one step that can be undone.
import { Problem, api } from '../core/api.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { createJob, orderJob, removeJob } from './jobs.js';
import { movedBetween, towards } from './orders.js';
import '../text/restoration.js';

/**
 * `only`: {blocks, order, data} as in the API; `ifMatch`: the ETag of the draft, if there is one. Resolves with
 * {response, canUndo}: the server's response, and whether the step can be undone.
 */
export async function restoreIntoDraft(workspace, { revision, only, ifMatch }) {
  await workspace.when(() => workspace.pending === 0 || workspace.offline);
  if (workspace.offline) throw new Problem(0, { title: 'offline' });
  const before = workspace.state;
  const response = await api('POST', apiPath(workspace.slug, 'draft', 'restore'), { body: { revision, only }, ifMatch });
  await workspace.refresh();
  // The live stage has separate steps, and a step does not cover the page's own fields.
  const canUndo = workspace.stage === 'draft' && !only.data;
  if (canUndo) record(workspace, { revision, only, before, after: workspace.state });
  return { response, canUndo };
}

function record(workspace, { revision, only, before, after }) {
  const label = () => t('step.restore', { number: revision });
  workspace.perform(stepBetween(workspace, before, after, { codes: only.blocks ?? [], hasOrder: only.order, label }), []);
}

/** Returns the step between two states of the page for some sections, and for the order if it `hasOrder`. */
export function stepBetween(workspace, before, after, { codes, hasOrder, label }) {
  const turn = (from, to) => () => {
    const gone = step.codes.filter((code) => from.blocks.has(code) && !to.blocks.has(code));
    const back = to.order.filter((code) => step.codes.includes(code) && !from.blocks.has(code));
    const changed = step.codes.filter((code) => from.blocks.has(code) && to.blocks.has(code));
    const moved = hasOrder ? movedBetween(from.order, to.order) : [];
    return [
      ...gone.map((code) => removeJob(workspace.store, code)),
      ...back.map((code, place) => createJob(workspace.store, to.blocks.get(code),
        workspace.placeAsIn(to.order, code, new Set(back.slice(0, place))))),
      ...changed.map((code) => workspace.turned(code, from.blocks.get(code), to.blocks.get(code))),
      // The sections after which they were created may be moved.
      ...(moved.length ? [orderJob(workspace.store, towards(to.order, [...moved, ...back]), workspace.settle)] : []),
    ];
  };
  const step = { codes, label, undo: turn(after, before), redo: turn(before, after) };
  return step;
}
