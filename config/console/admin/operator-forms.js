// Dialogs that create and change operators.

import { del, patch, post } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { href } from '../core/router.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { toast } from '../ui/toast.js';
import { copyButton } from '../ui/widgets.js';
import { nameIssue } from '../page/name-fields.js';
import { choices, groupChoice, pageRoles } from './rights-forms.js';
import { roleChoice } from './roles.js';
import { showSecret } from './secret.js';
import '../text/admin-access.js';

// Without characters that look alike, as in the server's passwords.
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** 100 random bits. There are 32 characters, so all are equally likely. */
function newPassword() {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return letters.match(/.{5}/g).join('-');
}

function message(name, password) {
  const url = new URL(href('/'), location.href).href;
  return h('p', copyButton(t('admin.operator.message.text', { url, name, password }),
    t('admin.operator.message')));
}

export async function addOperator() {
  const { pages, groups } = await choices();
  const name = field({ label: t('admin.operator.name'), hint: t('admin.operator.name.hint'),
    input: h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' }),
    required: true });
  const role = roleChoice('editor', { withNone: true });
  const some = pageRoles(pages);
  const member = groupChoice(groups);
  const handle = dialog({ title: t('admin.operators.new'), wide: true, body: [name.element, role.element, some.element, member.element,
    h('p.admin-note', t('admin.operator.passwordNote'))], actions: [
    { label: t('cancel'), run: (own) => own.close() },
    { label: t('admin.operator.create'), kind: 'primary', run: async () => {
      const entries = some.value;
      if (!showIssues([[name, nameIssue(name.input.value)]]) || !entries) return false;
      try {
        const body = { name: name.input.value.trim(), role: role.value, pages: entries, groups: member.value };
        return (await post('/api/operators', body)).data;
      } catch (problem) {
        if (problem.status !== 409) throw problem;
        showIssues([[name, t('admin.operator.name.taken')]]);
        return false;
      }
    } },
  ] });
  const made = await handle.closed;
  if (!made) return;
  await showSecret({ title: t('admin.operator.created', { name: made.name }),
    text: t('admin.operator.created.text', { name: made.name }),
    label: t('admin.operator.secret', { name: made.name }), secret: made.password,
    more: message(made.name, made.password) });
}

export async function resetPassword(operator) {
  const { name } = operator;
  const handle = dialog({ title: t('admin.operator.reset.title', { name }),
    body: h('p', t('admin.operator.reset.text', { name })), actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('admin.operator.reset.do'), kind: 'primary', run: async () => {
        const password = newPassword();
        await patch(`/api/operators/${operator.id}`, { password });
        return password;
      } },
    ] });
  const password = await handle.closed;
  if (!password) return;
  await showSecret({ title: t('admin.operator.reset.done', { name }),
    text: t('admin.operator.reset.done.text', { name }),
    label: t('admin.operator.secret', { name }), secret: password,
    more: message(name, password) });
}

export async function removeOperator(operator) {
  const { name } = operator;
  const handle = dialog({ title: t('admin.operator.remove.title', { name }),
    body: h('p', t('admin.operator.remove.text', { name })), actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('admin.operator.remove.do'), kind: 'danger', run: async () => {
        await del(`/api/operators/${operator.id}`);
        return true;
      } },
    ] });
  if (await handle.closed) toast(t('admin.operator.removed', { name }), { kind: 'good' });
}
