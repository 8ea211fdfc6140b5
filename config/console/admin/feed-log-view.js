// The log of a feed: the outcomes of its requests, newest first.
import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { empty, explain } from '../ui/states.js';
import { table } from '../ui/table.js';
import { toast } from '../ui/toast.js';
import { badge } from '../ui/widgets.js';
import { feedPath, feedSentence } from '../page/feeds.js';
import { feedReason } from '../edit/feed-reasons.js';
import { frame, refresher } from './admin-frame.js';
import { apiOfFeed, refreshFeed } from './feed-actions.js';
import '../text/admin-feeds.js';

const INTERVAL = 10_000;
const LIMIT = 50;
const TONES = { updated: 'good', unchanged: '', refused: 'warn', failed: 'bad' };

const place = ({ item, card }) => [item, card].filter((part) => part !== null && part !== '').join(' → ') || t('admin.feeds.whole');

/** The faults of a request, in a disclosure. */
function faults({ faults: known, faultCount }) {
  if (!faultCount) return h('span.admin-faint', number(0));
  return h('details.feed-faults', h('summary', t('admin.feeds.faults', { count: faultCount })),
    h('ul', known.map((fault) => h('li', h('code', place(fault)), ' ', feedReason(fault.reason))),
      faultCount > known.length && h('li.admin-faint', t('admin.feeds.faults.more', { count: faultCount - known.length }))));
}

const COLUMNS = () => [
  { label: t('admin.feeds.log.when'), cell: ({ at }) => h('time', { datetime: at }, dateTime(at, { seconds: true })) },
  { label: t('admin.feeds.log.outcome'), cell: ({ outcome, problem, requestedBy }) => h('div.feed-state',
    badge(t(`admin.feeds.log.${outcome}`), TONES[outcome]), problem && h('span', feedReason(problem)),
    requestedBy && h('span.admin-faint', t('admin.feeds.log.by', { name: requestedBy }))) },
  { label: t('admin.feeds.log.status'), cell: ({ status }) => status ?? h('span.admin-faint', '–') },
  { label: t('admin.feeds.log.cards'), cell: ({ cards }) => (cards === null ? h('span.admin-faint', '–') : number(cards)) },
  { label: t('admin.feeds.log.faults'), cell: faults },
  { label: t('admin.feeds.log.duration'), cell: ({ milliseconds }) => t('admin.feeds.milliseconds', { count: milliseconds }) },
];

const keyOf = ({ at, outcome, milliseconds }) => `${at} ${outcome} ${milliseconds}`;

export async function view({ name }) {
  const tools = [
    link(feedPath(name), { class: 'button' }, icon(can('publisher') ? 'edit' : 'eye'), t('admin.feeds.open')),
    can('publisher') && h('button.button', { onClick: () => refreshFeed(name).then(() => refresh()) }, icon('refresh'),
      t('admin.feeds.refresh')),
  ];
  const { title, element, body } = frame('/manage/feeds', { heading: t('admin.feeds.log.of', { name }), actions: tools });
  const list = table({ label: t('admin.feeds.log'), columns: COLUMNS(), key: keyOf });
  const state = h('p', { role: 'status' });
  const more = h('button.button', { onClick: () => older() }, t('admin.feeds.log.more'));
  const shown = new Map();
  let cursor;

  const load = async (signal, from) => (await get(apiOfFeed(name, '/log'), { limit: LIMIT, cursor: from }, { signal })).data;

  function take(part) {
    for (const entry of part.entries) if (!shown.has(keyOf(entry))) shown.set(keyOf(entry), entry);
    list.update([...shown.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at)));
  }

  async function older() {
    try {
      const part = await load(undefined, cursor);
      cursor = part.next;
      more.hidden = !cursor;
      take(part);
    } catch (problem) {
      toast(explain(problem)[1], { kind: 'bad' });
    }
  }

  const refresh = refresher(body, (signal) => load(signal), (part) => {
    if (cursor === undefined) cursor = part.next;
    more.hidden = !cursor;
    take(part);
    const text = feedSentence(part);
    if (state.textContent !== text) state.textContent = text;
    if (list.element.isConnected) return;
    replace(body, state, shown.size ? [list.element, more] : empty({ icon: 'list', title: t('admin.feeds.log.empty') }));
  });
  refresh();
  const timer = setInterval(() => document.hidden || refresh({ quiet: true }), INTERVAL);
  return { title, element, destroy() {
    clearInterval(timer);
    refresh.stop();
  } };
}
