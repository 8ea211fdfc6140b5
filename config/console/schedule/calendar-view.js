// The calendar of all pages: planned releases, takeovers, and the windows of sections and cards.
import { get } from '../core/api.js';
import { events } from '../core/events.js';
import { h, replace } from '../core/dom.js';
import { formatter, t } from '../core/i18n.js';
import { setQuery } from '../core/router.js';
import { zoneName } from '../core/zone.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { manageTabs } from '../ui/manage-tabs.js';
import { empty, failure } from '../ui/states.js';
import { badge, segmented } from '../ui/widgets.js';
import { entryLine, ICONS } from './calendar-entry.js';
import { CalendarGrid } from './calendar-grid.js';
import { addDays, addMonths, entriesOf, KINDS, listOf, monthKey, monthOf, weeksOf, withDays } from './calendar-model.js';
import { CalendarNames } from './calendar-names.js';
import { dayOf } from './span.js';
import '../text/calendar.js';
import '../text/edit.js';
import '../text/schedule.js';

const CHANGES = /^(takeover|release|review|live|page)\.|^draft\.(publish|discard|block)|^reset$/;
const DELAY = 300;
const NARROW = '(max-width: 760px)';

export async function view(params, query, outlet) {
  const calendar = new CalendarView(query);
  try {
    await calendar.load();
  } catch (problem) {
    calendar.destroy();
    throw problem;
  }
  replace(outlet, calendar.element);
  return { title: t('calendar'), onQuery: (next) => calendar.look(next), destroy: () => calendar.destroy() };
}

class CalendarView {
  #run = 0;
  #all = [];
  #loaded = null;
  #problem = null;

