import { post } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { dialog, sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { nameIssue, pageNameFields, slugIssue } from '../page/name-fields.js';

/** Returns the short name for a title without Latin letters, for example a Chinese one. */
function dated() {
  const today = new Date();
  return `campaign-${today.getFullYear()}${String(today.getMonth() + 1).padStart(2, '0')}`;
}

/** Creates a page for a campaign as a copy; then it can be edited or planned. */
export function openCampaign({ plans, onPlan, onDone }) {
  const names = pageNameFields({ follow: true, instead: dated() });
  const { long, short } = names;
  const copyOf = h('select', plans.pages.map((one) => h('option', { value: one.page, selected: one.page === plans.page.page }, one.title)));

  async function create() {
    if (!showIssues([[long, nameIssue(names.title)], [short, slugIssue(names.slug, plans.pages)]])) return false;
    let page;
    try {
      page = (await post('/api/pages', { page: names.slug, title: names.title, copyOf: copyOf.value })).data;
    } catch (problem) {
      if (problem.status !== 409) throw problem;
      return showIssues([[short, t('admin.page.slug.taken')]]);
    }
    await onDone();
    setTimeout(() => goOn(page, onPlan));
    return true;
  }

  return sheet({
    title: t('campaign.title'),
    body: [h('p', t('campaign.text')), long.element, short.element, field({ label: t('campaign.copyOf'), input: copyOf }).element],
    actions: [{ label: t('cancel'), run: (handle) => handle.close() },
      { label: t('campaign.create'), kind: 'primary', icon: 'plus', run: create }],
  });
}

function goOn(page, onPlan) {
  dialog({ title: t('campaign.done', { page: page.title }), body: h('p', t('campaign.done.text')), actions: [
    { label: t('campaign.edit'), icon: 'edit', run: () => { navigate(pagePath(page.page)); } },
    { label: t('campaign.plan'), kind: 'primary', icon: 'megaphone', run: () => { setTimeout(() => onPlan(page.page)); } },
  ] });
}
