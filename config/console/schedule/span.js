// The period that the strip shows, in whole days of the browser's zone.
import { locale } from '../core/i18n.js';

export const ZOOMS = ['week', 'month', 'quarter', 'year'];
const DAY = 86_400_000;

const midnight = (date, days = 0) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

/** Returns the Monday of a date's week. */
const monday = (date) => midnight(date, -((date.getDay() + 6) % 7));

export class Span {
  /** @param {string} zoom one of ZOOMS  @param {Date} at a day within the period */
  constructor(zoom, at) {
    this.zoom = zoom;
    if (zoom === 'week') [this.start, this.end] = [monday(at), midnight(monday(at), 7)];
    if (zoom === 'month') [this.start, this.end] = [midnight(monday(at), -7), midnight(monday(at), 28)];
    if (zoom === 'quarter') {
      this.start = new Date(at.getFullYear(), at.getMonth() - 1, 1);
      this.end = new Date(at.getFullYear(), at.getMonth() + 3, 1);
    }
    if (zoom === 'year') [this.start, this.end] = [new Date(at.getFullYear(), 0, 1), new Date(at.getFullYear() + 1, 0, 1)];
    this.at = at;
  }

  /** Returns the period that is some steps earlier or later. */
  moved(steps) {
    const { at } = this;
    if (this.zoom === 'week') return new Span(this.zoom, midnight(at, 7 * steps));
    if (this.zoom === 'month') return new Span(this.zoom, midnight(at, 28 * steps));
    const months = this.zoom === 'quarter' ? 3 : 12;
    return new Span(this.zoom, new Date(at.getFullYear(), at.getMonth() + months * steps, 1));
  }

  /** Returns the position of an instant as a fraction of the period; below 0 or above 1 is outside. */
  place(instant) {
    return (instant - this.start) / (this.end - this.start);
  }

  /** Returns {place, width, label, minor, weekend} of each mark. */
  ticks() {
    const found = [];
    const days = Math.round((this.end - this.start) / DAY);
    const by = { week: 1, month: 1, quarter: 7, year: 0 }[this.zoom];
    if (by === 0) {
      for (let month = 0; month < 12; month += 1) {
        const date = new Date(this.start.getFullYear(), month, 1);
        found.push({ date, label: format(date, { month: 'short' }) });
      }
      return this.#placed(found);
    }
    const first = by === 7 ? monday(midnight(this.start, 6)) : this.start;
    for (let date = first; date < this.end; date = midnight(date, by)) {
      const label = this.zoom === 'week' ? format(date, { weekday: 'short', day: 'numeric', month: 'numeric' })
        : date.getDay() === 1 ? format(date, { day: 'numeric', month: 'short' }) : '';
      found.push({ date, label, weekend: by === 1 && days < 60 && [0, 6].includes(date.getDay()) });
    }
    return this.#placed(found);
  }

  #placed(ticks) {
    return ticks.map((tick, index) => ({ ...tick, place: this.place(tick.date),
      width: this.place(ticks[index + 1]?.date ?? this.end) - this.place(tick.date) }));
  }

  get title() {
    const format = new Intl.DateTimeFormat(locale(), { year: 'numeric', month: 'short', ...(this.zoom === 'year' ? { month: undefined } : {}),
      ...(this.zoom === 'week' || this.zoom === 'month' ? { day: 'numeric' } : {}) });
    return this.zoom === 'year' ? format.format(this.start) : format.formatRange(this.start, new Date(this.end - 1));
  }
}

function format(date, options) {
  return new Intl.DateTimeFormat(locale(), options).format(date);
}

/** Returns the label of a mark, without what the axis already shows. */
export function markTime(iso, zoom) {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };
  const date = { month: 'short', day: 'numeric' };
  return format(new Date(iso), { week: clock, month: { ...date, ...clock } }[zoom] ?? date);
}

export const dayKey = (date) => `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** Returns the date of 'YYYY-MM-DD', or today. */
export function dayOf(text) {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  return year ? new Date(Number(year), Number(month) - 1, Number(date)) : midnight(new Date());
}