  constructor(query) {
    this.names = new CalendarNames();
    this.pages = [];
    this.take(query);
    this.day = this.firstDay();
    this.title = h('span', { role: 'status' });
    this.body = h('div.calendar-body');
    this.grid = new CalendarGrid({ names: this.names, onDay: (day) => this.openDay(day), onFocus: (day, { stays }) => this.move(day, stays) });
    this.page = h('select', { onChange: () => this.filter({ page: this.page.value }) });
    this.kindButtons = new Map(KINDS.map((kind) => [kind, h('button.button.small.calendar-kind', { class: kind, onClick: () => this.toggle(kind) },
      icon(ICONS[kind], { size: 16 }), t(`calendar.kind.${kind}`))]));
    this.as = segmented({ label: t('calendar.as'), value: this.isList ? 'list' : 'month', onChange: (as) => this.filter({ as: as === 'list' ? as : null }),
      options: ['month', 'list'].map((value) => ({ value, label: t(`calendar.as.${value}`) })) });
    this.element = h('div.calendar', manageTabs('/manage/calendar'), h('header.calendar-head', h('h1', t('calendar')), h('p.calendar-lead', t('calendar.lead', { zone: zoneName() }))),
      this.bar(), this.filters(), this.body);
    this.narrow = matchMedia(NARROW);
    this.onNarrow = () => this.draw();
    this.narrow.addEventListener('change', this.onNarrow);
    this.off = events.on(({ action, page }) => {
      if (!CHANGES.test(action)) return;
      this.names.forget(page);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.load().catch(() => {}), DELAY);
    });
    // Draws again when the day changes.
    this.clock = setInterval(() => { if (this.today.getTime() !== dayOf('').getTime()) this.draw(); }, 60_000);
  }

  bar() {
    const step = (months, name, label) => h('button.icon-button', { 'aria-label': t(label), title: t(label),
      onClick: () => this.go(addMonths(this.month, months)) }, icon(name));
    return h('div.calendar-tools', step(-1, 'chevron-left', 'calendar.earlier'),
      h('button.button.small', { onClick: () => this.go(monthOf('')) }, t('calendar.today')), step(1, 'chevron-right', 'calendar.later'),
      h('h2', this.title), this.as);
  }

  filters() {
    return h('div.calendar-filters', field({ label: t('calendar.page'), input: this.page, className: 'calendar-pages' }).element,
      h('div.calendar-kinds', { role: 'group', 'aria-label': t('calendar.kinds') }, [...this.kindButtons.values()]));
  }

  // The URL.

  take({ month, page, kinds, as }) {
    this.month = monthOf(month);
    this.slug = page ?? '';
    const chosen = KINDS.filter((kind) => kinds?.split(',').includes(kind));
    this.kinds = new Set(chosen.length ? chosen : KINDS);
    this.isList = as === 'list';
  }

  look(query) {
    const before = this.month;
    this.take(query);
    if (before.getTime() === this.month.getTime()) this.draw();
    else this.show();
  }

  filter(change) {
    setQuery(change);
    this.look(Object.fromEntries(new URLSearchParams(location.search)));
  }

  toggle(kind) {
    const kinds = KINDS.filter((one) => (one === kind) !== this.kinds.has(one));
    // Removing the last kind restores all kinds: an empty choice would show nothing.
    this.filter({ kinds: kinds.length && kinds.length < KINDS.length ? kinds.join(',') : null });
  }

  go(month) {
    this.month = month;
    this.day = this.firstDay();
    setQuery({ month: monthKey(month) === monthKey(new Date()) ? null : monthKey(month) });
    this.show();
  }

  firstDay() {
    const today = dayOf('');
    return monthKey(today) === monthKey(this.month) ? today : this.month;
  }

  /** Handles a focused day. If it `stays` visible, the month does not change. */
  move(day, stays) {
    this.day = day;
    if (stays || monthKey(day) === monthKey(this.month)) return;
    this.go(addMonths(day, 0));
    this.day = day;
    this.draw();
  }

  // Loading.

  show() {
    this.#all = [];
    this.draw();
    this.load().catch((problem) => {
      this.#problem = problem;
      this.draw();
    });
  }

  async load() {
    this.#run += 1;
    const run = this.#run;
    const month = monthKey(this.month);
    const weeks = weeksOf(this.month);
    const range = { from: weeks[0][0].toISOString(), until: addDays(weeks.at(-1)[6], 1).toISOString() };
    let read;
    try {
      read = await Promise.all([get('/api/calendar', range), get('/api/pages')]);
    } catch (problem) {
      // Keeps the entries if they are of this month.
      if (run === this.#run && this.#loaded !== month) throw problem;
      return;
    }
    if (run !== this.#run) return;
    const [{ data }, { data: pages }] = read;
    [this.#all, this.#loaded, this.#problem] = [data.entries.map(withDays), month, null];
    this.pages = pages;
    this.names.takePages(pages);
    this.draw();
    this.names.load(this.#all, () => { if (!this.isDestroyed) this.draw(); }).catch(() => {});
  }

  get entries() {
    return this.#all.filter(({ kind, page }) => this.kinds.has(kind) && (!this.slug || page === this.slug));
  }

  // Drawing.

  draw() {
    this.today = dayOf('');
    const name = formatter('DateTimeFormat', { year: 'numeric', month: 'long' }).format(this.month);
    if (this.title.textContent !== name) this.title.textContent = name;
    this.drawFilters();
    const isList = this.isList || this.narrow.matches;
    this.element.setAttribute('aria-busy', this.#loaded !== monthKey(this.month) && !this.#problem);
    if (this.#problem) replace(this.body, failure(this.#problem, () => {
      this.#problem = null;
      this.show();
    }));
    else if (isList) replace(this.body, this.list(name));
    else {
      if (this.body.firstChild !== this.grid.element) replace(this.body, this.grid.element);
      this.grid.draw({ month: this.month, entries: this.entries, today: this.today, day: this.day, withPages: !this.slug,
        label: t('calendar.grid', { month: name }) });
    }
  }

  drawFilters() {
    const choices = [['', t('calendar.pages')], ...this.pages.map(({ page, title }) => [page, title || page])];
    if (this.slug && !this.pages.some(({ page }) => page === this.slug)) choices.push([this.slug, this.slug]);
    const key = JSON.stringify(choices);
    if (this.page.dataset.choices !== key) {
      this.page.dataset.choices = key;
      replace(this.page, choices.map(([value, text]) => h('option', { value }, text)));
    }
    this.page.value = this.slug;
    for (const [kind, button] of this.kindButtons) button.setAttribute('aria-pressed', this.kinds.has(kind));
    this.as.setValue(this.isList ? 'list' : 'month');
  }

  list(month) {
    if (this.#loaded !== monthKey(this.month)) return null;
    const groups = listOf(this.entries, this.month, this.today);
    if (!groups.some(({ lines }) => lines.length)) {
      const isFiltered = this.slug || this.kinds.size < KINDS.length;
      return empty({ icon: 'calendar', title: t('calendar.empty', { month }), text: isFiltered ? t('calendar.empty.filter') : '',
        action: isFiltered ? { label: t('calendar.all'), kind: '', run: () => this.filter({ page: null, kinds: null }) } : null });
    }
    const date = formatter('DateTimeFormat', { weekday: 'long', month: 'long', day: 'numeric' });
    return h('div.calendar-list', groups.map(({ day, lines }) => h('section.calendar-listed',
      h('h3', day ? date.format(day) : t('calendar.running'), day?.getTime() === this.today.getTime() && badge(t('calendar.today'), 'accent')),
      lines.length ? h('ul.calendar-lines', lines.map(({ entry, isEnd }) => entryLine(entry, this.names, { isEnd }))) : h('p.calendar-none', t('calendar.nothing')))));
  }

  openDay(day) {
    const entries = entriesOf(this.entries, day);
    const title = formatter('DateTimeFormat', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }).format(day);
    const handle = dialog({ title, body: entries.length ? h('ul.calendar-lines', entries.map((entry) => entryLine(entry, this.names, { before: () => {
      handle.close();
      return handle.closed;
    } }))) : h('p', t('calendar.nothing')), actions: [{ label: t('close'), kind: 'primary', run: () => true }] });
  }

  destroy() {
    this.isDestroyed = true;
    this.#run += 1;
    clearTimeout(this.timer);
    clearInterval(this.clock);
    this.off();
    this.narrow.removeEventListener('change', this.onNarrow);
  }
}
