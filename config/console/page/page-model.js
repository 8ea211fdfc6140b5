// The state of a page: the server's with unsent changes applied, and the live state for comparison.
import { get } from '../core/api.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../core/exact-json.js';
import { can } from '../core/session.js';
import { changesOf, isPinned, isTargeted, scheduleOf } from './block-states.js';
import { schemaOf } from './layouts.js';
import { equal } from './merge.js';
import { nameOf, thumbnailOf, typeTitle } from './names.js';
import { sameOrder } from './orders.js';
import { Queue } from './queue.js';
import { Store } from './store.js';

export class PageModel {
  stage = 'draft';
  page = null;
  types = new Map();
  diff = null;
  releases = [];
  takeovers = [];
  selection = new Set();
  focused = null;
  // Unsaved input of a section, {code, resource}, and the requested field, {code, path}.
  input = null;
  wantedField = null;
  #listeners = { change: new Set(), input: new Set(), field: new Set() };
  #changes = null;
  #reads = 0;

  constructor(slug) {
    this.slug = slug;
    this.store = new Store(slug, 'draft');
    this.liveStore = new Store(slug, 'live');
    this.queue = new Queue(() => this.queueMoved());
    this.state = this.store.state;
  }

  /** Loads everything again, without notifying listeners. Returns the previous state. */
  reload() {
    return this.steadily(() => this.#readAll(this.stage), (read) => {
      this.store.take(read.store);
      this.#take(read);
    });
  }

  /**
   * Calls `read`, then `take` with its result; reads again if something changed in the meantime. Returns the previous
   * state.
   */
  async steadily(read, take) {
    for (;;) {
      const turn = this.queue.turn + this.#reads;
      const result = await read();
      if (turn === this.queue.turn + this.#reads) {
        this.#reads += 1;
        const before = this.state;
        take(result);
        this.#rebase();
        return before;
      }
      // Wait until the queue is empty or offline.
      await this.when(() => this.pending === 0 || this.offline);
    }
  }

  /** Resolves when a condition is met, now or after a change. */
  when(isSo) {
    return isSo() || new Promise((resolve) => {
      const off = this.on('change', () => {
        if (!isSo()) return;
        off();
        resolve();
      });
    });
  }

  /** Updates the releases, and the takeovers that are not cancelled. */
  takePlans(releases, takeovers) {
    const valid = takeovers.filter((takeover) => !takeover.cancelledAt);
    if (equal(valid, this.takeovers) && equal(releases, this.releases)) return;
    [this.releases, this.takeovers] = [releases, valid];
    this.emit({});
  }

  async #readAll(stage) {
    const line = get(apiPath(this.slug));
    const [page, diff, store] = await Promise.all([line, this.readDiff(), new Store(this.slug, stage).load()]);
    const live = stage === 'draft' && diff.draft ? await new Store(this.slug, 'live').load() : store;
    return { page: page.data, diff, store, live };
  }

  #take({ page, diff, live }) {
    this.page = page;
    this.diff = diff;
    this.liveStore.take(live);
  }

  /** Makes the shown state the live one, as without a draft or in the live stage. */
  adoptLive() { this.liveStore.take(this.store); }

  /** Loads the changes that publishing would make. */
  async readDiff() {
    return parse((await get(apiPath(this.slug, 'draft', 'diff'))).text).data;
  }

  async refresh() {
    await this.reload();
    this.emit({ order: true, draft: true, blocks: new Set(this.order) });
  }

  // The current state.

  get order() { return this.state.order; }
  get blocks() { return this.state.blocks; }
  get live() { return this.liveStore.state; }
  /** Whether changes of the page have to be approved. */
  get isReviewed() { return this.page?.review?.approvals > 0; }
  /** Whether the operator may change what is shown. */
  get mayEdit() { return this.stage === 'live' ? !this.isReviewed && can('publisher', this.slug) : can('editor', this.slug); }

  get pending() { return this.queue.jobs.length; }
  get offline() { return this.queue.waiting; }
  get hasDraft() { return Boolean(this.diff?.draft) || (this.stage === 'draft' && this.changes > 0); }

  /** The number of changes in the draft: added, removed, changed and moved sections. */
  get changes() {
    if (this.stage === 'draft') return this.#changed().count;
    return (this.diff?.blocks.length ?? 0) + (this.diff?.order.moved.length ?? 0);
  }

  /** Codes of live sections that the draft removes. */
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

  isTaken(code) { return this.blocks.has(code) || this.live.blocks.has(code); }

  /** Returns an unused code similar to `code`. */
  freeCode(code) {
    const stem = code.replace(/-\d+$/, '').slice(0, 120);
    for (let n = 2; ; n += 1) {
      const free = `${stem}-${n}`;
      if (!this.isTaken(free)) return free;
    }
  }

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

  // Listeners.

  /**
   * Calls `fn` after a change of the page ('change'), on unsaved input ('input'), or when a field is requested
   * ('field').
   */
  on(name, fn) {
    this.#listeners[name].add(fn);
    return () => this.#listeners[name].delete(fn);
  }

  emit(change) {
    const whole = { order: false, blocks: new Set(), remote: null, ...change };
    for (const fn of [...this.#listeners.change]) fn(whole);
  }

  /** Reports the unsaved input in a section's form; null if there is none. */
  setInput(code, resource) {
    if (!resource && this.input?.code !== code) return;
    this.input = resource && { code, resource };
    for (const fn of [...this.#listeners.input]) fn(code);
  }

  /**
   * Requests the field at a path from the section's editor, or the first field for null. The caller opens the editor.
   */
  want(code, path) {
    this.wantedField = { code, path };
    for (const fn of [...this.#listeners.field]) fn(code);
  }

  select(codes, { focus } = {}) {
    this.selection = new Set(codes);
    if (focus !== undefined || codes.length > 0) this.focused = focus ?? codes.at(-1);
    this.emit({ selection: true });
  }

  /** Switches between draft and live. Returns false while changes are unsent. */
  async setStage(stage) {
    if (stage === this.stage) return true;
    if (this.pending > 0) return false;
    let done = false;
    await this.steadily(() => this.#readAll(stage), (read) => {
      // A change made in the meantime belongs to the previous stage, and is sent first.
      if (this.pending > 0) return;
      [this.stage, this.store] = [stage, read.store];
      this.#take(read);
      done = true;
    });
    if (!done) return false;
    this.emit({ stage: true, order: true, draft: true, blocks: new Set(this.order) });
    return true;
  }

  /** Applies unsent changes to the server's state, and notifies listeners. */
  update(change = {}, before = this.state) {
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
}
