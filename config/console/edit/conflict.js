// A dialog for a section that another operator changed in the meantime: mine and theirs side by side.
import { h, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { badge } from '../ui/widgets.js';
import { collisions, combined } from './collisions.js';
import { bareResource } from './editor-model.js';
import { pathLabel, valueText } from './field-paths.js';

/** Resolves with {choice: 'theirs' or 'combined', value}, or null to continue editing. */
export async function askAboutBlock({ model, layout, current, changedBy, changedAt }) {
  const theirs = bareResource(current);
  const rows = collisions(model.saved, model.value, theirs)
    .map((row) => ({ ...row, chosen: row.side === 'theirs' ? 'theirs' : 'mine' }));
  const radios = [];
  const list = h('div.edit-conflict', { role: 'list' }, rows.map((row) => conflictRow(row, model, layout, radios)));
  const all = (side) => h('button.button.small', { onClick: () => {
    rows.forEach((row) => { row.chosen = side; });
    radios.forEach((radio) => { radio.checked = radio.value === side; });
  } }, t(`edit.conflict.all.${side}`));
  const intro = t(changedBy ? 'edit.conflict.text' : 'edit.conflict.text.someone', {
    name: changedBy, at: changedAt ? dateTime(changedAt) : '' });
  const handle = dialog({ title: t('edit.conflict.title'), wide: true,
    body: [h('p', intro), rows.length ? h('div.edit-conflict-all', all('mine'), all('theirs')) : h('p', t('edit.conflict.same')), list],
    actions: [
      { label: t('edit.conflict.later'), run: () => null },
      { label: t('edit.conflict.take'), run: () => ({ choice: 'theirs', value: theirs }) },
      { label: t('edit.conflict.save'), kind: 'primary', run: () => ({ choice: 'combined', value: combined(theirs, rows) }) },
    ] });
  return await handle.closed ?? null;
}

function conflictRow(row, model, layout, radios) {
  const name = uid('side');
  const title = pathLabel(row.path, model.value, layout);
  const side = (which) => {
    const input = h('input', { type: 'radio', name, value: which, checked: row.chosen === which,
      onChange: () => { row.chosen = which; } });
    radios.push(input);
    return h('label.edit-conflict-side', input, h('span.edit-conflict-who', t(`edit.conflict.${which}`)),
      h('span.edit-conflict-value', valueText(row[which])));
  };
  return h('div.edit-conflict-row', { role: 'listitem' },
    h('div.edit-conflict-head', h('strong', { id: `${name}-title` }, title), row.side === 'both' && badge(t('edit.conflict.both'), 'warn')),
    h('div.edit-conflict-sides', { role: 'radiogroup', 'aria-labelledby': `${name}-title` }, side('mine'), side('theirs')));
}
