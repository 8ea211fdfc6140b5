// Dialogs that create, rename and delete pages.

import { api, get, patch, post } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { relative } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { nameIssue, pageNameFields, slugIssue } from '../page/name-fields.js';
import { exportPage } from './export.js';
import '../text/admin-pages.js';

function origin(pages, copied) {
  const from = field({ label: t('admin.page.from'), hint: t('admin.page.from.hint'),
    input: h('select', { value: copied?.page ?? '' },
      h('option', { value: '' }, t('admin.page.from.empty')),
      pages.map((page) => h('option', { value: page.page },
        t('admin.page.from.copy', { title: page.title })))) });
  const client = field({ label: t('admin.page.client'), hint: t('admin.page.client.hint'),
    input: h('select', h('option', { value: '' }, t('admin.page.client.any')),
      h('option', { value: 'netease' }, t('admin.page.client.netease'))) });
  const look = () => {
    client.element.hidden = from.input.value !== '';
    from.setHint(from.input.value ? t('admin.page.from.hint') : null);
  };
  from.input.addEventListener('change', look);
  look();
  const value = () => {
    if (from.input.value) return { copyOf: from.input.value };
    return client.input.value ? { client: client.input.value } : {};
  };
  return { elements: [from.element, client.element], value };
}

/** Creates a page, empty or as a copy of `copied`. */
export async function createPage(pages, copied = null) {
  const names = pageNameFields({ follow: true });
  const from = origin(pages, copied);
  const handle = dialog({ title: t('admin.pages.new'),
    body: [names.long.element, names.short.element, from.elements], actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('admin.page.create'), kind: 'primary', run: async () => {
        if (!showIssues([[names.long, nameIssue(names.title)],
          [names.short, slugIssue(names.slug, pages)]])) return false;
        try {
          const body = { page: names.slug, title: names.title, ...from.value() };
          return (await post('/api/pages', body)).data;
        } catch (problem) {
          if (problem.status !== 409) throw problem;
          showIssues([[names.short, t('admin.page.slug.taken')]]);
          return false;
        }
      } },
    ] });
  const made = await handle.closed;
  if (made) sayCreated(made);
}

export function sayCreated({ page, title }) {
  toast(t('admin.pages.created', { title }), { kind: 'good', action: {
    label: t('admin.pages.open'), run: () => navigate(pagePath(page)) } });
}

// Retries after a change of the live content, which changes the ETag, too. Only a concurrent rename is a conflict.
async function rename(page, names) {
  for (;;) {
    const present = await get(apiPath(page.page));
    if (present.data.title !== page.title) return { newer: present.data };
    try {
      return await patch(apiPath(page.page), names, { ifMatch: present.etag });
    } catch (problem) {
      if (problem.status !== 412) throw problem;
    }
  }
}

export async function renamePage(line) {
  let page = line;
  const names = pageNameFields({ title: page.title, slug: page.page });
  const { short, long } = names;
  short.input.disabled = page.default;
  if (page.default) short.setHint(t('admin.page.slug.default'));
  const warning = h('p.admin-warning', { hidden: true, role: 'status' }, icon('warning'),
    h('span', t('admin.page.slug.warning', { slug: page.page })));
  short.input.addEventListener('input', () => { warning.hidden = names.slug === page.page; });
  const save = async (own) => {
    if (!showIssues([[long, nameIssue(names.title)], [short, slugIssue(names.slug, [])]])) return false;
    const wanted = { title: names.title, ...(page.default ? {} : { page: names.slug }) };
    try {
      const outcome = await rename(page, wanted);
      if (!outcome.newer) return outcome.data;
      page = outcome.newer;
      long.input.value = page.title;
      own.setError(t('admin.page.renamedInTheMeantime'));
    } catch (problem) {
      if (problem.status !== 409) throw problem;
      showIssues([[short, t('admin.page.slug.taken')]]);
    }
    return false;
  };
  const handle = dialog({ title: t('admin.page.rename'),
    body: [long.element, short.element, warning], actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('admin.page.save'), kind: 'primary', run: save },
    ] });
  const renamed = await handle.closed;
  if (renamed) toast(t('admin.pages.renamed', { title: renamed.title }), { kind: 'good' });
}

/** Deletes a page in the state that it had when the dialog opened, once its short name was typed. */
export async function deletePage(page) {
  const typed = field({ label: t('admin.page.delete.type', { slug: page.page }),
    input: h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false',
      autocapitalize: 'off' }) });
  let tag = get(apiPath(page.page)).then((response) => response.etag, () => null);
  const remove = async (own) => {
    const right = typed.input.value.trim() === page.page;
    if (!showIssues([[typed, right ? null : t('admin.page.delete.mismatch', { slug: page.page })]])) {
      return false;
    }
    try {
      await api('DELETE', apiPath(page.page), { ifMatch: await tag });
      return true;
    } catch (problem) {
      if (problem.status !== 412) throw problem;
      tag = get(apiPath(page.page)).then((response) => response.etag, () => null);
      own.setError(problem.changedBy ? t('admin.page.changed', { name: problem.changedBy,
        time: relative(problem.changedAt) }) : t('admin.page.changed.unknown'));
      return false;
    }
  };
  const handle = dialog({ title: t('admin.page.delete.title', { title: page.title }), body: [
    h('p', t('admin.page.delete.text')),
    h('p', h('button.button.small', { onClick: () => exportPage(page) }, icon('download'),
      t('admin.page.delete.save'))), typed.element,
  ], actions: [
    { label: t('cancel'), run: (own) => own.close() },
    { label: t('admin.page.delete.do'), kind: 'danger', run: remove },
  ] });
  if (await handle.closed) {
    toast(t('admin.pages.deleted', { title: page.title }), { kind: 'good' });
  }
}
