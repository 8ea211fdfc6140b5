import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { events } from '../core/events.js';
import { t } from '../core/i18n.js';
import { currentQuery, setQuery } from '../core/router.js';
import { can } from '../core/session.js';
import { day } from '../core/time.js';
import { announce } from '../ui/announcer.js';
import { empty, failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { parse } from '../core/exact-json.js';
import { frame, refused } from './admin-frame.js';
import { auditLine } from './audit-entry.js';
import { NAMES, filters, serverQuery } from './audit-filters.js';
import '../text/audit.js';

const PATH = '/manage/audit';
const LIMIT = 50;

/** The entries that match a query, newest first, fetched on scrolling. */
class AuditList {
  constructor() {
    this.days = h('div.audit-days');
    this.more = h('button.button', { onClick: () => this.next() }, t('audit.more'));
    this.foot = h('div.audit-foot');
    this.element = h('div.audit-list', this.days, this.foot);
    this.pages = new Map();
    this.watch = new IntersectionObserver((seen) => {
      if (seen.some((one) => one.isIntersecting)) this.next();
    }, { rootMargin: '600px' });
  }

  async begin(query) {
    this.present?.abort();
    this.present = new AbortController();
    Object.assign(this, { query, cursor: null, count: 0, busy: false, lastDay: null });
    replace(this.days, loading());
    replace(this.foot);
    await this.next();
  }

  async next() {
    if (this.busy) return;
    const { signal } = this.present;
    this.busy = true;
    try {
      const { text } = await get('/api/audit',
        { ...this.query, limit: LIMIT, cursor: this.cursor }, { signal, raw: true });
      if (!signal.aborted) this.take(parse(text).data);
    } catch (problem) {
      if (signal.aborted) return;
      if (this.count) toast(sentenceOf(problem), { kind: 'bad' });
      else replace(this.days, failure(problem, () => this.begin(this.query)));
    } finally {
      if (!signal.aborted) this.busy = false;
    }
  }

  take({ entries, next }) {
    if (!this.count) replace(this.days);
    for (const entry of entries) this.add(entry);
    this.cursor = next;
    if (!this.count) {
      const isFiltered = Object.values(this.query).some(Boolean);
      replace(this.days, empty({ icon: 'list', title: t(isFiltered ? 'audit.none' : 'audit.empty'),
        text: isFiltered ? t('audit.none.text') : null }));
    }
    this.watch.disconnect();
    replace(this.foot, next ? this.more
      : this.count > 0 && h('p.admin-faint', t('audit.end')));
    if (next) this.watch.observe(this.more);
    announce(t('audit.entries', { count: this.count }));
  }

  add(entry) {
    const label = day(entry.at);
    if (label !== this.lastDay) {
      this.lastDay = label;
      this.lines = h('ol.audit-lines');
      this.days.append(h('section', h('h2.audit-day', label), this.lines));
    }
    this.lines.append(auditLine(entry, this.pages));
    this.count += 1;
  }

  stop() {
    this.present?.abort();
    this.watch.disconnect();
  }
}

// The actors and pages that the filters offer.
async function choices() {
  const [pages, people, tokens] = await Promise.all(
    ['/api/pages', '/api/operators', '/api/tokens'].map(async (path) => (await get(path)).data));
  const actors = [...new Set([...people, ...tokens].map((one) => one.name))];
  return { pages, actors: actors.sort((a, b) => a.localeCompare(b)) };
}

export async function view(_params, query) {
  if (!can('admin')) return refused(PATH, 'admin');
  const { title, element, body } = frame(PATH, { lead: t('audit.lead') });
  const list = new AuditList();
  const newer = h('div.audit-newer', { role: 'status' });
  let known = {};
  const bar = filters((values, { push = true } = {}) => {
    setQuery(values, { push });
    show(currentQuery());
  });
  const only = (given) => Object.fromEntries(NAMES.map((name) => [name, given[name] ?? null]));

  function show(given) {
    bar.draw(only(given), known);
    replace(newer);
    list.begin(serverQuery(only(given)));
  }

  const off = events.on(() => {
    if (newer.firstChild) return;
    replace(newer, h('span', t('audit.newer')), h('button.button.small', {
      onClick: () => show(currentQuery()) }, t('audit.newer.show')));
  });
  replace(body, bar.elements, newer, list.element);
  bar.draw(only(query), known);
  replace(list.days, loading());
  choices().then((found) => {
    known = found;
    list.pages = new Map(found.pages.map((page) => [page.page, page.title]));
  }, () => {
    // Without the choices, the filters offer no names and entries do not link to pages.
  }).finally(() => show(currentQuery()));
  return { title, element, onQuery: show, destroy() { off(); list.stop(); } };
}
