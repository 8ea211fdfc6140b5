// Follows changes by other operators and over time: loads them and reports their authors.
import { get } from '../core/api.js';
import { events } from '../core/events.js';
import { apiPath } from '../core/paths.js';
import { nextInstant, sameBlock } from './block-states.js';
import { movedBetween } from './orders.js';

const whole = /^(draft\.(publish|discard|restore|picture)|(draft|live)\.blocks|page\.|release\.|takeover\.|reset$)/;
const change = /^(draft|live)\.(order|block\..+)$/;
const longest = 2 ** 31 - 1;

export class Remote {
  #seen = [];
  #timer = 0;
  #clock = 0;
  #reading = false;
  #begun = false;

  constructor(workspace) {
    this.workspace = workspace;
    this.off = events.on((event) => this.#hear(event));
  }

  /** The page was loaded: events since then may be newer. */
  begin() {
    this.#begun = true;
    this.#readPlans();
    if (this.#seen.length > 0) this.#soon(60);
  }

  close() {
    this.#begun = false;
    this.off();
    clearTimeout(this.#timer);
    clearTimeout(this.#clock);
  }

  /** The queue is empty: the diff and later events can be read. */
  idle() {
    this.#soon(150);
  }

  #hear(event) {
    if (event.page && event.page !== this.workspace.slug) return;
    if (event.own && change.test(event.action)) return;
    if (!whole.test(event.action) && !change.test(event.action)) return;
    this.#seen.push(event);
    this.#soon(60);
  }

  #soon(pause) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#read(), pause);
  }

  async #read() {
    if (!this.#begun || this.#reading || this.workspace.pending > 0) return;
    const seen = this.#seen.splice(0);
    this.#reading = true;
    await this.#catchUp(seen).catch((problem) => this.#failed(problem, seen));
    this.#reading = false;
    if (this.#seen.length > 0) this.#soon(this.#seen[0] === seen[0] ? 2000 : 60);
  }

  #failed(problem, seen) {
    if (problem.status === 404) this.workspace.emit({ gone: true });
    else this.#seen.unshift(...seen);
  }

  async #catchUp(seen) {
    const { workspace } = this;
    const structural = seen.some((event) => whole.test(event.action));
    const before = await (structural ? this.#readAll(seen) : this.#readSome(seen));
    const remote = summary(seen.filter((event) => !event.own), before, workspace.state);
    workspace.update({ remote, order: structural }, before);
    if (structural) this.#readPlans();
    else this.#schedule();
  }

  #readAll(seen) {
    const ended = /^(draft\.(publish|discard)|page\.(restore|import|delete))/;
    if (seen.some((event) => ended.test(event.action))) this.workspace.forgetSteps();
    return this.workspace.reload();
  }

  #readSome(seen) {
    const { workspace } = this;
    const codes = new Set(seen.map((event) => event.subject).filter(Boolean));
    const live = seen.some((event) => event.action.startsWith('live.'));
    return workspace.steadily(async () => {
      const store = workspace.store.copy();
      const liveStore = workspace.liveStore.copy();
      if (live || seen.some((event) => event.action.startsWith(`${store.stage}.`))) await store.loadOrder(codes);
      if (live && store.stage === 'draft') await liveStore.loadOrder(codes);
      return { store, liveStore, diff: await workspace.readDiff() };
    }, ({ store, liveStore, diff }) => {
      const published = workspace.diff?.draft && !diff.draft;
      workspace.store.take(store);
      workspace.liveStore.take(liveStore);
      workspace.diff = diff;
      if (store.stage === 'live' || published) workspace.adoptLive();
    });
  }

  async #readPlans() {
    const path = apiPath(this.workspace.slug);
    try {
      const [releases, takeovers] = await Promise.all([get(`${path}/releases`), get(`${path}/takeovers`)]);
      this.workspace.takePlans(releases.data.releases, takeovers.data);
    } catch {
      // Without the plans, the timer is less exact; the next event loads them again.
    }
    this.#schedule();
  }

  // Updates the page at the next instant at which a plan or window takes effect.
  #schedule() {
    clearTimeout(this.#clock);
    if (!this.#begun) return;
    const { workspace } = this;
    const now = Date.now();
    // Includes releases that are due but still pending, which are loaded again.
    const plans = workspace.releases.filter((release) => release.state === 'pending')
      .map((release) => Date.parse(release.at)).filter((time) => time > now - 5000);
    const windows = nextInstant([...workspace.blocks.values(), ...workspace.live.blocks.values(), ...workspace.takeovers], now);
    const plan = Math.min(...plans, Infinity);
    const next = Math.min(plan, windows);
    if (next === Infinity) return;
    const wait = Math.max(next - now, plan <= now ? 1000 : 0) + 50;
    this.#clock = setTimeout(() => this.#strike(plan <= Date.now()), Math.min(wait, longest));
  }

  async #strike(planned) {
    const { workspace } = this;
    if (!planned) {
      workspace.emit({ blocks: new Set(workspace.order), time: true });
      this.#schedule();
      return;
    }
    // The server's clock decides: a release that is still pending is checked again.
    const pending = new Set(workspace.releases.filter(({ state }) => state === 'pending').map(({ id }) => id));
    await this.#readPlans();
    const done = workspace.releases.some(({ id, state }) => pending.has(id) && (state === 'live' || state === 'past'));
    if (done) this.#hear({ action: 'release.effect', page: workspace.slug, actor: null });
  }
}

// Summarizes the changes and their authors; null if nothing changed.
function summary(seen, before, after) {
  if (seen.length === 0) return null;
  const was = new Set(before.order);
  const is = new Set(after.order);
  const changed = after.order.filter((code) => was.has(code) && !sameBlock(before.blocks.get(code), after.blocks.get(code)));
  const result = {
    actors: [...new Set(seen.map((event) => event.actor).filter(Boolean))],
    actions: [...new Set(seen.map((event) => event.action))],
    moved: movedBetween(before.order, after.order),
    added: after.order.filter((code) => !was.has(code)),
    removed: before.order.filter((code) => !is.has(code)),
    changed,
  };
  const count = result.moved.length + result.added.length + result.removed.length + changed.length;
  const isMentioned = result.actions.some((action) => /^(draft\.(publish|discard)|page\.restore|release\.effect|takeover\.)/.test(action));
  return count > 0 || isMentioned ? result : null;
}
