import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { Problem, post } from '../core/api.js';
import { navigate } from '../core/router.js';
import { dialog, sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';

/** A short name for addresses out of a title; Chinese titles have none, so they get the date. */
function slugOf(title) {
  const latin = title.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40);
  const today = new Date();
  return latin || (title ? `campaign-${today.getFullYear()}${String(today.getMonth() + 1).padStart(2, '0')}` : '');
}

/** Makes a page for a campaign out of a copy; then one edits it, or plans when it is shown. */
export function openCampaign({ plans, onPlan, onDone }) {
  const title = field({ label: t('campaign.name'), hint: t('campaign.name.hint'), required: true });
  const slug = field({ label: t('campaign.slug'), hint: t('campaign.slug.hint'), required: true,
    input: h('input', { type: 'text', spellcheck: 'false', autocapitalize: 'off', maxLength: 64 }) });
  const copyOf = h('select', plans.pages.map((one) => h('option', { value: one.page, selected: one.page === plans.page.page }, one.title)));
  let own = false;
  slug.input.addEventListener('input', () => { own = true; });
  title.input.addEventListener('input', () => { if (!own) slug.input.value = slugOf(title.input.value); });

  async function create() {
    title.setError(title.input.value.trim() ? null : t('campaign.name.missing'));
    slug.setError(/^[a-z0-9][a-z0-9-]*$/.test(slug.input.value) ? null : t('campaign.slug.bad'));
    const wrong = [title, slug].find((one) => one.input.getAttribute('aria-invalid'));
    if (wrong) {
      wrong.input.focus();
      return false;
    }
    let page;
    try {
      page = (await post('/api/pages', { page: slug.input.value, title: title.input.value.trim(), copyOf: copyOf.value })).data;
    } catch (problem) {
      return refused(problem, title, slug);
    }
    await onDone();
    setTimeout(() => goOn(page, onPlan));
    return true;
  }

  return sheet({
    title: t('campaign.title'),
    body: [h('p', t('campaign.text')), title.element, slug.element, field({ label: t('campaign.copyOf'), input: copyOf }).element],
    actions: [{ label: t('cancel'), run: (handle) => handle.close() },
      { label: t('campaign.create'), kind: 'primary', icon: 'plus', run: create }],
  });
}

function refused(problem, title, slug) {
  if (!(problem instanceof Problem)) throw problem;
  if (problem.status === 409) {
    slug.setError(t('campaign.slug.taken'));
    slug.input.focus();
    return false;
  }
  const fields = { '/title': title, '/page': slug };
  const known = problem.errors.filter(({ pointer }) => fields[pointer]);
  if (!known.length) throw problem;
  for (const { pointer, reason } of known) fields[pointer].setError(reason);
  return false;
}

function goOn(page, onPlan) {
  dialog({ title: t('campaign.done', { page: page.title }), body: h('p', t('campaign.done.text')), actions: [
    { label: t('campaign.edit'), icon: 'edit', run: () => { navigate(`/pages/${encodeURIComponent(page.page)}`); } },
    { label: t('campaign.plan'), kind: 'primary', icon: 'megaphone', run: () => { setTimeout(() => onPlan(page.page)); } },
  ] });
}
