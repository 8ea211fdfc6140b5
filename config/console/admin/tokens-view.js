import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { can } from '../core/session.js';
import { dateTime, relative } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { empty } from '../ui/states.js';
import { table } from '../ui/table.js';
import { badge, toggle } from '../ui/widgets.js';
import { frame, refresher, refused } from './admin-frame.js';
import { rightsText } from './rights.js';
import { createToken, revokeToken } from './token-forms.js';
import '../text/admin-access.js';

const PATH = '/manage/tokens';
const SOON = 7 * 86400_000;
// The server's name for the token that its first start creates.
const FIRST = 'first start';

const left = (token) => (token.expiresAt ? new Date(token.expiresAt) - Date.now() : Infinity);
const isGood = (token) => !token.revokedAt && left(token) > 0;

function when(iso, never) {
  return iso ? h('span', { title: dateTime(iso) }, relative(iso)) : h('span.admin-faint', never);
}

function state(token) {
  if (token.revokedAt) return badge(t('admin.tokens.revoked'), 'bad');
  if (left(token) <= 0) return badge(t('admin.tokens.expired'), 'bad');
  return left(token) < SOON && badge(t('admin.tokens.soon'), 'warn', 'clock');
}

function columns(refresh) {
  return [
    { label: t('admin.tokens.column.name'), cell: (token) => h('span.admin-person',
      h('span.admin-name', token.name), state(token)) },
    { label: t('admin.role'), cell: rightsText },
    { label: t('admin.tokens.column.used'),
      cell: (token) => when(token.lastUsedAt, t('admin.never')) },
    { label: t('admin.tokens.column.expires'),
      cell: (token) => when(token.expiresAt, t('admin.token.expires.never')) },
    { label: t('admin.tokens.column.created'), cell: (token) => h('span', {
      title: dateTime(token.createdAt) }, t('admin.operators.by', {
      time: relative(token.createdAt), name: token.createdBy })) },
    { label: t('admin.actions'), hideLabel: true, className: 'admin-end',
      cell: (token) => isGood(token) && h('button.button.small', {
        'aria-label': t('admin.tokens.revoke.of', { name: token.name }),
        onClick: () => revokeToken(token).then(refresh) }, t('admin.tokens.revoke')) },
  ];
}

export async function view() {
  if (!can('admin')) return refused(PATH, 'admin');
  const create = () => createToken().then(() => refresh());
  const add = h('button.button.primary', { onClick: create }, icon('plus'), t('admin.tokens.new'));
  const { title, element, body } = frame(PATH, { lead: t('admin.tokens.lead'), actions: [add] });
  const refresh = refresher(body, async (signal) => (
    await get('/api/tokens', null, { signal })).data, show);
  const list = table({ label: t('manage.tokens'), columns: columns(() => refresh()) });
  const old = h('div.admin-old');
  const first = h('p.admin-warning', icon('warning', { size: 16 }), h('span', t('admin.tokens.first')));
  let withOld = false;
  let all = [];

  function show(tokens) {
    all = [...tokens].reverse();
    draw();
  }

  function draw() {
    const good = all.filter(isGood);
    const rest = all.filter((token) => !isGood(token));
    const rows = withOld ? [...good, ...rest] : good;
    list.update(rows);
    const label = t('admin.tokens.showRevoked', { count: rest.length });
    if (old.dataset.label !== label) {
      old.dataset.label = label;
      replace(old, rest.length > 0 && toggle({ label, checked: withOld,
        onChange: (on) => { withOld = on; draw(); } }));
    }
    // The token of the first start was printed by that start.
    const hasFirst = good.some((token) => token.name === FIRST && token.role === 'admin');
    const shown = rows.length ? h('div', hasFirst && first, list.element) : empty({ icon: 'key', title: t('admin.tokens.empty'),
      text: t('admin.tokens.empty.text') });
    // Moving the switch would lose the focus: it is only inserted if it is missing.
    if (old.parentNode !== body) replace(body, shown, old);
    else if (!body.firstChild.isEqualNode(shown)) body.firstChild.replaceWith(shown);
  }

  refresh();
  return { title, element, destroy: refresh.stop };
}
