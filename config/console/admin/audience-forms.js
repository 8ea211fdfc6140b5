// Dialogs that define, change and delete a named audience.

import { del, post, put } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { relative } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { audiencePanel } from '../edit/audience-panel.js';
import { EditorModel } from '../edit/editor-model.js';
import { reasonOf } from '../ui/reasons.js';
import '../text/admin-audiences.js';
import '../text/edit.js';

export const titleOf = ({ name, title }) => title || name;

/** A use by a page and its state, as text: "mall (draft)". */
export const useText = ({ page, state, release }) => (
  t(`admin.audiences.state.${state}`, { page, release }));

const path = (name) => `/api/audiences/${encodeURIComponent(name)}`;

function nameFields(audience) {
  const title = field({ label: t('admin.audiences.title'), hint: t('admin.audiences.title.hint'),
    input: h('input', { type: 'text', autocomplete: 'off', value: audience?.title ?? '' }) });
  const name = field({ label: t('admin.audiences.name'), hint: t('admin.audiences.name.hint'),
    input: h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off',
      disabled: Boolean(audience), value: audience?.name ?? '' }), required: true });
  return { title, name };
}

/** A warning about where a change takes effect at once; null if the audience is not used. */
function warning(audience) {
  if (!audience?.uses.length) return null;
  return h('p.admin-warning', { role: 'status' }, icon('warning'), h('span', t('admin.audiences.change.warning', {
    places: audience.uses.map(useText).join(', ') })));
}

function issueText(problem) {
  if (problem.status === 412) {
    return t('admin.audiences.changed', { name: problem.changedBy, time: relative(problem.changedAt) });
  }
  return problem.status === 409 ? t('admin.audiences.taken') : null;
}

/** Defines an audience, or changes an existing one. */
export async function editAudience(audience) {
  const fields = nameFields(audience);
  const model = new EditorModel({ blockCode: audience?.name ?? 'audience', audience: audience?.audience ?? null });
  const panel = audiencePanel({ model, readOnly: false, reason: reasonOf }, { isDefinition: true });
  const save = async (own) => {
    const name = fields.name.input.value.trim();
    const issue = /^[a-z0-9-]{1,64}$/.test(name) ? null : t('admin.audiences.name.rule');
    if (!showIssues([[fields.name, issue]])) return false;
    if (model.unread.size) return false;
    if (!model.value.audience) {
      own.setError(t('admin.audiences.none'));
      return false;
    }
    const title = fields.title.input.value.trim() || null;
    const body = { name, title, audience: model.value.audience };
    try {
      return (await (audience ? put(path(name), body, { ifMatch: audience.info.etag }) : post('/api/audiences', body))).data;
    } catch (problem) {
      const text = issueText(problem);
      if (problem.status === 422) model.setErrors(problem.errors ?? []);
      if (!text) throw problem;
      own.setError(text);
      return false;
    }
  };
  const handle = dialog({ title: audience ? t('admin.audiences.change.title', { name: titleOf(audience) })
    : t('admin.audiences.new'),
  body: [warning(audience), fields.title.element, fields.name.element, panel.element], actions: [
    { label: t('cancel'), run: (own) => own.close() },
    { label: t('admin.audiences.save'), kind: 'primary', run: save },
  ] });
  const saved = await handle.closed;
  panel.destroy();
  if (!saved) return;
  const places = (saved.renewed ?? []).map(useText).join(', ');
  toast(places ? t('admin.audiences.renewed', { name: titleOf(saved), places })
    : t('admin.audiences.saved', { name: titleOf(saved) }), { kind: 'good' });
}

/** Deletes an audience that is not used; otherwise, lists its uses. */
export async function deleteAudience(audience) {
  const name = titleOf(audience);
  const places = audience.uses.map(useText).join(', ');
  const remove = async () => {
    await del(path(audience.name), { ifMatch: audience.info.etag });
    return true;
  };
  const handle = dialog({ title: t('admin.audiences.delete.title', { name }),
    body: h('p', places ? t('admin.audiences.delete.used', { places }) : t('admin.audiences.delete.text')),
    actions: [
      { label: t(places ? 'close' : 'cancel'), run: (own) => own.close() },
      ...(places ? [] : [{ label: t('admin.audiences.delete'), kind: 'danger', run: remove }]),
    ] });
  if (await handle.closed === true) toast(t('admin.audiences.deleted', { name }), { kind: 'good' });
}
