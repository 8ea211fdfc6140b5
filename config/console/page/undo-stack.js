// Undo and redo. A step applies and reverts its change on whatever state the page has then.
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

  /** Drops a step whose change was not made. */
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
