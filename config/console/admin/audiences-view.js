// The named audiences that sections use.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { empty } from '../ui/states.js';
import { table } from '../ui/table.js';
import { loadAudiences } from '../page/audiences.js';
import { whomOf } from '../edit/audience-sentence.js';
import { frame, refresher, refused } from './admin-frame.js';
import { deleteAudience, editAudience, titleOf, useText } from './audience-forms.js';
import '../text/admin-audiences.js';
import '../text/edit.js';

const PATH = '/manage/audiences';

function uses(audience) {
  if (!audience.uses.length) return h('span.admin-faint', t('admin.audiences.unused'));
  return h('ul.admin-uses', audience.uses.map((use) => h('li',
    link(pagePath(use.page), {}, useText(use)), ' ',
    use.blocks.flatMap((code, place) => [place > 0 && ', ', link(pagePath(use.page, 'blocks', code), {}, code)]),
    use.outdated.length > 0 && h('span.admin-faint', ` ${t('admin.audiences.outdated', {
      sections: use.outdated.join(', ') })}`))));
}

function menu(audience, refresh) {
  return menuButton({ label: t('admin.more', { name: titleOf(audience) }), icon: 'more', items: () => [
    { label: t('admin.audiences.change'), icon: 'users', run: () => editAudience(audience).then(refresh) },
    '-',
    { label: t('admin.audiences.delete'), icon: 'trash', danger: true,
      run: () => deleteAudience(audience).then(refresh) },
  ] });
}

function columns(refresh) {
  return [
    { label: t('admin.audiences.column.name'), cell: (audience) => h('span.admin-person',
      h('span.admin-name', titleOf(audience)), audience.title && h('code', audience.name)) },
    { label: t('admin.audiences.column.whom'), cell: (audience) => whomOf(audience.audience) },
    { label: t('admin.audiences.column.uses'), cell: uses },
    { label: t('admin.actions'), hideLabel: true, className: 'admin-end', cell: (audience) => menu(audience, refresh) },
  ];
}

export async function view() {
  if (!can('publisher')) return refused(PATH, 'publisher');
  const create = () => editAudience(null).then(() => refresh());
  const add = h('button.button.primary', { onClick: create }, icon('plus'), t('admin.audiences.new'));
  const { title, element, body } = frame(PATH, { lead: t('admin.audiences.lead'), actions: [add] });
  const list = table({ label: t('manage.audiences'), columns: columns(() => refresh()), key: (row) => row.name });
  const refresh = refresher(body, (signal) => loadAudiences({ signal }), ({ audiences }) => {
    list.update(audiences);
    replace(body, audiences.length ? list.element : empty({ icon: 'users', title: t('admin.audiences.empty'),
      text: t('admin.audiences.empty.text') }));
  });
  refresh();
  return { title, element, destroy: refresh.stop };
}
