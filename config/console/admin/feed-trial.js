// A live dry run next to the form of a feed: each item of the upstream, with the card made of it.
import { post, put } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { parse, print } from '../core/exact-json.js';
import { feedReason } from '../edit/feed-reasons.js';
import { cardTitle, thumbOf } from '../edit/thumbs.js';
import { segments } from '../edit/values.js';
import { apiOfFeed, outcomeText } from './feed-actions.js';

const FIRST = 5;
const LONGEST = 2000;
// The name that a new feed without one has in a dry run.
const NAMELESS = 'new-feed';

const place = ({ item }) => Number(segments(item ?? '').at(-1) ?? -1);

export class FeedTrial {
  /** `onList(pointer)`: a list of the response was chosen; `onIssues(errors)`: the definition was rejected. */
  constructor({ etag, onList, onIssues, onResult }) {
    Object.assign(this, { etag, onList, onIssues, onResult, shownAll: false, last: null });
    this.again = h('button.button.small', { disabled: true, onClick: () => this.run(this.definition, { again: true }) },
      icon('refresh', { size: 16 }), t('admin.trial.again'));
    this.says = h('p.feed-trial-says', { role: 'status' });
    this.body = h('div.feed-trial-body');
    this.element = h('section.admin-card.feed-trial', { 'aria-label': t('admin.trial') },
      h('div.feed-trial-head', h('h2', t('admin.trial')), this.again), this.says, this.body);
    this.say(t('admin.trial.hint'));
  }

  say(text) {
    if (this.says.textContent !== text) this.says.textContent = text;
  }

  /** Resets the dry run while the definition is incomplete. */
  rest() {
    this.stop();
    this.last = null;
    this.again.disabled = true;
    this.element.setAttribute('aria-busy', 'false');
    this.say(t('admin.trial.hint'));
  }

  /** Runs a definition, unless its result is already shown. */
  async run(definition, { again = false } = {}) {
    this.definition = definition;
    const body = print({ ...definition, name: definition.name || NAMELESS });
    if (body === this.last && !again) return;
    this.stop();
    this.last = body;
    const mine = new AbortController();
    this.present = mine;
    this.again.disabled = false;
    this.element.setAttribute('aria-busy', 'true');
    this.say(t('admin.trial.running'));
    const options = { query: { dryRun: true }, signal: mine.signal };
    try {
      const { text } = await (this.etag ? put(apiOfFeed(definition.name), body, { ...options, ifMatch: this.etag })
        : post('/api/feeds', body, options));
      if (!mine.signal.aborted) this.show(parse(text).data);
    } catch (problem) {
      if (!mine.signal.aborted) this.fail(problem);
    } finally {
      if (this.present === mine) this.element.setAttribute('aria-busy', 'false');
    }
  }

  fail(problem) {
    replace(this.body);
    if (problem.status === 422) {
      this.say(t('admin.trial.issues'));
      this.onIssues(problem.errors);
      return;
    }
    this.last = null;
    this.say(problem.status === 412 ? t('admin.trial.changed') : explain(problem)[1]);
  }

  show(result) {
    this.onIssues([]);
    this.onResult(result);
    const isReached = result.outcome !== 'failed';
    this.say([isReached ? t('admin.trial.came', { count: result.milliseconds, status: result.status ?? '–' }) : t('admin.trial.unreached'),
      result.items === null && isReached ? '' : outcomeText(result)].filter(Boolean).join(' '));
    const rows = [...result.cards, ...result.faults].sort((a, b) => place(a) - place(b));
    this.drawRows(result, rows);
  }

  drawRows(result, rows) {
    const shown = this.shownAll ? rows : rows.slice(0, FIRST);
    const more = rows.length > shown.length && h('button.button.small', { onClick: () => {
      this.shownAll = true;
      this.drawRows(result, rows);
      this.body.querySelectorAll('.feed-trial-row')[FIRST]?.querySelector('.feed-json')?.focus();
    } }, t('admin.trial.more', { count: rows.length - shown.length }));
    const unseen = result.faultCount - result.faults.length;
    replace(this.body, this.lists(result), shown.length > 0 && h('ol.feed-trial-rows', shown.map((row) => this.row(row))), more,
      unseen > 0 && h('p.admin-faint', t('admin.feeds.faults.more', { count: unseen })));
  }

  /** The lists of the response to choose from, if the definition does not name one that exists. */
  lists({ items, lists }) {
    if (items !== null || !lists.length) return null;
    return h('div.feed-lists', h('p', t('admin.trial.lists')), lists.map((pointer) => h('button.button.small', {
      onClick: () => this.onList(pointer) }, pointer || t('admin.feeds.whole'))));
  }

  row(row) {
    const number = place(row);
    const name = number < 0 ? t('admin.feeds.whole') : t('admin.trial.item', { n: number + 1 });
    const isCard = 'card' in row && !('reason' in row);
    return h('li.feed-trial-row', { class: isCard ? '' : 'faulty' },
      h('div.feed-trial-side', h('h3', name), row.upstream !== null && json(row.upstream)),
      h('span.feed-trial-arrow', { 'aria-hidden': 'true' }, icon('chevron-right')),
      isCard ? card(row.card, number) : fault(row));
  }

  stop() {
    this.present?.abort();
  }
}

const json = (value) => {
  const text = print(value, 2);
  return h('pre.feed-json', { tabIndex: 0 }, text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
};

function card(value, number) {
  return h('div.feed-trial-side', h('div.feed-trial-card', thumbOf(value), h('h3', cardTitle(value, number))), json(value));
}

function fault({ card: position, reason }) {
  return h('div.feed-trial-side', h('p.feed-fault', icon('warning', { size: 16 }),
    h('span', position && [h('code', position), ': '], feedReason(reason))));
}
