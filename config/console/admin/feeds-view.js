// The feeds: the state of their requests, the sections that use them, and actions.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { href, link, navigate } from '../core/router.js';
import { can } from '../core/session.js';
import { dateTime, relative } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { empty } from '../ui/states.js';
import { table } from '../ui/table.js';
import { badge } from '../ui/widgets.js';
import { feedDetail, feedPath, readFeeds } from '../page/feeds.js';
import { layouts } from '../page/layouts.js';
import { typeTitle } from '../page/names.js';
import { feedReason } from '../edit/feed-reasons.js';
import { frame, refresher } from './admin-frame.js';
import { deleteFeed, refreshFeed, useList } from './feed-actions.js';
import '../text/admin-feeds.js';

const PATH = '/manage/feeds';
const INTERVAL = 5000;
const TONES = { ok: 'good', pending: '', failing: 'warn', expired: 'bad' };
const ICONS = { ok: 'check', pending: 'clock', failing: 'warning', expired: 'warning' };

/** A feed's row. Its elements are reused, so that an open menu or the focus in it survives a refresh. */
class FeedRow {
  constructor(feed, types, reload) {
    Object.assign(this, { types, reload, key: feed.name });
    this.name = h('div.feed-name');
    this.state = h('div.feed-state');
    this.uses = h('div');
    this.menu = menuButton({ label: t('admin.more', { name: feed.name }), icon: 'more', items: () => this.items() });
    this.update(feed);
  }

  update(feed) {
    const was = this.feed;
    this.feed = feed;
    if (was?.info.etag !== feed.info.etag) this.drawName();
    this.drawState();
    const uses = JSON.stringify(feed.uses);
    if (uses !== this.shownUses) replace(this.uses, useList(feed.uses));
    this.shownUses = uses;
  }

  drawName() {
    const { name, showType } = this.feed;
    replace(this.name, link(feedPath(name), { class: 'admin-link' }, name),
      h('span.admin-slug', typeTitle(this.types.get(showType) ?? { showType })));
  }

  drawState() {
    const { state } = this.feed;
    const lines = [badge(t(`feeds.status.${state.status}`), TONES[state.status], ICONS[state.status]),
      h('span', feedDetail(this.feed)),
      state.problem ? h('span.feed-problem', feedReason(state.problem)) : state.confirmedAt && h('span.admin-faint',
        t(state.listedAt === state.confirmedAt ? 'admin.feeds.last.new' : 'admin.feeds.last.same')),
      h('span.admin-faint', { title: dateTime(state.dueAt, { seconds: true }) }, t('admin.feeds.next', {
        at: Date.parse(state.dueAt) <= Date.now() ? t('admin.feeds.soon') : relative(state.dueAt) }))];
    const text = lines.map((one) => one?.textContent).join('\n');
    if (text !== this.shownState) replace(this.state, lines);
    this.shownState = text;
  }

  items() {
    const { feed } = this;
    const open = (label, name, path) => ({ label, icon: name, href: href(path), run: () => navigate(path) });
    if (!can('publisher')) {
      return [open(t('admin.feeds.open'), 'eye', feedPath(feed.name)), open(t('admin.feeds.log'), 'list', feedPath(feed.name, 'log'))];
    }
    return [
      { label: t('admin.feeds.refresh'), icon: 'refresh', run: () => refreshFeed(feed.name).then(this.reload) },
      open(t('admin.feeds.edit'), 'edit', feedPath(feed.name)),
      open(t('admin.feeds.log'), 'list', feedPath(feed.name, 'log')),
      '-',
      { label: t('admin.feeds.delete'), icon: 'trash', danger: true, run: () => deleteFeed(feed).then(this.reload) },
    ];
  }
}

const COLUMNS = () => [
  { label: t('admin.feeds.column.name'), cell: (row) => row.name },
  { label: t('admin.feeds.column.state'), cell: (row) => row.state },
  { label: t('admin.feeds.column.uses'), cell: (row) => row.uses },
  { label: t('admin.actions'), hideLabel: true, className: 'admin-end', cell: (row) => row.menu },
];

export async function view() {
  const add = can('publisher') && link('/manage/new-feed', { class: 'button primary' }, icon('plus'), t('admin.feeds.new'));
  const { title, element, body } = frame(PATH, { lead: t('admin.feeds.lead'), actions: [add] });
  const list = table({ label: t('manage.feeds'), columns: COLUMNS(), key: (row) => row.key });
  const rows = new Map();
  const load = async (signal) => (await Promise.all([readFeeds({ uses: true, signal }), layouts()]));
  const refresh = refresher(body, load, ([feeds, types]) => {
    for (const feed of feeds) {
      if (rows.has(feed.name)) rows.get(feed.name).update(feed);
      else rows.set(feed.name, new FeedRow(feed, types, () => refresh()));
    }
    list.update(feeds.map(({ name }) => rows.get(name)));
    const shown = feeds.length ? list.element : body.querySelector('.state.empty') ?? empty({ icon: 'feed',
      title: t('admin.feeds.empty'), text: t('admin.feeds.empty.text') });
    if (body.firstChild !== shown) replace(body, shown);
  });
  refresh();
  const timer = setInterval(() => document.hidden || refresh({ quiet: true }), INTERVAL);
  return { title, element, destroy() {
    clearInterval(timer);
    refresh.stop();
  } };
}
