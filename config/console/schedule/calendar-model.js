// The days of a month, and where its entries are in them. All days are those of the browser's zone.
import { dayKey } from './span.js';

export const KINDS = ['release', 'takeover', 'section', 'card'];

export const addDays = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
export const addMonths = (date, months) => new Date(date.getFullYear(), date.getMonth() + months, 1);
export const monthKey = (date) => dayKey(date).slice(0, -3);

/** The first day of the month 'YYYY-MM', or of the present one. */
export function monthOf(text) {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  return year ? new Date(Number(year), Number(month) - 1, 1) : addMonths(new Date(), 0);
}

/** The weeks of a month, from Monday on: lists of seven days. */
export function weeksOf(month) {
  const end = addMonths(month, 1);
  const weeks = [];
  for (let monday = addDays(month, -((month.getDay() + 6) % 7)); monday < end; monday = addDays(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)));
  }
  return weeks;
}

/** What makes an entry another one than all others. */
const keyOf = ({ kind, page, id, stage, blockCode, card }) => [kind, page, id, stage, blockCode, card].filter((part) => part !== undefined).join(' ');

/**
 * An entry of the server with its days: `first` and `last`. What has one end only is at the day of this end, `open` says
 * which one is missing: 'from' or 'until'.
 */
export function withDays(entry) {
  const from = entry.from && new Date(entry.from);
  // An end at midnight belongs to the day before.
  const until = entry.until && new Date(Date.parse(entry.until) - 1);
  const [first, last] = [from ?? until, until ?? from].map((date) => addDays(date, 0));
  const open = entry.kind === 'release' || (from && until) ? null : from ? 'until' : 'from';
  return { ...entry, key: keyOf(entry), first, last: last < first ? first : last, open };
}

/** The entries of a day. */
export const entriesOf = (entries, day) => entries.filter(({ first, last }) => first <= day && day <= last);

/** The parts of entries in a week, {entry, column, days, lane, before, after}: those of one lane never meet. */
export function partsOf(entries, week) {
  const [start, end] = [week[0], week[6]];
  const column = (day) => week.findIndex((one) => one.getTime() === day.getTime());
  const parts = entries.filter(({ first, last }) => first <= end && start <= last).map((entry) => {
    const [from, to] = [entry.first < start ? 0 : column(entry.first), entry.last > end ? 6 : column(entry.last)];
    return { entry, column: from, days: to - from + 1, before: entry.first < start, after: entry.last > end };
  }).sort((a, b) => a.column - b.column || b.days - a.days);
  const ends = [];
  for (const part of parts) {
    const free = ends.findIndex((end) => end < part.column);
    part.lane = free < 0 ? ends.length : free;
    ends[part.lane] = part.column + part.days - 1;
  }
  return parts;
}

/**
 * The days of a month on which something begins or ends, {day, lines}, each line {entry, isEnd}; and today. Before them what
 * runs since an earlier month: its day is null.
 */
export function listOf(entries, month, today) {
  const end = addDays(addMonths(month, 1), -1);
  const days = new Map();
  const add = (day, line) => {
    if (day < month || day > end) return;
    if (!days.has(dayKey(day))) days.set(dayKey(day), { day, lines: [] });
    days.get(dayKey(day)).lines.push(line);
  };
  if (today >= month && today <= end) days.set(dayKey(today), { day: today, lines: [] });
  for (const entry of entries) {
    add(entry.first, { entry, isEnd: entry.open === 'from' });
    if (entry.last > entry.first) add(entry.last, { entry, isEnd: true });
  }
  const running = entries.filter(({ first, last }) => first < month && last >= month).map((entry) => ({ entry, isEnd: false }));
  const sorted = [...days.values()].sort((a, b) => a.day - b.day);
  const at = ({ entry, isEnd }) => Date.parse((isEnd ? entry.until : entry.from) ?? entry.from ?? entry.until);
  for (const { lines } of sorted) lines.sort((a, b) => at(a) - at(b));
  return [...(running.length ? [{ day: null, lines: running }] : []), ...sorted];
}
