// The month as a grid of days. One day is in the tab order, with its links; arrow keys move between days.
import { h, reconcile, replace } from '../core/dom.js';
import { formatter, t } from '../core/i18n.js';
import { time } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { entryLink, ICONS } from './calendar-entry.js';
import { addDays, addMonths, partsOf, weeksOf } from './calendar-model.js';
import { dayKey } from './span.js';

// The lanes of a day; with more entries, the last lane has their number.
const LANES = 4;

const dayName = (day) => formatter('DateTimeFormat', { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' }).format(day);

export class CalendarGrid {
  /** `onDay(day)` opens a day; `onFocus(day)` is called for the focused day, which may be in another month. */
  constructor({ names, onDay, onFocus }) {
    Object.assign(this, { names, onDay, onFocus });
    this.element = h('div.calendar-grid', { role: 'grid', onKeydown: (event) => this.key(event), onFocusin: (event) => this.focused(event) });
  }

  /** Shows the entries of a month; the focus stays on its day. */
  draw({ month, entries, today, day, withPages, label }) {
    Object.assign(this, { month, entries, today, day, withPages });
    const focused = this.element.contains(document.activeElement) ? document.activeElement : null;
    const kept = focused && [focused.closest('.calendar-day')?.dataset.day, focused.dataset.key];
    this.element.setAttribute('aria-label', label);
    const weeks = weeksOf(month);
    // Unchanged rows keep their elements: a click on an entry is not lost when names are loaded.
    reconcile(this.element, [null, ...weeks], (week) => (week ? dayKey(week[0]) : 'names'),
      (week) => h('div', { role: 'row', class: week ? 'calendar-week' : 'calendar-weekdays' }, !week && weekdays(weeks[0])),
      (row, week) => week && this.week(row, week));
    this.reach();
    if (kept) (this.cell(kept[0])?.querySelector(`[data-key="${CSS.escape(kept[1] ?? '')}"]`) ?? this.button(this.day))?.focus({ preventScroll: true });
  }

  week(row, week) {
    const parts = partsOf(this.entries, week);
    // On a day with too many entries, the last lane has their number.
    const most = week.map((_, column) => (parts.some((part) => part.lane >= LANES && covers(part, column)) ? LANES - 1 : LANES));
    const isShown = (part) => week.every((_, column) => !covers(part, column) || part.lane < most[column]);
    const days = week.map((day, column) => ({ day, bars: parts.filter((part) => part.column === column && isShown(part)).map((part) => this.described(part)),
      hidden: parts.filter((part) => covers(part, column) && !isShown(part)).length, count: parts.filter((part) => covers(part, column)).length }));
    const state = JSON.stringify([days, this.month, this.today]);
    if (row.state === state) return;
    row.state = state;
    replace(row, days.map((one) => this.dayCell(one)));
  }

  /** Returns a part with its texts. */
  described({ entry, ...part }) {
    const instant = entry.open === 'from' ? entry.until : entry.from;
    return { ...part, entry, title: this.names.label(entry), page: this.withPages ? this.names.pageTitle(entry.page) : '',
      clock: !part.before && instant ? time(instant) : '' };
  }

  dayCell({ day, bars, hidden, count }) {
    const isToday = day.getTime() === this.today.getTime();
    const label = [dayName(day), count > 0 && t('calendar.count', { count })].filter(Boolean).join(', ');
    return h('div.calendar-day', { role: 'gridcell', dataset: { day: dayKey(day) },
      class: [day.getMonth() === this.month.getMonth() ? '' : 'other', isToday ? 'today' : '', [0, 6].includes(day.getDay()) ? 'weekend' : ''].join(' ') },
    h('button.calendar-date', { 'aria-label': label, 'aria-current': isToday ? 'date' : null, tabIndex: -1, dataset: { key: 'date' },
      onClick: () => this.onDay(day) }, String(day.getDate())),
    bars.map((part) => this.bar(part)),
    hidden > 0 && h('button.calendar-more', { tabIndex: -1, dataset: { key: 'more' }, 'aria-label': t('calendar.moreOf', { count: hidden, day: dayName(day) }),
      onClick: () => this.onDay(day) }, t('calendar.more', { count: hidden })));
  }

  bar({ entry, title, page, clock, days, lane, before, after }) {
    const words = [clock, title, page, entry.stage === 'draft' && t('calendar.draft')].filter(Boolean).join(' · ');
    return entryLink(entry, { class: ['calendar-bar', entry.kind, entry.stage === 'draft' ? 'draft' : '', before ? 'before' : '', after ? 'after' : ''].join(' '),
      style: { '--days': days, '--lane': lane }, tabIndex: -1, title: words, 'aria-label': words, dataset: { key: entry.key } },
    icon(ICONS[entry.kind], { size: 14 }), clock && h('span.calendar-clock', clock), h('span.calendar-title', title), page && h('span.calendar-page', page));
  }

  cell(key) { return this.element.querySelector(`[data-day="${key}"]`); }
  button(day) { return this.cell(dayKey(day))?.querySelector('.calendar-date'); }

  // Only one day is in the tab order, with its links.
  reach() {
    for (const one of this.element.querySelectorAll('[tabindex="0"]')) one.tabIndex = -1;
    const cell = this.cell(dayKey(this.day)) ?? this.element.querySelector('.calendar-day:not(.other)');
    for (const one of cell.querySelectorAll('a, button')) one.tabIndex = 0;
  }

  focused(event) {
    const key = event.target.closest('.calendar-day')?.dataset.day;
    if (!key || key === dayKey(this.day)) return;
    const [year, month, date] = key.split('-').map(Number);
    this.day = new Date(year, month - 1, date);
    this.onFocus(this.day, { stays: true });
    this.reach();
  }

  key(event) {
    if (!event.target.matches('.calendar-date') || event.ctrlKey || event.metaKey || event.altKey) return;
    const { day } = this;
    const weekday = (day.getDay() + 6) % 7;
    const inMonth = (months) => {
      const next = addMonths(day, months);
      return addDays(next, Math.min(day.getDate(), addDays(addMonths(next, 1), -1).getDate()) - 1);
    };
    const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -weekday, End: 6 - weekday };
    const next = event.key in days ? addDays(day, days[event.key]) : { PageUp: inMonth(-1), PageDown: inMonth(1) }[event.key];
    if (!next) return;
    event.preventDefault();
    this.day = next;
    this.onFocus(next, { stays: false });
    this.reach();
    this.button(next)?.focus();
  }
}

const weekdays = (week) => week.map((day) => h('span.calendar-weekday', { role: 'columnheader' }, formatter('DateTimeFormat', { weekday: 'short' }).format(day)));
const covers = ({ column, days }, at) => column <= at && at < column + days;
