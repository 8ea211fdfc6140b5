// The revisions of a page, newest first, loaded in pages and kept up to date.
import { get } from '../core/api.js';
import { apiPath } from '../core/paths.js';

const PART = 30;

export class Revisions {
  rows = [];
  next = null;

  /** `block`: the code of the section whose revisions are listed; null for all. */
  constructor(slug, { all = false, block = null } = {}) {
    Object.assign(this, { slug, all, block });
  }

  async #read(cursor) {
    const { data } = await get(apiPath(this.slug, 'revisions'),
      { limit: PART, cursor, released: this.all ? null : 'true', block: this.block });
    return data;
  }

  async load() {
    const { revisions, next } = await this.#read(null);
    this.rows = revisions;
    this.next = next;
  }

  async more() {
    const cursor = this.next;
    const { revisions, next } = await this.#read(cursor);
    if (this.next !== cursor) return;
    const known = new Set(this.rows.map((row) => row.number));
    this.rows = [...this.rows, ...revisions.filter((row) => !known.has(row.number))];
    this.next = next;
  }

  /** Loads new revisions. Returns their number. */
  async refresh() {
    const { revisions, next } = await this.#read(null);
    const known = new Set(this.rows.map((row) => row.number));
    const added = revisions.filter((row) => !known.has(row.number)).length;
    const last = revisions.at(-1)?.number ?? 0;
    // If the new page does not reach the known revisions, drops those: the next page continues after the new ones.
    const old = added === revisions.length ? [] : this.rows.filter((row) => row.number < last)
      .map((row) => ({ ...row, live: row.live && !revisions.some((other) => other.live), draft: row.draft
        && !revisions.some((other) => other.draft) }));
    if (!old.length) this.next = next;
    this.rows = [...revisions, ...old];
    return added;
  }
}

/** Returns the row of one revision, or null. Uses a page whose cursor is the next number. */
export async function summaryOf(slug, number) {
  const { data } = await get(apiPath(slug, 'revisions'), { limit: 1, cursor: String(number + 1) });
  return data.revisions.find((row) => row.number === number) ?? null;
}

/** Groups rows by the day of their creation in the browser's zone: [[key, rows]]. */
export function byDay(rows) {
  const days = new Map();
  for (const row of rows) {
    const date = new Date(row.createdAt);
    const key = `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
    if (!days.has(key)) days.set(key, []);
    days.get(key).push(row);
  }
  return [...days];
}
