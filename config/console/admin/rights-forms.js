// The dialogs that change rights, and the fields that other dialogs have for them.

import { get, patch, post, del } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { nameIssue } from '../page/name-fields.js';
import { PAGE_ROLES, roleChoice, roleName } from './roles.js';
import '../text/admin-access.js';
import '../text/admin-rights.js';

const PATTERN = /^[a-z0-9-]{1,64}\*?$/;

/** Loads what the fields choose from: {pages, groups}. */
export async function choices() {
  const [pages, groups] = await Promise.all([get('/api/pages'), get('/api/groups')]);
  return { pages: pages.data, groups: groups.data };
}

// One line: a page or a pattern, and the role.
function line(pages, [name, role], changed) {
  const id = `rights-${Math.random().toString(36).slice(2)}`;
  const page = h('input', { type: 'text', value: name, 'aria-label': t('rights.page'), spellcheck: 'false', autocomplete: 'off' });
  page.setAttribute('list', id);
  const choice = h('select', { 'aria-label': t('rights.role') }, PAGE_ROLES.map((one) => h('option', { value: one, selected: one === role },
    roleName(one))));
  const error = h('p.field-error', { role: 'alert', hidden: true });
  const element = h('div.rights-line', page, h('datalist', { id }, pages.map((one) => h('option', { value: one.page }, one.title))), choice,
    h('button.icon-button', { 'aria-label': t('rights.remove'), title: t('rights.remove'), onClick: () => {
      element.remove();
      changed(element);
    } }, icon('close', { size: 16 })), error);
  return { element, get entry() { return [page.value.trim(), choice.value]; },
    setError(text) {
      error.textContent = text ?? '';
      error.hidden = !text;
      if (text) page.setAttribute('aria-invalid', 'true');
      else page.removeAttribute('aria-invalid');
    }, input: page };
}

/** Fields for roles on single pages. `value` is {name: role}; null if an entry is invalid, which is then marked. */
export function pageRoles(pages, value = {}) {
  let lines = [];
  const rows = h('div.rights-lines');
  const add = (entry) => {
    const made = line(pages, entry, (gone) => { lines = lines.filter(({ element }) => element !== gone); });
    lines.push(made);
    rows.append(made.element);
    return made;
  };
  Object.entries(value).forEach(add);
  const more = h('button.button.small', { onClick: () => add(['', 'editor']).input.focus() }, icon('plus', { size: 16 }), t('rights.add'));
  const element = h('fieldset.rights-pages', h('legend.field-label', t('rights.pages')), rows, more, h('p.field-hint', t('rights.pages.hint')));
  function issueOf(name, place) {
    if (!PATTERN.test(name)) return t('rights.page.invalid');
    if (lines.findIndex((one) => one.entry[0] === name) !== place) return t('rights.page.twice');
    return name.endsWith('*') || pages.some(({ page }) => page === name) || name in value ? null : t('rights.page.unknown');
  }
  return { element, get value() {
    const issues = lines.map((one, place) => issueOf(one.entry[0], place));
    lines.forEach((one, place) => one.setError(issues[place]));
    if (!issues.some(Boolean)) return Object.fromEntries(lines.map((one) => one.entry));
    lines[issues.findIndex(Boolean)].input.focus();
    return null;
  } };
}

/** A choice of groups. */
export function groupChoice(groups, value = []) {
  const inputs = groups.map((group) => h('input', { type: 'checkbox', value: group.id, checked: value.some(({ id }) => id === group.id) }));
  const element = groups.length > 0 && h('fieldset.rights-groups', h('legend.field-label', t('rights.groups')),
    groups.map((group, place) => h('label.rights-group', inputs[place], h('span', group.name))));
  return { element, get value() { return inputs.filter((input) => input.checked).map((input) => input.value); } };
}

// What a merge patch has to contain to make the old roles the new ones.
function difference(old, now) {
  const removed = Object.keys(old).filter((name) => !(name in now)).map((name) => [name, null]);
  return Object.fromEntries([...removed, ...Object.entries(now).filter(([name, role]) => old[name] !== role)]);
}

/** Changes the rights of an operator. Resolves when the dialog is closed. */
export async function changeRights(operator) {
  const { pages, groups } = await choices();
  const role = roleChoice(operator.role, { withNone: true });
  const some = pageRoles(pages, operator.pages);
  const member = groupChoice(groups, operator.groups);
  const { name } = operator;
  const handle = dialog({ title: t('rights.of', { name }), wide: true,
    body: [role.element, some.element, member.element, h('p.admin-note', t('admin.operator.role.note', { name }))], actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('rights.save'), kind: 'primary', run: async () => {
        const now = some.value;
        if (!now) return false;
        await patch(`/api/operators/${operator.id}`, { role: role.value, pages: difference(operator.pages, now), groups: member.value });
        return true;
      } },
    ] });
  if (await handle.closed) toast(t('rights.changed', { name }), { kind: 'good' });
}

/** Creates a group, or changes one. */
export async function editGroup(group = null) {
  const { pages } = await choices();
  const name = field({ label: t('rights.group.name'), hint: t('rights.group.name.hint'),
    input: h('input', { type: 'text', value: group?.name ?? '', autocomplete: 'off' }), required: true });
  const role = roleChoice(group?.role ?? 'none', { withNone: true });
  const some = pageRoles(pages, group?.pages);
  const handle = dialog({ title: group ? t('rights.of', { name: group.name }) : t('rights.group.new'), wide: true,
    body: [name.element, role.element, some.element], actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t(group ? 'rights.save' : 'rights.group.create'), kind: 'primary', run: async () => {
        if (!showIssues([[name, nameIssue(name.input.value)]])) return false;
        const now = some.value;
        if (!now) return false;
        const body = { name: name.input.value.trim(), role: role.value, pages: group ? difference(group.pages, now) : now };
        try {
          await (group ? patch(`/api/groups/${group.id}`, body) : post('/api/groups', body));
        } catch (problem) {
          if (problem.status !== 409 || body.name === group?.name) throw problem;
          showIssues([[name, t('rights.group.taken')]]);
          return false;
        }
        return true;
      } },
    ] });
  if (await handle.closed) toast(t('rights.changed', { name: name.input.value.trim() }), { kind: 'good' });
}

export async function deleteGroup(group, count) {
  const { name } = group;
  const text = h('p', t('rights.group.delete.text', { name, count }));
  const handle = dialog({ title: t('rights.group.delete.title', { name }), body: text, actions: [
    { label: t('cancel'), run: (own) => own.close() },
    { label: t('rights.group.delete'), kind: 'danger', run: async () => {
      await del(`/api/groups/${group.id}`);
      return true;
    } },
  ] });
  if (await handle.closed) toast(t('rights.group.deleted', { name }), { kind: 'good' });
}

/** Sets the role of an operator or a group in one column; null removes the entry. */
export async function setRole(holder, column, role) {
  const kind = holder.groups ? 'operators' : 'groups';
  await patch(`/api/${kind}/${holder.id}`, column === null ? { role } : { pages: { [column]: role } });
}
