// One page that people work on: what it is, what is live, and every change they make, at once and with undo.
import { get } from '../core/api.js';
import { t } from '../core/i18n.js';
import '../text/list.js';
import { askAboutOrder } from './conflict.js';
import { createJob, isOrderJob, orderJob, patchJob, putJob, removeJob } from './jobs.js';
import { layouts, schemaOf } from './layouts.js';
import { difference, untouched } from './merge.js';
import { nameOf, thumbnailOf, typeTitle } from './names.js';
import { movedBetween, movesInto, sameOrder, withMoved } from './orders.js';
import { Queue } from './queue.js';
import { Remote } from './remote.js';
import { bare, changesOf, isPinned, isTargeted, sameBlock, scheduleOf } from './states.js';
import { Steps } from './steps.js';
import { Store } from './store.js';

let current = null;

export class Workspace {
  stage = 'draft';
  page = null;
  types = new Map();
  diff = null;
  releases = [];
  takeovers = [];
  selection = new Set();
  focused = null;
  #listeners = new Set();
  #changes = null;
  #steps = { draft: new Steps(), live: new Steps() };
  #users = 0;

  constructor(slug) {
    this.slug = slug;
    this.store = new Store(slug, 'draft');
    this.liveStore = new Store(slug, 'live');
    this.queue = new Queue(() => this.#queueMoved());
    this.state = this.store.state;
  }

  /** The workspace of a page: the same one for as long as somebody shows it or it has something to send. */
  static async open(slug) {
    if (current?.slug !== slug) {
      current?.close();
      current = new Workspace(slug);
      current.ready = current.#begin();
    }
    const workspace = current;
    try {
      await workspace.ready;
    } catch (problem) {
      if (current === workspace) current = null;
      workspace.close();
      throw problem;
    }
    return workspace;
  }

  async #begin() {
    const [types] = await Promise.all([layouts(), this.reload()]);
    this.types = types;
    this.remote = new Remote(this);
  }

  /** Ends it when everything is sent. */
  close() {
    this.closing = true;
    if (this.queue.jobs.length > 0) return;
    this.queue.close();
    this.remote?.close();
  }

