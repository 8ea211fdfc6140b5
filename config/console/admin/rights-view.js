import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { mayLeave, navigate } from '../core/router.js';
import { can, session } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton, openMenu } from '../ui/menu.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { avatar, badge } from '../ui/widgets.js';
import { mayEndSession } from '../page/queue.js';
import { frame, refresher, refused } from './admin-frame.js';
import { columnsOf, effective, roleIn } from './rights.js';
import { changeRights, deleteGroup, editGroup, setRole } from './rights-forms.js';
import { PAGE_ROLES, roleHelp, roleName } from './roles.js';
import '../text/admin-access.js';
import '../text/admin-rights.js';

const PATH = '/manage/rights';
const ALL = null;

const isGroup = (holder) => !holder.groups;
const isSelf = (holder) => holder.id === session.operator?.id;

async function look(operator) {
  if (!await mayLeave() || !await mayEndSession(t('rights.look', { name: operator.name }))) return;
  session.look(effective(operator));
  navigate('/');
}

class Rights {
  constructor(body, refresh) {
    Object.assign(this, { body, refresh });
  }

  show({ pages, operators, groups }) {
    const people = operators.filter((one) => !one.revokedAt);
    const titles = new Map(pages.map(({ page, title }) => [page, title]));
    const columns = [ALL, ...columnsOf(pages, [...people, ...groups])];
    const label = (column) => (column === ALL ? t('rights.all') : titles.get(column) ?? column);
    const head = h('tr', h('th', { scope: 'col' }, t('rights.who')), columns.map((column) => h('th', { scope: 'col', title: column },
      label(column))));
    const row = (holder) => h('tr', h('th', { scope: 'row' }, this.name(holder, people)),
      columns.map((column) => h('td', { dataset: { label: label(column) } }, this.cell(holder, column, label(column)))));
    const focused = this.body.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    replace(this.body, h('div.table-frame.rights-frame', { tabIndex: 0, role: 'region', 'aria-label': t('rights.table') },
      h('table.table.rights-table', { 'aria-label': t('rights.table') }, h('thead', head),
        h('tbody', people.map(row)), h('tbody', groups.map(row)))),
    h('p.admin-note', t('rights.legend')), roleHelp());
    if (focused) [...this.body.querySelectorAll('.rights-cell')].find(({ dataset }) => dataset.key === focused)?.focus();
  }

  name(holder, people) {
    const { name } = holder;
    const members = people.filter((one) => one.groups.some(({ id }) => id === holder.id));
    return h('span.admin-person', isGroup(holder) ? icon('users') : avatar(name), h('span.admin-name', name),
      isSelf(holder) && badge(t('admin.operators.you'), 'accent'),
      isGroup(holder) ? badge(t('rights.members', { count: members.length })) : holder.groups.map((group) => badge(group.name)),
      menuButton({ label: t('admin.more', { name }), icon: 'more', items: () => (isGroup(holder)
        ? [{ label: t('rights.change'), icon: 'edit', run: () => editGroup(holder).then(this.refresh) },
          { label: t('rights.group.delete'), icon: 'trash', danger: true, run: () => deleteGroup(holder, members.length).then(this.refresh) }]
        : [{ label: t('rights.change'), icon: 'edit', run: () => changeRights(holder).then(this.refresh) },
          { label: t('rights.look', { name }), icon: 'eye', disabled: isSelf(holder), run: () => look(holder) }]) }));
  }

  cell(holder, column, label) {
    const own = column === ALL ? holder.role : holder.pages[column];
    const { role, from } = column === ALL ? { role: effective(holder).role, from: effective(holder).role === holder.role ? 'own' : 'other' }
      : roleIn(column, holder);
    const text = role === 'none' ? '–' : roleName(role);
    const button = h('button.rights-cell', { class: role === 'none' ? 'none' : from, 'aria-haspopup': 'menu', dataset: { key: `${holder.id}/${column ?? ''}` },
      'aria-label': t('rights.cell', { name: holder.name, page: label, role: roleName(role) }) }, text);
    button.addEventListener('click', () => openMenu(button, this.items(holder, column, own ?? null), { label: t('rights.role') }));
    return button;
  }

  items(holder, column, own) {
    const roles = column === ALL ? ['none', ...PAGE_ROLES, 'admin'] : [null, ...PAGE_ROLES];
    return roles.map((role) => ({ label: role === null ? t('rights.noEntry') : roleName(role), checked: own === role,
      run: () => this.set(holder, column, role) }));
  }

  async set(holder, column, role) {
    try {
      await setRole(holder, column, role);
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
    }
    this.refresh();
  }
}

export async function view() {
  if (!can('admin')) return refused(PATH, 'admin');
  const add = h('button.button.primary', { onClick: () => editGroup().then(() => refresh()) }, icon('plus'), t('rights.group.new'));
  const { title, element, body } = frame(PATH, { lead: t('rights.lead'), actions: [add] });
  const load = async (signal) => {
    const paths = ['/api/pages', '/api/operators', '/api/groups'];
    const [pages, operators, groups] = await Promise.all(paths.map((path) => get(path, null, { signal })));
    return { pages: pages.data, operators: operators.data, groups: groups.data };
  };
  const rights = new Rights(body, () => refresh());
  const refresh = refresher(body, load, (data) => rights.show(data));
  refresh();
  return { title, element, destroy: refresh.stop };
}
