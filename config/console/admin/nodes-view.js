import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { can } from '../core/session.js';
import { dateTime, relative } from '../core/time.js';
import { empty } from '../ui/states.js';
import { table } from '../ui/table.js';
import { badge } from '../ui/widgets.js';
import { frame, refresher, refused } from './admin-frame.js';
import '../text/admin-nodes.js';

const PATH = '/manage/nodes';
const INTERVAL = 5000;
const SHOWN_DIGITS = 12;

/** The layouts of the node that started last, which the others should have, too. */
const newest = (nodes) => nodes.reduce((last, node) => (
  node.startedAt > last.startedAt ? node : last)).layouts;

function time(iso) {
  return h('span', { title: dateTime(iso) }, relative(iso));
}

function state(node) {
  if (!node.isCurrent) return badge(t('admin.nodes.silent'), 'bad', 'warning');
  return node.differs && badge(t('admin.nodes.layouts.other'), 'warn', 'warning');
}

function columns() {
  return [
    { label: t('admin.nodes.name'), cell: (node) => h('span.admin-person',
      h('span.admin-name', node.name), state(node)) },
    { label: t('admin.nodes.version'), cell: (node) => node.version },
    { label: t('admin.nodes.layouts'), cell: (node) => h('code', { title: node.layouts },
      node.layouts.slice(0, SHOWN_DIGITS)) },
    { label: t('admin.nodes.behind'), cell: (node) => t('admin.nodes.lines', {
      count: node.linesBehind }) },
    { label: t('admin.nodes.seen'), cell: (node) => time(node.seenAt) },
    { label: t('admin.nodes.started'), cell: (node) => time(node.startedAt) },
  ];
}

export async function view() {
  if (!can('admin')) return refused(PATH, 'admin');
  const { title, element, body } = frame(PATH, { lead: t('admin.nodes.lead') });
  const list = table({ label: t('manage.nodes'), columns: columns() });
  const refresh = refresher(body, async (signal) => (
    await get('/api/nodes', null, { signal })).data, show);

  function show(nodes) {
    list.update(nodes.map((node) => ({ ...node, differs: node.layouts !== newest(nodes) })));
    const shown = nodes.length ? list.element : empty({ icon: 'home', title: t('admin.nodes.none'),
      text: t('admin.nodes.none.text') });
    if (body.firstChild !== shown) replace(body, shown);
  }

  refresh();
  const timer = setInterval(refresh, INTERVAL);
  return { title, element, destroy: () => {
    clearInterval(timer);
    refresh.stop();
  } };
}
