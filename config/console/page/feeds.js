// The feeds that fill sections, the state of their requests, and texts for it.
import { get } from '../core/api.js';
import { number, t } from '../core/i18n.js';
import { relative } from '../core/time.js';
import { parse } from '../core/exact-json.js';
import '../text/feeds.js';

const INTERVAL = 10_000;
const TONES = { ok: '', pending: '', failing: 'warn', expired: 'bad' };

/** Returns all feeds with their states; with `uses`, also the sections that use each. */
export async function readFeeds({ uses = false, signal } = {}) {
  return parse((await get('/api/feeds', uses ? { uses } : null, { signal })).text).data;
}

export const feedPath = (name, ...more) => ['/manage/feeds', ...[name, ...more].map(encodeURIComponent)].join('/');

/** Describes the state of a feed in a sentence. */
export const feedSentence = (feed) => t('feeds.says', { status: t(`feeds.status.${feed.state.status}`), detail: feedDetail(feed) });

/** Describes the details of a feed's state. */
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

/** Polls the feeds while there are listeners and the tab is visible. */
class FollowedFeeds {
  #listeners = new Set();
  #timer = null;
  #feeds = new Map();

  get(name) { return this.#feeds.get(name); }

  /** Calls `fn` whenever the feeds were read. Returns a function that removes the listener. */
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
      // Keeps the last known states until the next poll.
      return;
    }
    for (const fn of [...this.#listeners]) fn();
  }
}

export const followedFeeds = new FollowedFeeds();
