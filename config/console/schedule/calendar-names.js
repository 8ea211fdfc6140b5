// The names of pages, sections and cards in the calendar. Those of sections are loaded after the entries.
import { api } from '../core/api.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { parse } from '../core/exact-json.js';
import { cardId, cardsAt } from '../page/card-identity.js';
import { layouts } from '../page/layouts.js';
import { nameOf } from '../page/names.js';
import { cardTitle } from '../edit/thumbs.js';

// Sections of pages beyond this number are shown by their codes.
const MOST = 40;

export class CalendarNames {
  #titles = new Map();
  #blocks = new Map();
  #types = new Map();
  #fresh = new Set();

  takePages(pages) { this.#titles = new Map(pages.map(({ page, title }) => [page, title || page])); }

  /** Marks the sections of one page, or of all pages, to be loaded again. */
  forget(page) {
    if (page) this.#fresh.delete(page);
    else this.#fresh.clear();
  }

  /** Loads unknown sections of the entries' pages; calls `changed` after each page. */
  async load(entries, changed) {
    const pages = new Set(entries.filter(({ blockCode }) => blockCode).map(({ page }) => page));
    if (!pages.size) return;
    this.#types = await layouts();
    for (const page of [...pages].slice(0, MOST)) {
      if (this.#fresh.has(page)) continue;
      this.#fresh.add(page);
      try {
        const [live, draft] = await Promise.all(['live', 'draft'].map((stage) => blocksOf(page, stage)));
        this.#blocks.set(page, { live, draft });
        changed();
      } catch {
        this.#fresh.delete(page); // Until the next attempt, entries are shown by code.
      }
    }
  }

  pageTitle(page) { return this.#titles.get(page) ?? page ?? t('page.hidden'); }

  #block({ page, stage, blockCode }) {
    const known = this.#blocks.get(page);
    return known?.[stage]?.get(blockCode) ?? known?.live.get(blockCode) ?? known?.draft.get(blockCode);
  }

  /** Returns the title of an entry, without its page. */
  title(entry) {
    if (entry.kind === 'release') return entry.message ? t('calendar.release.message', { message: entry.message }) : t('calendar.release');
    if (entry.kind === 'takeover') return t('calendar.takeover', { page: this.pageTitle(entry.shows) });
    const block = this.#block(entry);
    const type = this.#types.get(block?.showType);
    const name = block ? nameOf(block, type) || entry.blockCode : entry.blockCode;
    if (entry.kind === 'section') return t('calendar.section', { name });
    const cards = cardsAt(block?.content, type?.items);
    const place = cards.findIndex((card) => cardId(card, type?.itemId) === entry.card);
    return t('calendar.card', { card: place < 0 ? entry.card : cardTitle(cards[place], place), name });
  }

  /** Returns the title and, for an entry with one end, whether it begins or ends. */
  label(entry) {
    const title = this.title(entry);
    if (!entry.open) return title;
    return t(entry.open === 'until' ? 'calendar.begins' : 'calendar.ends', { title });
  }
}

async function blocksOf(page, stage) {
  const { text } = await api('GET', apiPath(page, stage, 'blocks'), { raw: true });
  return new Map(parse(text).data.map((block) => [block.blockCode, block]));
}
