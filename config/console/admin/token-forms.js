// Dialogs that create and revoke access tokens.

import { del, post } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime, relative } from '../core/time.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { nameIssue } from '../page/name-fields.js';
import { choices, pageRoles } from './rights-forms.js';
import { roleChoice } from './roles.js';
import { copyLine, showSecret } from './secret.js';
import '../text/admin-access.js';

const inDays = (days) => new Date(Date.now() + days * 86400_000).toISOString();

/** The expiry of a token: after some days, at a chosen instant, or never. */
function expiry() {
  let choice = '90';
  const note = h('p.field-hint', { 'aria-live': 'polite' });
  const own = dateTimeField({ label: t('admin.token.expires.at'), value: inDays(90),
    min: new Date().toISOString(), required: true, onChange: () => own.setError(null) });
  const options = ['30', '90', '365', 'never', 'date'].map((value) => ({ value, label: {
    30: t('admin.token.expires.30'), 90: t('admin.token.expires.90'),
    365: t('admin.token.expires.365'), never: t('admin.token.expires.never'),
    date: t('admin.token.expires.date') }[value] }));
  const value = () => {
    if (choice === 'never') return null;
    return choice === 'date' ? own.value : inDays(Number(choice));
  };
  function draw() {
    own.element.hidden = choice !== 'date';
    note.hidden = choice === 'date';
    note.textContent = choice === 'never' ? t('admin.token.expires.neverNote')
      : choice === 'date' ? '' : t('admin.token.expires.until', { time: dateTime(value()) });
  }
  const element = h('div.admin-expiry', h('span.field-label', t('admin.token.expires')),
    segmented({ label: t('admin.token.expires'), options, value: choice,
      onChange: (next) => { choice = next; draw(); } }), note, own.element);
  draw();
  return { element, own, get value() { return value(); },
    get issue() {
      return choice === 'date' && !(new Date(own.value) > new Date())
        ? t('admin.token.expires.past') : null;
    } };
}

function tryLine(token) {
  return `curl -H 'Authorization: Bearer ${token}' ${location.origin}/api/pages`;
}

export async function createToken() {
  const { pages } = await choices();
  const name = field({ label: t('admin.token.name'), hint: t('admin.token.name.hint'),
    input: h('input', { type: 'text', autocomplete: 'off' }), required: true });
  const role = roleChoice('editor', { withNone: true });
  const some = pageRoles(pages);
  const end = expiry();
  const handle = dialog({ title: t('admin.tokens.new'), wide: true,
    body: [name.element, role.element, some.element, end.element], actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('admin.token.create'), kind: 'primary', run: async () => {
        const entries = some.value;
        if (!showIssues([[name, nameIssue(name.input.value)], [end.own, end.issue]]) || !entries) return false;
        const body = { name: name.input.value.trim(), role: role.value, pages: entries, expiresAt: end.value };
        return (await post('/api/tokens', body)).data;
      } },
    ] });
  const made = await handle.closed;
  if (!made) return;
  await showSecret({ title: t('admin.token.created', { name: made.name }),
    text: t('admin.token.created.text'), label: t('admin.token.secret'), secret: made.token,
    more: copyLine(t('admin.token.try'), tryLine(made.token)) });
}

export async function revokeToken(token) {
  const { name } = token;
  const handle = dialog({ title: t('admin.token.revoke.title', { name }),
    body: h('p', token.lastUsedAt
      ? t('admin.token.revoke.used', { time: relative(token.lastUsedAt) })
      : t('admin.token.revoke.unused')), actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('admin.token.revoke.do'), kind: 'danger', run: async () => {
        await del(`/api/tokens/${token.id}`);
        return true;
      } },
    ] });
  if (await handle.closed) toast(t('admin.token.was.revoked', { name }), { kind: 'good' });
}
