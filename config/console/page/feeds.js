// The feeds that fill sections, how their requests went, and words for it.
import { get } from '../core/api.js';
import { number, t } from '../core/i18n.js';
import { relative } from '../core/time.js';
import { parse } from '../core/exact-json.js';
import '../text/feeds.js';

const INTERVAL = 10_000;
const TONES = { ok: '', pending: '', failing: 'warn', expired: 'bad' };

/** Returns all feeds with their states; with `uses` also the sections that each fills. */
export async function readFeeds({ uses = false, signal } = {}) {
  return parse((await get('/api/feeds', uses ? { uses } : null, { signal })).text).data;
}

export const feedPath = (name, ...more) => ['/manage/feeds', ...[name, ...more].map(encodeURIComponent)].join('/');

/** The state of a feed in a sentence. */
export const feedSentence = (feed) => t('feeds.says', { status: t(`feeds.status.${feed.state.status}`), detail: feedDetail(feed) });

/** What there is to know besides the word for the state. */
export function feedDetail({ state }) {
  const { status, cards, confirmedAt, failures } = state;
  const known = status === 'failing' && cards === null ? 'empty' : status;
  return t(`feeds.says.${known}`, { count: known === 'failing' ? failures : cards ?? 0, cards: number(cards ?? 0),
    age: confirmedAt ? relative(confirmedAt) : '' });
}

/** Badges of a section that a feed fills: the age of its list. */
export function feedBadges(name) {
  const feed = followedFeeds.get(name);
  const of = t('feeds.of', { name });
  if (!feed) return [{ text: t('feeds.badge'), tone: '', sign: 'feed', title: of }];
  const { status, confirmedAt } = feed.state;
  return [{ text: t(`feeds.badge.${status}`, { age: confirmedAt ? relative(confirmedAt) : '' }), tone: TONES[status],
    sign: 'feed', title: `${of} ${feedSentence(feed)}` }];
}

/** Follows the feeds while someone listens and the tab is in sight. */
class FollowedFeeds {
  #listeners = new Set();
  #timer = null;
  #feeds = new Map();

  get(name) { return this.#feeds.get(name); }

  /** Calls `fn` whenever the feeds were read. Returns a function that stops it. */
  on(fn) {
    this.#listeners.add(fn);
    if (this.#timer === null) {
      this.#timer = setInterval(() => document.hidden || this.#read(), INTERVAL);
      this.#read();
    }
    return () => {
      this.#listeners.delete(fn);
      if (this.#listeners.size) return;
      clearInterval(this.#timer);
      this.#timer = null;
    };
  }

  async #read() {
    try {
      this.#feeds = new Map((await readFeeds()).map((feed) => [feed.name, feed]));
    } catch {
      // What is shown stays until the next time.
      return;
    }
    for (const fn of [...this.#listeners]) fn();
  }
}

export const followedFeeds = new FollowedFeeds();
