import { get } from '../core/api.js';
import { h, reconcile, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { link, navigate, setQuery } from '../core/router.js';
import { can } from '../core/session.js';
import { day, dateTime, time } from '../core/time.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { empty, failure, loading } from '../ui/states.js';
import { segmented } from '../ui/widgets.js';
import { layouts } from '../page/layouts.js';
import { onPageChange } from '../page/page-changes.js';
import { naming, revision } from '../publish/revisions.js';
import { byDay, Revisions } from './revision-list.js';
import { causeText, changesInWords, marks, person } from './revision-text.js';
import { sectionRow } from './section-row.js';

/** The view of a page's revisions, or with `?block=` of those that changed one section, newest first. */
export async function timeline(slug, query, outlet) {
  const { data: page } = await get(apiPath(slug));
  const view = new Timeline(slug, page, query);
  replace(outlet, view.element);
  view.start();
  return {
    title: t('history.title', { page: page.title }),
    onQuery: (next) => view.show(next),
    destroy: () => view.destroy(),
  };
}

/** The focusable elements of a row. The focus is restored when a row is drawn again. */
const CONTROLS = 'input, a, button';

/** Returns ["Published", "moved Banner"]: the cause of a revision and its changes. */
function describeRevision(row, planned, nameOf) {
  // A live change that was merged into a planned release has replaced the release's revision.
  return [planned ? t('history.planned') : causeText(row.cause),
    changesInWords(row.changes, nameOf)];
}

/** The sections of the draft, as a snapshot. */
async function draftOf(slug) {
  const { data } = await get(apiPath(slug, 'draft', 'blocks'));
  return { blocks: new Map(data.map((block) => [block.blockCode, block])) };
}

class Timeline {
  chosen = new Set();
  planned = new Map();
  gone = new Map();
  nameOf = (code) => code;

  constructor(slug, page, { all, block = null }) {
    Object.assign(this, { slug, page, block });
    this.path = pagePath(slug, 'history');
    this.days = h('div.history-days');
    this.foot = h('div.history-foot');
    this.compare = h('div.history-compare', { role: 'region', 'aria-label': t('history.compare'), hidden: true });
    this.filter = segmented({ label: t('history.filter'), value: all === '1' ? 'all' : 'released', options: [
      { value: 'released', label: t('history.filter.released') }, { value: 'all', label: t('history.filter.all') },
    ], onChange: (value) => {
      const all = value === 'all' ? '1' : null;
      setQuery({ all });
      this.show({ all, block: this.block });
    } });
    this.heading = h('div.history-heading');
    this.element = h('div.history', h('header.history-head', this.heading, this.filter), this.days, this.foot, this.compare);
    this.revisions = new Revisions(slug, { all: all === '1', block });
    this.drawHeading();
  }

  name(code) { return this.gone.get(code) ?? this.nameOf(code); }

  drawHeading() {
    const { block, page } = this;
    const name = block && this.name(block);
    replace(this.heading, block && link(this.path, { class: 'history-back' }, icon('chevron-left', { size: 16 }), t('history.section.back')),
      h('h1', block ? t('history.section', { name }) : t('history')),
      h('p.history-lead', block ? t('history.section.lead') : t('history.lead', { page: page.title })));
  }

  start() {
    this.observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) this.more();
    }, { rootMargin: '400px' });
    this.off = onPageChange(this.slug, () => this.refresh());
    return this.load();
  }

  show({ all, block = null }) {
    this.filter.setValue(all === '1' ? 'all' : 'released');
    this.block = block;
    this.revisions = new Revisions(this.slug, { all: all === '1', block });
    this.chosen.clear();
    this.drawHeading();
    return this.load();
  }

  async load() {
    const { revisions } = this;
    replace(this.days);
    replace(this.foot, loading());
    try {
      await Promise.all([revisions.load(), this.names(), this.plans()]);
      if (this.revisions === revisions) this.draw();
    } catch (problem) {
      if (this.revisions === revisions) replace(this.foot, failure(problem, () => this.load()));
    }
  }

  /** Loads the current names of sections; removed ones have their codes. */
  async names() {
    const [types, { data }] = await Promise.all([layouts(), get(apiPath(this.slug))]);
    const live = await revision(this.slug, data.revision);
    // A new section may be in the draft only.
    const draft = this.block && !live.blocks.has(this.block) ? await draftOf(this.slug) : null;
    this.types = types;
    this.nameOf = naming(types, live, draft);
    this.drawHeading();
  }

  async plans() {
    const { data } = await get(apiPath(this.slug, 'releases'), { limit: 100 });
    this.planned = new Map(data.releases.filter((one) => one.state === 'pending').map((one) => [one.revision, one.at]));
  }

  async refresh() {
    const { revisions } = this;
    try {
      const [added] = await Promise.all([revisions.refresh(), this.names(), this.plans()]);
      if (this.revisions !== revisions) return;
      this.draw();
      if (added) announce(t('history.new', { count: added }));
    } catch {
      // The next change or a reload tries again.
    }
  }

  async more() {
    if (this.waiting || !this.revisions.next) return;
    this.waiting = true;
    const { revisions } = this;
    try {
      await revisions.more();
      if (this.revisions === revisions) this.draw();
    } catch (problem) {
      replace(this.foot, failure(problem, () => this.more()));
    } finally {
      this.waiting = false;
    }
  }

  drawDays() {
    reconcile(this.days, byDay(this.revisions.rows), ([key]) => key,
      ([, [first]]) => h('section.history-day', h('h2', day(first.createdAt)), h('ol.history-rows')),
      (element, [, list]) => reconcile(element.lastChild, list, (row) => row.number,
        () => h('li.history-row'), (line, row) => this.drawRow(line, row)));
  }

  draw() {
    const { rows, next } = this.revisions;
    this.drawDays();
    this.observer.disconnect();
    const more = next && h('button.button', { onClick: () => this.more() }, t('history.showMore'));
    replace(this.foot, rows.length ? more : empty({ icon: 'history', title: t(this.block ? 'history.section.empty' : 'history.empty'),
      text: t(this.block ? 'history.section.empty.text' : 'history.empty.text') }));
    if (more) this.observer.observe(more);
    this.drawCompare();
    this.namesOfGone();
  }

  /** Loads the last names of removed sections. */
  async namesOfGone() {
    const { revisions } = this;
    const unknown = (code) => !this.gone.has(code) && this.nameOf(code) === code;
    const types = await layouts();
    for (const row of revisions.rows) {
      if (!row.parent || !row.changes?.removed.some(unknown)) continue;
      const before = await revision(this.slug, row.parent).catch(() => null);
      if (this.revisions !== revisions) return;
      const nameOf = naming(types, before);
      for (const code of row.changes.removed) this.gone.set(code, nameOf(code));
      this.drawDays();
      this.drawHeading();
    }
  }

  drawRow(line, row) {
    const planned = this.planned.has(row.number);
    const words = describeRevision(row, planned, (code) => this.name(code));
    const state = JSON.stringify([row, planned, words, this.block]);
    if (line.dataset.state === state) return;
    line.dataset.state = state;
    line.classList.toggle('live', row.live);
    const focused = [...line.querySelectorAll(CONTROLS)].indexOf(document.activeElement);
    const title = t('history.revision', { number: row.number });
    if (this.block) {
      this.drawSection(line, { row, title, cause: words[0] });
      return;
    }
    const box = h('input', { type: 'checkbox', checked: this.chosen.has(row.number),
      'aria-label': t('history.choose', { number: row.number }),
      onChange: () => this.choose(row.number, box.checked) });
    replace(line, h('label.history-check', { title: t('history.choose', { number: row.number }) }, box),
      h('div.history-what', this.facts(row, title, [h('strong', words[0]), words[1] && [t('history.colon'), words[1]]])),
      this.menu(row, title));
    if (focused >= 0) line.querySelectorAll(CONTROLS)[focused]?.focus({ preventScroll: true });
  }

  facts(row, title, changes) {
    const planned = this.planned.get(row.number);
    return [
      h('p.history-line', link(`${this.path}/${row.number}`, { class: 'history-number' }, title), marks(row, { planned }),
        !row.released && !row.draft && !planned && h('span.history-quiet', t('history.unreleased'))),
      row.message && h('p.history-message', row.message),
      h('p.history-changes', changes),
      h('p.history-who', person(row.createdBy), h('time', { datetime: row.createdAt, title: dateTime(row.createdAt, { seconds: true }) },
        time(row.createdAt)))];
  }

  /** Shows a revision that changed the section: its changes, and a way to restore them. */
  drawSection(line, { row, title, cause }) {
    replace(line, sectionRow({ slug: this.slug, code: this.block, row, types: this.types, name: () => this.name(this.block),
      facts: (kind) => this.facts(row, title, [h('strong', cause), t('history.colon'), kind]) }));
  }

  menu(row, title) {
    return menuButton({ label: t('history.menu', { name: title }), icon: 'more', items: () => this.items(row) });
  }

  items(row) {
    const live = this.revisions.rows.find((one) => one.live)?.number;
    return [
      { label: t('history.open'), icon: 'eye', run: () => navigate(`${this.path}/${row.number}`) },
      { label: t('history.againstLive'), icon: 'diff', disabled: row.live || !live,
        run: () => navigate(`${this.path}/${row.number}`, { query: { against: live } }) },
      { label: t('history.toDraft'), icon: 'edit', disabled: row.draft || !can('editor', this.slug),
        hint: row.draft ? t('history.isDraft') : can('editor', this.slug) ? null : t('history.role.editor'), run: () => this.toDraft(row.number) },
      { label: t('history.restore'), icon: 'undo', disabled: row.live || !can('publisher', this.slug),
        hint: row.live ? t('history.isLive') : can('publisher', this.slug) ? null : t('history.role'),
        run: () => this.restore(row.number) },
    ];
  }

  async restore(number) {
    const { openRestore } = await import('../publish/restore-sheet.js');
    openRestore({ slug: this.slug, number, onDone: () => this.refresh() });
  }

  async toDraft(number) {
    const { openRestoreDraft } = await import('../publish/restore-draft-sheet.js');
    openRestoreDraft({ slug: this.slug, number, onDone: () => this.refresh() });
  }

  choose(number, on) {
    if (on) this.chosen.add(number);
    else this.chosen.delete(number);
    // A third choice replaces the first.
    if (this.chosen.size > 2) {
      const first = [...this.chosen][0];
      this.chosen.delete(first);
      const box = this.days.querySelector(`input[aria-label="${CSS.escape(t('history.choose', { number: first }))}"]`);
      if (box) box.checked = false;
    }
    this.drawCompare();
  }

  drawCompare() {
    const [older, newer] = [...this.chosen].sort((a, b) => a - b);
    this.compare.hidden = older === undefined;
    replace(this.compare, older !== undefined && [
      h('p', { role: 'status' }, newer === undefined ? t('history.chooseOther', { number: older })
        : t('history.chosen', { older, newer })),
      h('button.button', { onClick: () => this.clear() }, t('cancel')),
      h('button.button.primary', { disabled: newer === undefined, onClick: () => navigate(`${this.path}/${newer}`, {
        query: { against: older } }) }, icon('diff'), t('history.compare')),
    ]);
  }

  clear() {
    this.chosen.clear();
    for (const box of this.days.querySelectorAll('input:checked')) box.checked = false;
    this.drawCompare();
    this.days.querySelector('input')?.focus();
  }

  destroy() {
    this.off?.();
    this.observer?.disconnect();
  }
}
