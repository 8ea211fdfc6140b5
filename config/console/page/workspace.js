// A page being edited, with all changes to it: shown at once, sent in one queue, and undoable.
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { bare, sameBlock } from './block-states.js';
import { createJob, isOrderJob, orderJob, patchJob, putJob, removeJob } from './jobs.js';
import { layouts } from './layouts.js';
import { difference, untouched } from './merge.js';
import { mayHaveMoved, movedBetween, movesInto, sameOrder, towards, withMoved } from './orders.js';
import { PageModel } from './page-model.js';
import { Remote } from './remote.js';
import { UndoStack } from './undo.js';
import '../text/list.js';

let current = null;
// Workspaces that were closed with unsent changes.
const left = new Map();

export class Workspace extends PageModel {
  operator = session.operator?.id;
  #undoStacks = { draft: new UndoStack(), live: new UndoStack() };

  /** Returns the workspace of a page: the same one while it is shown or has unsent changes. */
  static async open(slug) {
    if (current?.slug !== slug) {
      current?.close();
      current = left.get(slug) ?? new Workspace(slug);
      left.delete(slug);
      current.closing = false;
      current.ready ??= current.#begin();
    }
    const workspace = current;
    try {
      await workspace.ready;
    } catch (problem) {
      if (current === workspace) current = null;
      workspace.abandon();
      throw problem;
    }
    return workspace;
  }

