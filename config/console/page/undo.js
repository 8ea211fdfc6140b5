// Undo and redo. A step applies or reverts its change to the page's current state.
import { t } from '../core/i18n.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';

export class UndoStack {
  done = [];
  undone = [];

  get undoLabel() { return this.done.at(-1)?.label() ?? null; }
  get redoLabel() { return this.undone.at(-1)?.label() ?? null; }

  add(step) {
    this.done.push(step);
    this.undone = [];
    if (this.done.length > 200) this.done.shift();
  }

  /** Discards a step whose change failed. */
  forget(step) {
    this.done = this.done.filter((other) => other !== step);
    this.undone = this.undone.filter((other) => other !== step);
  }

  takeBack() {
    const step = this.done.pop();
    if (step) this.undone.push(step);
    return step;
  }

  takeForward() {
    const step = this.undone.pop();
    if (step) this.done.push(step);
    return step;
  }

  clear() {
    this.done = [];
    this.undone = [];
  }
}

const takeBack = (workspace) => workspace.undo().catch((problem) => toast(sentenceOf(problem), { kind: 'bad' }));

/**
 * Shows a toast about a change. Its undo button is available as long as the change is the last one. Returns the toast.
 */
export function offerUndo(workspace, text, { kind, undo = () => takeBack(workspace) } = {}) {
  const step = workspace.lastStep;
  const offer = toast(text, { kind, action: { label: t('list.undo'), run: undo } });
  const off = workspace.on('change', () => {
    if (workspace.lastStep === step) return;
    off();
    offer.close();
  });
  return offer;
}
