// The tab Feed: the feed that fills a section, and the positions of its own cards among those of the feed.
import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { feedPath, feedSentence, readFeeds } from '../page/feeds.js';
import { feedReason } from './feed-reasons.js';
import { effective, runs, stored, withPosition } from './feed-positions.js';
import { RootSlot } from './slots.js';
import { cardTitle } from './thumbs.js';
import { at, listOf, pointer, segments } from './values.js';

const MOST = 1000;

export function feedPanel(context) {
  const panel = new FeedPanel(context);
  const off = context.model.on((type) => panel.follow(type));
  return { element: panel.element, refresh: () => panel.refresh(), destroy: () => { off(); panel.destroy(); },
    reveal: (path) => panel.reveal(path) };
}

class FeedPanel {
  constructor(context) {
    Object.assign(this, { context, feeds: null, loading: new AbortController() });
    this.slot = new RootSlot(context.model, []).child('source');
    this.select = h('select', { disabled: context.readOnly, onChange: () => this.choose(this.select.value) });
    this.choice = field({ label: t('edit.feed.choice'), hint: t('edit.feed.choice.hint'), input: this.select });
    this.state = h('div.edit-tab-parts', { 'aria-live': 'polite' });
    this.places = h('div.edit-tab-parts');
    this.element = h('div.edit-tab');
    this.draw();
    this.load();
  }

  get source() {
    const { source } = this.context.model.value;
    return source && typeof source === 'object' ? source : null;
  }

  get own() {
    const { items } = this.context.layout.settings;
    return items ? listOf(at(this.context.model.value.content, segments(items))) : [];
  }

  get titles() {
    return this.own.map(cardTitle).join('\n');
  }

  get feed() {
    return this.feeds?.find(({ name }) => name === this.source?.feed);
  }

  async load() {
    try {
      this.feeds = await readFeeds({ signal: this.loading.signal });
    } catch (problem) {
      if (this.loading.signal.aborted) return;
      replace(this.state, h('p.edit-note', sentenceOf(problem)));
      return;
    }
    this.draw();
  }

  draw() {
    if (this.source?.client) {
      replace(this.element, h('p.edit-note', icon('phone', { size: 16 }), ' ', t('feeds.client', { address: this.source.client })));
      return;
    }
    this.drawChoice();
    this.drawState();
    this.drawPlaces();
    replace(this.element, h('section.edit-card-box', this.choice.element, this.state), this.places);
    this.refresh();
  }

  drawChoice() {
    const name = this.source?.feed;
    const fitting = (this.feeds ?? []).filter(({ showType }) => showType === this.context.model.value.showType);
    const isGone = name && !fitting.some((feed) => feed.name === name);
    const gone = this.feeds ? t('edit.feed.gone', { name }) : name;
    replace(this.select, h('option', { value: '' }, t('edit.feed.none')), isGone && h('option', { value: name }, gone),
      fitting.map((feed) => h('option', { value: feed.name }, feed.name)));
    this.select.value = name ?? '';
    const nothing = this.feeds && !fitting.length;
    this.choice.setHint(nothing ? t('edit.feed.nothing') : t('edit.feed.choice.hint'));
  }

  drawState() {
    const { feed } = this;
    replace(this.state, feed && h('p.edit-note', feedSentence(feed)),
      feed?.state.problem && h('p.edit-note', t('edit.feed.problem', { reason: feedReason(feed.state.problem) })),
      feed ? h('p', link(feedPath(feed.name), {}, t('edit.feed.open', { name: feed.name })))
        : can('publisher') && h('p', link('/manage/feeds', {}, t('edit.feed.all'))));
  }

  drawPlaces() {
    const { own, source } = this;
    this.inputs = [];
    this.shownTitles = this.titles;
    if (!source) return replace(this.places);
    const all = effective(listOf(source.positions), own.length);
    const rows = own.map((card, place) => this.place(card, place, all));
    this.plan = h('ol.edit-feed-runs', { 'aria-label': t('edit.feed.runs') });
    replace(this.places, h('section.edit-card-box', h('h3', t('edit.feed.places')),
      h('p.edit-note', own.length ? t('edit.feed.places.hint') : t('edit.feed.places.none')),
      rows.length > 0 && h('div.edit-feed-places', rows.map((row) => row.element)), this.plan));
    this.drawRuns(all);
    return undefined;
  }

  place(card, place, all) {
    const { readOnly } = this.context;
    const input = h('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', readOnly,
      value: String(all[place] + 1), onChange: () => this.move(place) });
    const made = field({ label: cardTitle(card, place), input });
    this.inputs.push(made);
    return made;
  }

  /** Applies the position typed for an own card. */
  move(place) {
    const made = this.inputs[place];
    const all = effective(listOf(this.source.positions), this.own.length);
    const typed = /^\d{1,4}$/.test(made.input.value.trim()) ? Number(made.input.value) - 1 : NaN;
    const next = typed >= 0 && typed < MOST ? withPosition(all, place, typed) : null;
    const issue = next ? null : t('edit.feed.place.rule', { least: (all[place - 1] ?? -1) + 2, most: MOST });
    made.setError(issue);
    this.context.model.setUnread(made, issue && { path: ['source', 'positions'], reason: issue });
    if (!next) return;
    this.write({ feed: this.source.feed, positions: stored(next) });
    this.inputs.forEach((other, index) => { other.input.value = String(next[index] + 1); });
    this.drawRuns(next);
  }

  drawRuns(all) {
    const cards = this.feed?.state.cards;
    replace(this.plan, runs(all, cards ?? Infinity).map(({ own, from, to }) => h('li', { class: own ? 'own' : '' },
      h('b', to === null ? t('edit.feed.run.from', { from }) : from === to ? number(from) : `${number(from)}–${number(to)}`),
      ' ', t(own ? 'edit.feed.run.own' : 'edit.feed.run.feed'))));
  }

  choose(name) {
    this.forgetErrors();
    if (name) this.write({ feed: name, positions: listOf(this.source?.positions) });
    else if ('source' in this.context.model.value) this.write(null);
    this.draw();
  }

  write(source) {
    if (source === null && !this.context.model.saved.source) this.slot.remove();
    else this.slot.set(source);
  }

  forgetErrors() {
    const { model } = this.context;
    for (const place of [...model.errors.keys()]) if (place.startsWith('/source')) model.errors.delete(place);
    for (const made of this.inputs ?? []) model.setUnread(made, null);
  }

  follow(type) {
    if (type === 'errors') this.refresh();
    // Own cards were added, removed or moved in the meantime.
    if (type === 'change' && this.source?.feed && this.titles !== this.shownTitles) this.drawPlaces();
  }

  refresh() {
    const { model } = this.context;
    const reason = (path) => {
      const found = [...model.errors.entries()].find(([place]) => place === pointer(path) || place.startsWith(`${pointer(path)}/`));
      return found ? this.context.reason(found[1]) : null;
    };
    this.choice.setError(reason(['source', 'feed']) ?? (model.errors.has('/source') ? reason(['source']) : null));
    if (this.inputs?.length && !this.inputs.some((made) => model.unread.has(made))) {
      this.inputs[0].setError(reason(['source', 'positions']));
    }
  }

  reveal([, name]) {
    (name === 'positions' && this.inputs?.length ? this.inputs[0].input : this.select).focus();
  }

  destroy() {
    this.loading.abort();
  }
}