  async #begin() {
    // Created first: a change during the first load causes another one.
    this.remote = new Remote(this);
    const [types] = await Promise.all([layouts(), this.reload()]);
    this.types = types;
    if (!this.closed) this.remote.begin();
  }

  /** Closes the workspace once everything is sent. */
  close() {
    this.closing = true;
    if (this.pending > 0) left.set(this.slug, this);
    else this.abandon();
  }

  /** Closes the workspace at once and discards unsent changes. */
  abandon() {
    this.closed = true;
    left.delete(this.slug);
    this.queue.close();
    this.remote.close();
    this.forgetAll();
  }

  /** Clears the undo history of both stages. */
  forgetAll() {
    for (const steps of Object.values(this.#undoStacks)) steps.clear();
    this.update();
  }

  queueMoved() {
    if (this.stage === 'live') this.adoptLive();
    this.update();
    if (this.queue.jobs.length > 0) return;
    this.remote.idle();
    if (this.closing) this.close();
  }

  get undoLabel() { return this.#undoStacks[this.stage].undoLabel; }
  get redoLabel() { return this.#undoStacks[this.stage].redoLabel; }

  // Changes. Each is one step that can be undone, and resolves with the server's response.

  /** Returns why the sections cannot be moved, or null. */
  refusal(codes) {
    const pinned = codes.find((code) => this.isPinned(code));
    return pinned ? t('list.pinned', { name: this.nameOf(pinned) }) : null;
  }

  /** Returns the order after a move; pinned sections stay last. */
  orderAfter(codes, target) {
    const free = codes.filter((code) => this.blocks.has(code) && !this.isPinned(code));
    return this.#pinnedLast(withMoved(this.order, free, target));
  }

  move(codes, target) {
    if (codes.length === 0 || this.refusal(codes)) return Promise.resolve(false);
    return this.#reorder(this.orderAfter(codes, target), codes);
  }

  patch(code, patch, { label, ifMatch } = {}) {
    const job = patchJob(this.store, code, patch, ifMatch);
    return this.edit([code], [job], label ?? (() => t('step.change', { name: this.nameOf(code) })));
  }

  save(code, resource, { ifMatch, label } = {}) {
    const job = putJob(this.store, code, resource, { ifMatch });
    return this.edit([code], [job], label ?? (() => t('step.change', { name: this.nameOf(code) })));
  }

  setEnabled(codes, enabled) {
    const other = codes.filter((code) => this.blocks.get(code)?.enabled === !enabled);
    if (other.length === 0) return Promise.resolve(false);
    const jobs = other.map((code) => patchJob(this.store, code, { enabled }));
    const key = enabled ? 'step.show' : 'step.hide';
    return this.edit(other, jobs, (codes) => t(key, this.#naming(codes)));
  }

  create(resource, target = { to: 'end' }) {
    const code = resource.blockCode;
    const make = () => [createJob(this.store, resource, this.#placeFor(code, target))];
    const step = {
      label: () => t('step.create', { name: this.nameOf(code) }),
      redo: make,
      undo: () => [removeJob(this.store, code)],
    };
    return this.perform(step, make()).then(() => code);
  }

  duplicate(code) {
    const copy = { ...bare(this.blocks.get(code)), blockCode: this.freeCode(code) };
    return this.create(copy, { after: code });
  }

  remove(codes, { ifMatch } = {}) {
    const known = codes.filter((code) => this.blocks.has(code));
    const before = this.state;
    const make = (codes, tag) => codes.map((code) => removeJob(this.store, code, tag));
    const names = new Map(known.map((code) => [code, this.nameOf(code)]));
    const step = {
      codes: known,
      label: () => t('step.remove', { count: step.codes.length, name: names.get(step.codes[0]) }),
      redo: () => make(step.codes),
      undo: () => before.order.filter((code) => step.codes.includes(code)).map((code, i, all) => {
        const place = this.placeAsIn(before.order, code, new Set(all.slice(0, i)));
        return createJob(this.store, before.blocks.get(code), place);
      }),
    };
    return this.perform(step, make(known, known.length === 1 ? ifMatch : undefined)).then(() => true);
  }

  undo() {
    const step = this.#undoStacks[this.stage].takeBack();
    return step ? this.#again(step, step.undo, step.redo) : Promise.resolve(null);
  }

  redo() {
    const step = this.#undoStacks[this.stage].takeForward();
    return step ? this.#again(step, step.redo, step.undo) : Promise.resolve(null);
  }

  /** Clears the undo history: steps before a publication, restore or discard cannot be undone. */
  forgetSteps() { for (const steps of Object.values(this.#undoStacks)) steps.clear(); }

  /** The step that undo would revert. Its label may change, its identity does not. */
  get lastStep() { return this.#undoStacks[this.stage].done.at(-1); }

  // Making changes.

  #naming(codes) { return { count: codes.length, name: this.nameOf(codes[0]) }; }

  #reorder(wanted, codes) {
    const before = this.order;
    if (sameOrder(before, wanted)) return Promise.resolve(false);
    const moved = movedBetween(before, wanted);
    const to = (order) => [orderJob(this.store, towards(order, moved), this.settle)];
    // A section that another operator has moved since then keeps its position.
    const turned = (from, order) => () => {
      const code = moved.find((one) => mayHaveMoved(from, this.order, one));
      if (code) throw new Changed(t('step.movedSince', { name: this.nameOf(code) }));
      return to(order);
    };
    const names = this.#naming(codes);
    const step = { label: () => t('step.move', names), redo: turned(before, wanted), undo: turned(wanted, before) };
    return this.perform(step, to(wanted)).then(([response]) => response !== null);
  }

  // Steps that change content revert only what they changed, so that others' changes stay.
  edit(codes, jobs, label) {
    const before = new Map(codes.map((code) => [code, this.blocks.get(code)]));
    const step = { codes, label: () => label(step.codes) };
    const responses = this.perform(step, jobs);
    const after = new Map(codes.map((code) => [code, this.blocks.get(code)]));
    const back = (from, to) => () => step.codes.map((code) => this.turned(code, from.get(code), to.get(code)));
    step.undo = back(after, before);
    step.redo = back(before, after);
    return responses.then(([first]) => first);
  }

  turned(code, from, to) {
    const present = this.blocks.get(code);
    if (!present) throw new Changed(t('step.gone'));
    if (sameBlock(present, from)) return putJob(this.store, code, to, { base: from });
    const patch = difference(bare(from), bare(to));
    if (!untouched(patch, from, present)) throw new Changed(t('step.changedSince', { name: this.nameOf(code) }));
    return patchJob(this.store, code, patch);
  }

  async #again(step, make, back) {
    let jobs;
    try {
      jobs = make();
    } catch (problem) {
      this.#undoStacks[this.stage].forget(step);
      this.emit({ draft: true });
      throw problem;
    }
    await this.perform(step, jobs, true);
    return step.label();
  }

  async perform(step, jobs, again = false) {
    const steps = this.#undoStacks[this.stage];
    for (const job of jobs) job.step = step;
    if (!again) steps.add(step);
    const sent = Promise.allSettled(jobs.map((job) => this.queue.add(job)));
    this.update();
    const results = await sent;
    const responses = results.map((result) => result.value);
    const propagated = responses.flatMap((response) => response?.carried ?? []);
    if (propagated.some((one) => one.conflicts?.length > 0)) this.emit({ propagated });
    const refused = results.findIndex((result) => result.status === 'rejected');
    if (refused < 0) return responses;
    // The step only covers changes that succeeded.
    step.codes = jobs.filter((_, i) => results[i].status === 'fulfilled').map((job) => job.code);
    if (step.codes.length === 0) steps.forget(step);
    this.emit({ draft: true });
    throw results[refused].reason;
  }

  // The order is outdated: the operator decides while the queue waits.
  settle = async (job, problem) => {
    const jobs = this.queue.jobs.filter((other) => isOrderJob(other) && other.step);
    const before = this.store.order;
    const mine = this.order;
    this.store.setOrder(problem.current.order, problem.etag);
    await this.store.complete();
    const { orderConflict } = await import('./order-conflict.js');
    const choice = await orderConflict(this, { before, mine, jobs, problem });
    if (choice === 'theirs') {
      for (const other of jobs) this.#undoStacks[this.stage].forget(other.step);
      this.queue.drop(jobs.filter((other) => other !== job), null);
      job.apply = (state) => state;
      this.update({ order: true });
      return null;
    }
    if (choice === 'mine') {
      job.become(mine);
      this.queue.drop(jobs.filter((other) => other !== job), true);
    }
    this.update({ order: true });
    return job.send();
  };

  #pinnedLast(order) {
    const pinned = order.filter((code) => this.isPinned(code));
    return pinned.length === 0 ? order : [...order.filter((code) => !this.isPinned(code)), ...pinned];
  }

  // Returns the position of a new section: {after} or {to: 'start'}.
  #placeFor(code, target) {
    const order = this.#pinnedLast(withMoved([...this.order, code], [code], target));
    const { block, ...place } = movesInto(order, [code])[0];
    return place;
  }

  // Returns the position after the nearest section before it in `order` that exists or is in `made`.
  placeAsIn(order, code, made) {
    for (let i = order.indexOf(code) - 1; i >= 0; i -= 1) {
      if (this.blocks.has(order[i]) || made.has(order[i])) return { after: order[i] };
    }
    return { to: 'start' };
  }
}

/** Thrown by an undo that would revert another operator's change. */
export class Changed extends Error {}

// Unsent changes and the undo history belong to one operator.
session.on('change', (operator) => {
  for (const workspace of [current, ...left.values()]) {
    if (!workspace || workspace.operator === operator?.id) continue;
    workspace.operator = operator?.id;
    if (operator) workspace.forgetAll();
    else workspace.abandon();
  }
  if (!operator) current = null;
});
