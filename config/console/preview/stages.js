// The phones of the preview: live, and the draft next to it.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { segmented } from '../ui/widgets.js';
import { cardFinder, readDocument } from '../phone/documents.js';
import { PhoneFrame } from '../phone/phone-frame.js';
import { differences, marksOf } from './compare.js';
import { blocksAt, shownAt } from './plan.js';

export class Stages {
  constructor(workspace, { onSelect }) {
    this.workspace = workspace;
    this.onSelect = onSelect;
    this.results = { live: null, draft: null };
    this.side = 'live';
    this.title = workspace.page?.title || workspace.slug;
    const { title } = this;
    this.phones = Object.fromEntries(['live', 'draft'].map((side) => [side,
      new PhoneFrame({ label: t(`preview.phone.${side}`, { name: title }), title, fitHeight: true,
        app: workspace.page?.client })]));
    // Without room for two phones, shows one of them.
    this.switch = segmented({
      label: t('preview.which'), value: 'live',
      options: ['live', 'draft'].map((side) => ({ value: side, label: t(`preview.side.${side}`) })),
      onChange: (side) => this.turn(side),
    });
    this.switch.classList.add('preview-switch');
    this.figures = Object.fromEntries(Object.entries(this.phones).map(([side, phone]) => [side,
      h('figure', { class: `preview-phone ${side}` },
        h('figcaption', t(`preview.side.${side}`)), phone.element)]));
    this.element = h('div.preview-phones', this.switch, this.figures.live, this.figures.draft);
    this.turn('live');
  }

  turn(side) {
    this.element.dataset.side = side;
    this.phones[side].fit();
  }

  setCompare(on) {
    this.comparing = on;
    this.element.classList.toggle('single', !on);
    this.figures.draft.hidden = !on;
    if (!on) this.switch.setValue('live');
    if (!on) this.turn('live');
  }

  async load(context) {
    this.controller?.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    await Promise.all([this.read('live', context, signal),
      this.comparing ? this.read('draft', context, signal) : null]);
  }

  async read(side, context, signal) {
    this.context = context;
    if (!this.results[side]?.document) this.phones[side].showLoading();
    try {
      this.results[side] = {
        document: await readDocument(this.workspace.slug, side, context, signal) };
    } catch (problem) {
      if (!signal.aborted) this.results[side] = { problem };
    }
  }

  /** Draws the documents. Returns the draft's differences, or null if they are unknown. */
  draw(plan, at) {
    const cards = {
      live: cardFinder(plan ? blocksAt(plan, at) : []),
      draft: cardFinder(plan?.draft ?? []),
    };
    const [live, draft] = [this.results.live?.document, this.results.draft?.document];
    const found = this.comparing && live && draft
      ? differences(live, draft, { cards, types: this.workspace.types }) : null;
    const takeover = plan && shownAt(plan, at).takeover;
    this.phones.live.showTitle(takeover ? plan.pageTitle(takeover.shows) : this.title);
    for (const side of this.comparing ? ['live', 'draft'] : ['live']) {
      this.drawOne(side, at, { cardOf: cards[side], marks: found ? marksOf(found, side) : undefined });
    }
    return found;
  }

  drawOne(side, at, options) {
    const [phone, result] = [this.phones[side], this.results[side]];
    phone.showTime(at);
    if (result?.problem) {
      if (result.problem.status === 404) result.problem.words = [t('preview.noThen'), t('preview.noThen.text')];
      phone.showFailure(result.problem, () => this.again(side, at));
      return;
    }
    if (!result) return;
    phone.show(result.document, {
      types: this.workspace.types, selected: this.chosen, onSelect: this.onSelect,
      now: at ? Date.parse(at) : Date.now(), ...options,
    });
  }

  async again(side, at) {
    await this.read(side, this.context, this.controller.signal);
    this.drawOne(side, at, {});
  }

  choose(code) {
    this.chosen = code;
    for (const phone of Object.values(this.phones)) phone.select(code);
  }

  destroy() {
    this.controller?.abort();
    for (const phone of Object.values(this.phones)) phone.destroy();
  }
}