  /** Reads everything anew, without telling anybody. */
  async reload() {
    const line = get(`/api/pages/${encodeURIComponent(this.slug)}`);
    const [page, diff] = await Promise.all([line, this.#readDiff(), this.store.load()]);
    this.page = page.data;
    this.diff = diff;
    if (this.stage === 'draft' && diff.draft) await this.liveStore.load();
    else this.adoptLive();
    this.#rebase();
  }

  /** What is shown is what is live: without a draft, and in the live stage. */
  adoptLive() {
    this.liveStore.setOrder(this.store.order, this.store.orderTag);
    this.liveStore.blocks = this.store.blocks;
  }

  async #readDiff() {
    return (await get(`/api/pages/${encodeURIComponent(this.slug)}/draft/diff`)).data;
  }

  async refreshDiff() {
    this.diff = await this.#readDiff();
    this.emit({ draft: true });
  }

  async refresh() {
    await this.reload();
    this.emit({ order: true, draft: true, blocks: new Set(this.order) });
  }

  // What it is now.

  get order() { return this.state.order; }
  get orderTag() { return this.store.orderTag; }
  get blocks() { return this.state.blocks; }
  get live() { return this.liveStore.state; }
  get pending() { return this.queue.jobs.length; }
  get offline() { return this.queue.waiting; }
  get undoLabel() { return this.#steps[this.stage].undoLabel; }
  get redoLabel() { return this.#steps[this.stage].redoLabel; }
  get hasDraft() { return Boolean(this.diff?.draft) || (this.stage === 'draft' && this.changes > 0); }

  /** How many things the draft changes: sections added, removed, changed, and moved. */
  get changes() {
    if (this.stage === 'draft') return this.#changed().count;
    return (this.diff?.blocks.length ?? 0) + (this.diff?.order.moved.length ?? 0);
  }

  /** Codes of live sections that the draft takes out. */
  get removed() { return this.#changed().removed; }

  #changed() {
    this.#changes ??= changesOf(this.state, this.live);
    return this.#changes;
  }

  block(code) { return this.blocks.get(code) ?? this.live.blocks.get(code); }
  nameOf(code) { return nameOf(this.block(code), this.types.get(this.block(code)?.showType)) || code; }
  thumbnailOf(code) { return thumbnailOf(this.block(code)); }
  typeTitle(showType) { return typeTitle(this.types.get(showType)) || showType; }
  schema(showType) { return schemaOf(showType); }
  isPinned(code) { return isPinned(this.block(code), this.types); }

  stateOf(code) {
    const block = this.block(code);
    const live = this.live.blocks.get(code);
    const schedule = scheduleOf(live);
    return {
      hidden: !block?.enabled,
      scheduled: scheduleOf(block),
      targeted: isTargeted(block),
      changed: this.stage === 'draft' ? this.#changed().of.get(code) ?? null : null,
      pinned: this.isPinned(code),
      live: Boolean(live?.enabled) && (!schedule || schedule.phase === 'during'),
    };
  }

  // Who is told.

  on(name, fn) {
    this.#listeners.add(fn);
    return () => this.#listeners.delete(fn);
  }

  emit(change) {
    const whole = { order: false, blocks: new Set(), remote: null, ...change };
    for (const fn of [...this.#listeners]) fn(whole);
  }

  select(codes, { add = false, focus } = {}) {
    this.selection = new Set(add ? [...this.selection, ...codes] : codes);
    if (focus !== undefined || codes.length > 0) this.focused = focus ?? codes.at(-1);
    this.emit({ selection: true });
  }

  /** Edits the draft, or what is live. Refused (false) while something waits to be sent. */
  async setStage(stage) {
    if (stage === this.stage) return true;
    if (this.pending > 0) return false;
    const before = [this.stage, this.store];
    [this.stage, this.store] = [stage, new Store(this.slug, stage)];
    try {
      await this.reload();
    } catch (problem) {
      [this.stage, this.store] = before;
      throw problem;
    }
    this.emit({ stage: true, order: true, draft: true, blocks: new Set(this.order) });
    return true;
  }

  // Changes. Each is one step that can be undone; the promise is that of the server's answer.

  /** Why these cannot be moved there, or null. */
  refusal(codes) {
    const pinned = codes.find((code) => this.isPinned(code));
    return pinned ? t('list.pinned', { name: this.nameOf(pinned) }) : null;
  }

  /** The order that a move would make; nothing comes below the pinned ones. */
  orderAfter(codes, target) {
    const free = codes.filter((code) => this.blocks.has(code) && !this.isPinned(code));
    return this.#pinnedLast(withMoved(this.order, free, target));
  }

  move(codes, target) {
    if (codes.length === 0 || this.refusal(codes)) return Promise.resolve(false);
    return this.#reorder(this.orderAfter(codes, target), codes);
  }

  setOrder(order, { force = false } = {}) {
    return this.#reorder(order, movedBetween(this.order, order), force);
  }

  patch(code, patch, { label, ifMatch } = {}) {
    const job = patchJob(this.store, code, patch, ifMatch);
    return this.#change([code], [job], label ?? (() => t('step.change', { name: this.nameOf(code) })));
  }

  save(code, resource, { ifMatch, label } = {}) {
    const job = putJob(this.store, code, resource, ifMatch);
    return this.#change([code], [job], label ?? (() => t('step.change', { name: this.nameOf(code) })));
  }

  setEnabled(codes, enabled) {
    const other = codes.filter((code) => this.blocks.get(code)?.enabled === !enabled);
    if (other.length === 0) return Promise.resolve(false);
    const jobs = other.map((code) => patchJob(this.store, code, { enabled }));
    const key = enabled ? 'step.show' : 'step.hide';
    const params = { count: other.length, name: this.nameOf(other[0]) };
    return this.#change(other, jobs, () => t(key, params));
  }

  create(resource, target = { to: 'end' }) {
    const code = resource.blockCode;
    const make = () => [createJob(this.store, resource, this.#placeFor(code, target))];
    const step = {
      label: () => t('step.create', { name: this.nameOf(code) }),
      redo: make,
      undo: () => [removeJob(this.store, code)],
    };
    return this.#perform(step, make()).then(() => code);
  }

  duplicate(code) {
    const copy = { ...bare(this.blocks.get(code)), blockCode: this.freeCode(code) };
    return this.create(copy, { after: code });
  }

  /** A code that no section has, like `code`. */
  freeCode(code) {
    const stem = code.replace(/-\d+$/, '').slice(0, 120);
    for (let n = 2; ; n += 1) {
      const free = `${stem}-${n}`;
      if (!this.blocks.has(free) && !this.live.blocks.has(free)) return free;
    }
  }

  remove(codes, { ifMatch } = {}) {
    const known = codes.filter((code) => this.blocks.has(code));
    const before = this.state;
    const names = { count: known.length, name: this.nameOf(known[0]) };
    const make = (tag) => known.map((code) => removeJob(this.store, code, tag));
    const step = {
      label: () => t('step.remove', names),
      redo: () => make(),
      undo: () => before.order.filter((code) => known.includes(code)).map((code, i, all) => {
        const place = this.#placeAsIn(before.order, code, new Set(all.slice(0, i)));
        return createJob(this.store, before.blocks.get(code), place);
      }),
    };
    return this.#perform(step, make(known.length === 1 ? ifMatch : undefined)).then(() => true);
  }

  undo() {
    const step = this.#steps[this.stage].takeBack();
    return step ? this.#again(step, step.undo, step.redo) : Promise.resolve(null);
  }

  redo() {
    const step = this.#steps[this.stage].takeForward();
    return step ? this.#again(step, step.redo, step.undo) : Promise.resolve(null);
  }

  /** Steps from before the page was published, restored or thrown away cannot be undone one by one. */
  forgetSteps() { this.#steps[this.stage].clear(); }

  // How changes are made.

  #reorder(wanted, codes, force = false) {
    const before = this.order;
    if (sameOrder(before, wanted)) return Promise.resolve(false);
    const moved = movedBetween(before, wanted);
    const names = { count: codes.length, name: this.nameOf(codes[0]) };
    const to = (order, forced) => () => [orderJob(this.store, towards(order, moved, forced), this.#settle)];
    const step = { label: () => t('step.move', names), redo: to(wanted), undo: to(before), order: true };
    return this.#perform(step, to(wanted, force)()).then(([answer]) => answer !== null);
  }

  // Steps that change the content of sections: undone by what they changed only, so that others' work stays.
  #change(codes, jobs, label) {
    const before = new Map(codes.map((code) => [code, this.blocks.get(code)]));
    const step = { label };
    const answer = this.#perform(step, jobs);
    const after = new Map(codes.map((code) => [code, this.blocks.get(code)]));
    const back = (from, to) => () => codes.map((code) => this.#turned(code, from.get(code), to.get(code)));
    step.undo = back(after, before);
    step.redo = back(before, after);
    return answer.then((answers) => answers[0]);
  }

  #turned(code, from, to) {
    const present = this.blocks.get(code);
    if (!present) throw new Changed(t('step.gone'));
    if (sameBlock(present, from)) return putJob(this.store, code, to);
    const patch = difference(bare(from), bare(to));
    if (!untouched(patch, from, present)) throw new Changed(t('step.changedSince', { name: this.nameOf(code) }));
    return patchJob(this.store, code, patch);
  }

  async #again(step, make, back) {
    try {
      await this.#perform(step, make(), true);
      return step.label();
    } catch (problem) {
      this.#steps[this.stage].forget(step);
      this.emit({ draft: true });
      throw problem;
    }
  }

  async #perform(step, jobs, again = false) {
    const steps = this.#steps[this.stage];
    for (const job of jobs) job.step = step;
    if (!again) steps.add(step);
    const sent = Promise.all(jobs.map((job) => this.queue.add(job)));
    this.update();
    try {
      return await sent;
    } catch (problem) {
      steps.forget(step);
      this.emit({ draft: true });
      throw problem;
    }
  }

  // A stale order: somebody decides; the queue waits for that.
  #settle = async (job, problem) => {
    const jobs = this.queue.jobs.filter((other) => isOrderJob(other) && other.step);
    const before = this.store.order;
    const mine = this.order;
    this.store.setOrder(problem.current.order, problem.etag);
    await this.store.complete();
    const choice = await askAboutOrder(this, { before, mine, jobs, problem });
    if (choice === 'theirs') {
      for (const other of jobs) this.#steps[this.stage].forget(other.step);
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

  // Where a section that is not there yet goes: {after} or {to: 'start'}.
  #placeFor(code, target) {
    const order = this.#pinnedLast(withMoved([...this.order, code], [code], target));
    const { block, ...place } = movesInto(order, [code])[0];
    return place;
  }

  // After the nearest one in front of it in `order` that is there, or is made before it.
  #placeAsIn(order, code, made) {
    for (let i = order.indexOf(code) - 1; i >= 0; i -= 1) {
      if (this.blocks.has(order[i]) || made.has(order[i])) return { after: order[i] };
    }
    return { to: 'start' };
  }

  /** Works out what is shown from the server's state and what is still on its way, and tells. */
  update(change = {}) {
    const before = this.state;
    this.#rebase();
    const blocks = new Set(change.blocks);
    for (const [code, block] of this.blocks) if (before.blocks.get(code) !== block) blocks.add(code);
    const order = change.order || !sameOrder(before.order, this.order);
    for (const code of this.selection) if (!this.blocks.has(code)) this.selection.delete(code);
    this.emit({ ...change, order, blocks, pending: true, draft: true });
  }

  #rebase() {
    this.state = this.queue.jobs.reduce((state, job) => job.apply(state), this.store.state);
    this.#changes = null;
  }

  #queueMoved() {
    if (this.stage === 'live') this.adoptLive();
    this.update();
    if (this.queue.jobs.length > 0) return;
    this.remote?.idle();
    if (this.closing) this.close();
  }
}

/** An undo that would take somebody else's change with it. */
export class Changed extends Error {}

// A handful of moves is sent as moves, which say what was meant; a whole new order as such.
function towards(order, moved, force) {
  return moved.length <= 100 ? { moves: movesInto(order, moved), force } : { order, force };
}
