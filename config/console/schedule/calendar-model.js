// The days of a month, and the positions of its entries. All days are in the browser's zone.
import { dayKey } from './span.js';

export const KINDS = ['release', 'takeover', 'section', 'card'];

export const addDays = (date, days) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
export const addMonths = (date, months) => new Date(date.getFullYear(), date.getMonth() + months, 1);
export const monthKey = (date) => dayKey(date).slice(0, -3);

/** Returns the first day of the month 'YYYY-MM', or of the current month. */
export function monthOf(text) {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  return year ? new Date(Number(year), Number(month) - 1, 1) : addMonths(new Date(), 0);
}

/** Returns the weeks of a month from Monday on: lists of seven days. */
export function weeksOf(month) {
  const end = addMonths(month, 1);
  const weeks = [];
  for (let monday = addDays(month, -((month.getDay() + 6) % 7)); monday < end; monday = addDays(monday, 7)) {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => addDays(monday, days)));
  }
  return weeks;
}

/** Returns a unique key of an entry. */
const keyOf = ({ kind, page, id, stage, blockCode, card }) => [kind, page, id, stage, blockCode, card].filter((part) => part !== undefined).join(' ');

/**
 * Returns a server's entry with its days, `first` and `last`. An entry with only one end is on the day of that end;
 * `open` is the missing one: 'from' or 'until'.
 */
export function withDays(entry) {
  const from = entry.from && new Date(entry.from);
  // An end at midnight belongs to the day before.
  const until = entry.until && new Date(Date.parse(entry.until) - 1);
  const [first, last] = [from ?? until, until ?? from].map((date) => addDays(date, 0));
  const open = entry.kind === 'release' || (from && until) ? null : from ? 'until' : 'from';
  return { ...entry, key: keyOf(entry), first, last: last < first ? first : last, open };
}

/** Returns the entries of a day. */
export const entriesOf = (entries, day) => entries.filter(({ first, last }) => first <= day && day <= last);

/**
 * Returns the parts of entries in a week, {entry, column, days, lane, before, after}; those in one lane never overlap.
 */
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
 * Returns the days of a month on which something begins or ends, and today: {day, lines}, each line {entry, isEnd}. The
 * first element, with a null day, has entries running since an earlier month.
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
