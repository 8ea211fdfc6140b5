import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { navigate } from '../core/router.js';
import { can, session } from '../core/session.js';
import { dateTime, relative } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { table } from '../ui/table.js';
import { avatar, badge, toggle } from '../ui/widgets.js';
import { frame, refresher, refused } from './admin-frame.js';
import { addOperator, removeOperator, resetPassword } from './operator-forms.js';
import { rightsText } from './rights.js';
import { changeRights } from './rights-forms.js';
import { roleHelp } from './roles.js';
import '../text/admin-access.js';

const PATH = '/manage/operators';

const isSelf = (operator) => operator.id === session.operator?.id;

function menu(operator, refresh) {
  const own = isSelf(operator);
  const hint = own ? t('admin.operators.own') : null;
  return menuButton({ label: t('admin.more', { name: operator.name }), icon: 'more', items: () => [
    { label: t('rights.change'), icon: 'users', run: () => changeRights(operator).then(refresh) },
    own ? { label: t('admin.operators.password.own'), icon: 'key',
      run: () => navigate('/manage/account') }
      : { label: t('admin.operators.password'), icon: 'key',
        run: () => resetPassword(operator).then(refresh) },
    '-',
    { label: t('admin.operators.remove'), icon: 'trash', danger: true, disabled: own, hint,
      run: () => removeOperator(operator).then(refresh) },
  ] });
}

function columns(refresh) {
  return [
    { label: t('admin.operators.column.name'), cell: (operator) => h('span.admin-person',
      avatar(operator.name), h('span.admin-name', operator.name),
      isSelf(operator) && badge(t('admin.operators.you'), 'accent'),
      operator.revokedAt && badge(t('admin.operators.removed'), 'bad')) },
    { label: t('admin.role'), cell: rightsText },
    { label: t('admin.operators.column.added'), cell: (operator) => h('span', {
      title: dateTime(operator.createdAt) }, t('admin.operators.by', {
      time: relative(operator.createdAt), name: operator.createdBy })) },
    { label: t('admin.actions'), hideLabel: true, className: 'admin-end',
      cell: (operator) => !operator.revokedAt && menu(operator, refresh) },
  ];
}

export async function view() {
  if (!can('admin')) return refused(PATH, 'admin');
  const add = h('button.button.primary', { onClick: () => addOperator().then(refresh) },
    icon('plus'), t('admin.operators.new'));
  const { title, element, body } = frame(PATH, { lead: t('admin.operators.lead'), actions: [add] });
  const refresh = refresher(body, async (signal) => (
    await get('/api/operators', null, { signal })).data, show);
  const list = table({ label: t('manage.operators'), columns: columns(() => refresh()) });
  const old = h('div.admin-old');
  let withRemoved = false;
  let all = [];

  function show(operators) {
    all = operators;
    const active = all.filter((one) => !one.revokedAt);
    const removed = all.filter((one) => one.revokedAt);
    list.update(withRemoved ? [...active, ...removed] : active);
    const label = t('admin.operators.showRemoved', { count: removed.length });
    if (old.dataset.label !== label) {
      old.dataset.label = label;
      replace(old, removed.length > 0 && toggle({ label, checked: withRemoved,
        onChange: (on) => { withRemoved = on; show(all); } }));
    }
    if (!list.element.isConnected) replace(body, list.element, old, roleHelp());
  }

  refresh();
  return { title, element, destroy: refresh.stop };
}
