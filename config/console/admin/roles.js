import { h, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { member } from '../page/merge.js';

// Each role includes the ones before it.
const ROLES = ['viewer', 'editor', 'publisher', 'admin'];
/** The roles that single pages may have. */
export const PAGE_ROLES = ROLES.slice(0, 3);
const NAMES = { none: 'role.none', viewer: 'role.viewer', editor: 'role.editor', publisher: 'role.publisher',
  admin: 'role.admin' };
const MEANINGS = { none: 'admin.role.none.what', viewer: 'admin.role.viewer.what', editor: 'admin.role.editor.what',
  publisher: 'admin.role.publisher.what', admin: 'admin.role.admin.what' };

export const roleName = (role) => t(member(NAMES, role) ?? role);
const roleMeaning = (role) => (Object.hasOwn(MEANINGS, role) ? t(MEANINGS[role]) : '');

/** A choice of the roles, each with its permissions; `withNone` adds the one that permits nothing. */
export function roleChoice(value = 'editor', { withNone = false } = {}) {
  const name = uid('role');
  const roles = withNone ? ['none', ...ROLES] : ROLES;
  const inputs = roles.map((role) => h('input', { type: 'radio', name, value: role,
    checked: role === value }));
  const lines = roles.map((role, index) => {
    const meaning = uid('role-meaning');
    inputs[index].setAttribute('aria-describedby', meaning);
    inputs[index].setAttribute('aria-label', roleName(role));
    return h('label.admin-choice', inputs[index], h('span.admin-choice-text',
      h('strong', roleName(role)), h('span.admin-choice-hint', { id: meaning }, roleMeaning(role))));
  });
  const element = h('fieldset.admin-choices', h('legend.field-label', t(withNone ? 'admin.role.all' : 'admin.role')), lines,
    h('p.field-hint', t('admin.role.includes')));
  return { element, get value() { return inputs.find((input) => input.checked).value; } };
}

/** The permissions that a role adds to those of the roles before it. */
export function roleRights(role) {
  return role !== 'none' && h('ul.admin-rights', ROLES.slice(0, ROLES.indexOf(role) + 1)
    .map((one) => h('li', icon('check', { size: 16 }), roleMeaning(one))));
}

/** The permissions of each role, in a disclosure. */
export function roleHelp() {
  return h('details.admin-help', h('summary', t('admin.operators.roles')),
    h('dl', ROLES.map((role) => h('div', h('dt', roleName(role)), h('dd', roleMeaning(role))))),
  h('p.admin-note', t('admin.role.includes')));
}
