// Fields for the names of a page, and their validation.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import '../text/admin-pages.js';
import '../text/admin.js';

/** Returns a short name for a title; empty if the title has no Latin letters. */
function slugOf(title) {
  return title.toLowerCase().normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 64);
}

export function slugIssue(slug, pages, own) {
  if (!/^[a-z0-9-]{1,64}$/.test(slug)) return t('admin.page.slug.rule');
  const taken = pages.some((page) => page.page === slug && page.page !== own);
  return taken ? t('admin.page.slug.taken') : null;
}

/**
 * Fields for the title and the short name of a page. With `follow`, the short name follows the title until it is
 * edited; `instead` is used if it would be empty.
 */
export function pageNameFields({ title = '', slug = '', follow = false, instead = '' } = {}) {
  const long = field({ label: t('admin.page.title'), hint: t('admin.page.title.hint'),
    input: h('input', { type: 'text', autocomplete: 'off', value: title }), required: true });
  const short = field({ label: t('admin.page.slug'), hint: t('admin.page.slug.hint'),
    input: h('input', { type: 'text', autocomplete: 'off', spellcheck: 'false',
      autocapitalize: 'off', value: slug }), required: true });
  let own = !follow;
  short.input.addEventListener('input', () => { own = short.input.value !== ''; });
  long.input.addEventListener('input', () => {
    if (!own) short.input.value = slugOf(long.input.value) || (long.input.value && instead);
  });
  return { long, short, get title() { return long.input.value.trim(); },
    get slug() { return short.input.value.trim(); } };
}

/** Returns the issue of a title, or null. */
export function nameIssue(text) {
  if (!text.trim()) return t('admin.required');
  return [...text].length > 200 ? t('admin.name.long') : null;
}
