// The phone of the page view: shows each change at once, then the server's rendering.
import { h, onKey, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { get, set } from '../core/prefs.js';
import { link } from '../core/router.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { nextInstant } from '../page/block-states.js';
import { movedBetween } from '../page/orders.js';
import { AbsentLine } from './absent.js';
import { contextOf, contextText } from './context-values.js';
import { cardFinder, presentTakeover, readDocument } from './documents.js';
import { prepare } from './layout-registry.js';
import { PhoneFrame } from './phone-frame.js';
import { MANY } from './render.js';
import { blocksOf } from './safe.js';
import '../text/phone.js';

const QUIET = 80;
const LONGEST_TIMER = 2 ** 31 - 1;

export function phonePane(workspace) {
  const pane = new PhonePane(workspace);
  return { element: pane.element, destroy: () => pane.destroy() };
}

class PhonePane {
  constructor(workspace) {
    this.workspace = workspace;
    this.context = contextOf(get('phone.context', {}));
    this.document = null;
    // The sections from which the document was made.
    this.basis = new Map();
    this.run = 0;
    const name = workspace.page?.title || workspace.slug;
    this.frame = new PhoneFrame({ label: t('phone.of', { name }), title: name, fitHeight: true,
      app: workspace.page?.client });
    this.absent = new AbsentLine(workspace);
    this.notice = h('p.phone-notice', { hidden: true });
    this.conditions = h('p.phone-conditions', { role: 'status', hidden: true });
    this.own = null;
    this.element = h('div.phone-pane', this.bar(), this.notice, this.conditions, this.frame.element, this.absent.element);
    this.offs = [workspace.on('change', (change) => this.follow(change)), workspace.on('input', (code) => this.typed(code))];
    this.seen = this.signature();
    this.choose();
    this.followFeeds();
    this.load();
  }

  bar() {
    this.who = h('span');
    this.full = h('span');
    const panel = h('details.phone-who', { onToggle: () => panel.open && this.offerFields(panel), onKeydown: (event) => {
      if (event.key !== 'Escape' || !panel.open) return;
      event.stopPropagation();
      panel.open = false;
      panel.firstElementChild.focus();
    } }, h('summary', icon('target'), this.who));
    this.outside = (event) => { if (!panel.contains(event.target)) panel.open = false; };
    document.addEventListener('pointerdown', this.outside);
    // Loaded on the first interaction: the connection may be lost later.
    addEventListener('pointerdown', () => this.prediction(), { once: true });
    const off = onKey(window, () => [off(), this.prediction()]);
    this.tell();
    return h('div.phone-bar', panel, this.full);
  }

  /** Creates the fields when the panel is first opened; if loading fails, when it is opened again. */
  async offerFields(panel) {
    const { audienceFields } = await import('./audience-fields.js').catch(() => ({}));
    if (this.fields || this.destroyed || !audienceFields) return;
    this.fields = audienceFields(this.context, (context) => this.look(context));
    panel.append(this.fields.element);
  }

  /** Follows the lists of the page's feeds, and loads the document again for a new one. */
  async followFeeds() {
    const names = new Set([...this.workspace.blocks.values()].map((block) => block?.source?.feed).filter(Boolean));
    if (!names.size || this.followsFeeds) return;
    this.followsFeeds = true;
    const { followLists } = await import('./feed-lists.js').catch(() => ({}));
    this.followsFeeds = Boolean(followLists);
    if (followLists && !this.destroyed) this.offs.push(followLists(names, () => this.later()));
  }

  /** Shows the audience, and updates the link to the full preview. */
  tell() {
    this.who.textContent = contextText(this.context);
    const compare = this.workspace.hasDraft ? 'draft' : null;
    replace(this.full, link(pagePath(this.workspace.slug, 'preview'), {
      class: 'button small', query: { ...this.context, compare },
    }, icon('eye'), t('phone.full')));
  }

  look(context) {
    this.own = null;
    this.context = context;
    set('phone.context', context);
    this.tell();
    this.load();
  }

  signature() {
    const { stage, order, blocks, pending, hasDraft, takeovers } = this.workspace;
    return { stage, order, pending: pending ?? 0, hasDraft, takeovers: stage === 'live' && takeovers,
      blocks: new Map([...blocks].map(([code, block]) => [code, block])) };
  }

  /** Shows the predicted document after a change of the workspace, then loads the server's. */
  follow({ remote }) {
    const [was, is] = [this.seen, this.signature()];
    this.seen = is;
    this.followFeeds();
    this.choose();
    const sameBlocks = was.blocks.size === is.blocks.size
      && [...is.blocks].every(([code, block]) => was.blocks.get(code) === block);
    const same = was.stage === is.stage && was.order === is.order && sameBlocks
      && was.pending === is.pending && was.hasDraft === is.hasDraft && was.takeovers === is.takeovers;
    if (same) return;
    if (was.hasDraft !== is.hasDraft) this.tell();
    if (was.stage === is.stage) this.foresee();
    else this.document = null;
    this.later();
    if (!remote && was.stage === is.stage && was.order !== is.order) this.reveal(movedBetween(was.order, is.order));
  }

  /** Scrolls to a moved section: the chosen one, if it was moved. */
  reveal(moved) {
    const code = moved.includes(this.chosen) ? this.chosen : moved[0];
    if (code) requestAnimationFrame(() => this.frame.reveal(code));
  }

  /** Shows unsaved input of a section's form: draws that section only, once per frame. */
  async typed(code) {
    if (!await this.prediction() || !this.document || this.takenOver || this.frameOf) return;
    this.frameOf = requestAnimationFrame(() => {
      this.frameOf = 0;
      if (!this.document || this.takenOver) return;
      const block = blocksOf(this.shown()).find((one) => one.blockCode === code);
      if (!block || !this.frame.showSection(block, this.options())) this.draw();
      if (this.workspace.input) this.frame.reveal(code, { partly: true });
    });
  }

  /** Returns the document with unsaved input. */
  shown() {
    const { document, workspace, predict } = this;
    return predict && workspace.input && !this.takenOver ? predict.withInput(document, workspace.input, workspace, this.locale)
      : document;
  }

  /** Loads the module that predicts documents; null without a connection. */
  async prediction() {
    this.predict ??= await import('./anticipate.js').catch(() => null);
    return this.predict;
  }

  get locale() { return (this.own?.context ?? this.context).locale; }

  choose() {
    const chosen = [...this.workspace.selection];
    const code = chosen.length === 1 ? chosen[0]
      : chosen.includes(this.workspace.focused) ? this.workspace.focused : chosen[0] ?? null;
    if (code === this.chosen) return;
    this.chosen = code;
    this.frame.select(code);
    if (this.own && this.own.code !== code) this.underOwnConditions(null);
    else this.offerConditions();
  }

  /** Offers to show the chosen section under its own conditions, if the phone's user does not get it. */
  async offerConditions() {
    const { chosen: code, own, workspace } = this;
    if (!code || this.takenOver || !this.codes || (this.codes.has(code) && !own)) {
      this.conditions.hidden = true;
      return;
    }
    const { drawConditions, isConditional } = await import('./own-conditions.js').catch(() => ({}));
    if (!drawConditions || code !== this.chosen || own !== this.own) return;
    drawConditions(this.conditions, { name: (own || isConditional(workspace, code)) && workspace.nameOf(code), shown: own,
      show: () => this.underOwnConditions(code), back: () => this.underOwnConditions(null) });
  }

  async underOwnConditions(code) {
    this.own = null;
    if (code) {
      const { conditionsOf } = await import('./own-conditions.js');
      const block = this.workspace.blocks.get(code);
      this.own = { code, ...await conditionsOf(block, this.workspace.types.get(block.showType)) };
    }
    await this.load();
    if (code) this.frame.reveal(code);
  }

  async foresee() {
    if (!this.document || this.takenOver || !(this.predict ?? await this.prediction()) || !this.document) return;
    this.document = this.predict.anticipate(this.document, this.workspace, this.basis, this.locale);
    this.basis = new Map(this.workspace.blocks);
    clearTimeout(this.soon);
    // In a long page, the list is drawn first.
    if (this.workspace.order.length > MANY) this.soon = setTimeout(() => this.draw(), 100);
    else this.draw();
  }

  later() {
    clearTimeout(this.timer);
    if (this.workspace.pending) return;
    this.timer = setTimeout(() => this.load(), QUIET);
  }

  async load() {
    this.run += 1;
    const mine = this.run;
    clearTimeout(this.timer);
    const { slug, stage } = this.workspace;
    if (!this.document) this.frame.showLoading();
    try {
      const [document, takeover] = await Promise.all([
        readDocument(slug, stage, this.own ? { ...this.own.context, at: this.own.at } : this.context), stage === 'live' ? presentTakeover(this.workspace.takeovers) : null]);
      if (mine !== this.run || this.workspace.pending) return;
      const first = !this.document;
      this.document = document;
      this.basis = new Map(this.workspace.blocks);
      this.takenOver = takeover;
      this.draw();
      if (first && this.chosen) this.frame.reveal(this.chosen);
      this.tellTakeover();
      this.watchClock();
    } catch (problem) {
      if (mine !== this.run || problem.name === 'AbortError') return;
      this.fail(problem);
    }
  }

  tellTakeover() {
    const { takenOver: entry, workspace } = this;
    this.frame.showTitle(entry?.title ?? (workspace.page?.title || workspace.slug));
    this.notice.hidden = !entry;
    replace(this.notice, entry && [icon('megaphone'), h('span', t('phone.takenOver',
      { page: entry.title, until: dateTime(entry.until) }))]);
  }

  fail(problem) {
    // Keeps the document while offline: the shell shows the state of the connection.
    if (this.document && problem.status === 0) return;
    this.document = null;
    this.frame.showFailure(problem, () => this.load());
    this.absent.update(null);
  }

  draw() {
    const { workspace } = this;
    const document = this.shown();
    this.frame.showTime(this.own?.at);
    this.frame.show(document, this.options());
    this.codes = new Set(blocksOf(document).map((block) => block.blockCode));
    this.absent.update(this.takenOver || this.own ? null : this.codes);
    this.offerConditions();
    // A new section may have a layout that was not on the page before.
    prepare(blocksOf(document)).then((isNew) => isNew && this.draw());
  }

  options() {
    const { workspace } = this;
    const typed = workspace.input && { ...workspace.input.resource, blockCode: workspace.input.code };
    return {
      types: workspace.types, selected: this.chosen, cardOf: cardFinder([...workspace.blocks.values(), typed]),
      onSelect: (code) => { if (workspace.blocks.has(code)) workspace.select([code]); },
      onCard: async (block, ref) => {
        const { openCard } = await import('./card-target.js');
        if (workspace.blocks.has(block.blockCode)) openCard(workspace, block, ref);
      },
    };
  }

  /** Loads the document again when the next window of a section opens or closes. */
  watchClock() {
    clearTimeout(this.clock);
    const now = Date.now();
    const { blocks, stage, takeovers } = this.workspace;
    const wait = nextInstant([...blocks.values(), ...(stage === 'live' ? takeovers : [])], now) - now + 50;
    if (wait < LONGEST_TIMER) this.clock = setTimeout(() => this.load(), wait);
  }

  destroy() {
    this.destroyed = true;
    this.run += 1;
    clearTimeout(this.timer);
    clearTimeout(this.soon);
    clearTimeout(this.clock);
    cancelAnimationFrame(this.frameOf);
    this.offs.forEach((off) => off());
    document.removeEventListener('pointerdown', this.outside);
    this.fields?.destroy();
    this.frame.destroy();
  }
}
