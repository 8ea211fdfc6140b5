// The phone of the page view: shows each change at once, then the server's rendering.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { get, set } from '../core/prefs.js';
import { link } from '../core/router.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { nextInstant } from '../page/block-states.js';
import { AbsentLine } from './absent.js';
import { anticipate } from './anticipate.js';
import { NOBODY, contextOf, contextText } from './context-values.js';
import { cardFinder, readDocument, readPage } from './documents.js';
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
    this.run = 0;
    const name = workspace.page?.title || workspace.slug;
    this.frame = new PhoneFrame({ label: t('phone.of', { name }), title: name, fitHeight: true });
    this.absent = new AbsentLine(workspace);
    this.notice = h('p.phone-notice', { hidden: true });
    this.element = h('div.phone-pane', this.bar(), this.notice, this.frame.element, this.absent.element);
    this.off = workspace.on('change', () => this.follow());
    this.seen = this.signature();
    this.choose();
    this.followFeeds();
    this.load();
  }

  bar() {
    this.who = h('span');
    const reset = h('button.button.small', { type: 'button', onClick: () => {
      this.fields?.set(NOBODY);
      this.look({ ...NOBODY });
    } }, t('phone.forget'));
    this.fieldsOutlet = h('div.phone-who-outlet');
    this.full = h('span');
    const panel = h('details.phone-who', h('summary', icon('target'), this.who),
      h('div.phone-who-fields', this.fieldsOutlet, reset));
    panel.addEventListener('toggle', () => panel.open && !this.fields && this.offerFields());
    panel.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !panel.open) return;
      event.stopPropagation();
      panel.open = false;
      panel.firstElementChild.focus();
    });
    this.outside = (event) => { if (!panel.contains(event.target)) panel.open = false; };
    document.addEventListener('pointerdown', this.outside);
    this.tell();
    return h('div.phone-bar', panel, this.full);
  }

  /** Makes the fields when they are first seen, with the named audiences and attributes that there are. */
  async offerFields() {
    try {
      const [{ contextFields }, { loadAudiences }] = await Promise.all([import('./context.js'), import('../page/audiences.js')]);
      if (this.fields || this.destroyed) return;
      this.fields = contextFields({ value: this.context, onChange: (context) => this.look(context) });
      replace(this.fieldsOutlet, this.fields.element);
      this.fields.take(await loadAudiences());
    } catch {
      // Without a connection the fields come when the panel is opened again, and the others work without named audiences.
    }
  }

  /** Follows the lists of the page's feeds: a new one is drawn. */
  async followFeeds() {
    const names = new Set([...this.workspace.blocks.values()].map((block) => block?.source?.feed).filter(Boolean));
    if (!names.size || this.followsFeeds) return;
    this.followsFeeds = true;
    const { followedFeeds } = await import('../page/feeds.js').catch(() => ({}));
    this.followsFeeds = Boolean(followedFeeds);
    if (!followedFeeds || this.destroyed) return;
    const mark = () => [...names].map((name) => {
      const { listedAt, status } = followedFeeds.get(name)?.state ?? {};
      return `${listedAt} ${status}`;
    }).join();
    let seen;
    this.offFeeds = followedFeeds.on(() => {
      const now = mark();
      if (seen !== undefined && seen !== now) this.later();
      seen = now;
    });
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

  /** After a change of the workspace: shows the predicted document, then loads the server's. */
  follow() {
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
    if (was.stage === is.stage) this.foresee(was);
    else this.document = null;
    this.later();
  }

  choose() {
    const chosen = [...this.workspace.selection];
    const code = chosen.length === 1 ? chosen[0]
      : chosen.includes(this.workspace.focused) ? this.workspace.focused : chosen[0] ?? null;
    if (code === this.chosen) return;
    this.chosen = code;
    this.frame.select(code);
  }

  foresee(was) {
    if (!this.document || this.takenOver) return;
    this.document = anticipate(this.document, this.workspace, was.blocks);
    clearTimeout(this.soon);
    // Where there is much to draw, the list comes first.
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
        readDocument(slug, stage, this.context), stage === 'live' ? this.takeover() : null]);
      if (mine !== this.run || this.workspace.pending) return;
      const first = !this.document;
      this.document = document;
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

  /** The campaign that shows another page now, with that page's title, if there is one. */
  async takeover() {
    const now = Date.now();
    const found = this.workspace.takeovers.find((entry) => Date.parse(entry.from) <= now && Date.parse(entry.until) > now);
    return found ? { ...found, title: (await readPage(found.shows)).title } : null;
  }

  tellTakeover() {
    const { takenOver: entry, workspace } = this;
    this.frame.showTitle(entry?.title ?? (workspace.page?.title || workspace.slug));
    this.notice.hidden = !entry;
    replace(this.notice, entry && [icon('megaphone'), h('span', t('phone.takenOver',
      { page: entry.title, until: dateTime(entry.until) }))]);
  }

  fail(problem) {
    // The document stays while there is no connection: the shell shows the state.
    if (this.document && problem.status === 0) return;
    this.document = null;
    this.frame.showFailure(problem, () => this.load());
    this.absent.update(null);
  }

  draw() {
    const { workspace } = this;
    this.frame.showTime(null);
    this.frame.show(this.document, {
      types: workspace.types, selected: this.chosen, cardOf: cardFinder(workspace.blocks.values()),
      onSelect: (code) => { if (workspace.blocks.has(code)) workspace.select([code]); },
    });
    const shown = new Set(blocksOf(this.document).map((block) => block.blockCode));
    this.absent.update(this.takenOver ? null : shown);
  }

  /** Draws anew when the next window of a section opens or closes. */
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
    this.off();
    this.offFeeds?.();
    document.removeEventListener('pointerdown', this.outside);
    this.fields?.destroy();
    this.frame.destroy();
  }
}
