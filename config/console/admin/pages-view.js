import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { events } from '../core/events.js';
import { number, t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { can, canAnywhere } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { empty } from '../ui/states.js';
import { table } from '../ui/table.js';
import { toast } from '../ui/toast.js';
import { badge } from '../ui/widgets.js';
import { frame, refresher, refused } from './admin-frame.js';
import { exportPage } from './export.js';
import { createPage, deletePage, renamePage } from './page-forms.js';
import { changeReview } from './review-form.js';
import '../text/admin-pages.js';

const PATH = '/manage/pages';
// The actions whose results a row shows.
const RELEVANT = /^(page|release|takeover|live|reset|draft)\b/;

async function importFile(page, pages) {
  try {
    const module = await import('./import-sheet.js');
    await module.importSheet(page, pages);
  } catch {
    toast(t('offline.text'), { kind: 'bad' });
  }
}

function name(page) {
  return h('span.admin-page-name', h('span', link(pagePath(page.page), { class: 'admin-link' },
    page.title), page.default && badge(t('admin.pages.default'), 'accent'),
  page.client && badge(t('admin.pages.client'))), h('code.admin-slug', page.page));
}

function state(page, titleOf) {
  return h('span.admin-badges', page.showing !== page.page
    && badge(t('admin.pages.takeover', { page: page.showing === null ? t('page.hidden') : titleOf(page.showing) }), 'warn', 'megaphone'),
  page.draft ? badge(t('admin.pages.draft'), 'accent', 'edit')
    : h('span.admin-faint', t('admin.pages.noDraft')));
}

// Returns why a page cannot be deleted, or null.
function deletionRefusal(page, pages) {
  if (page.default) return t('admin.pages.delete.default');
  const other = pages.find((one) => one.page !== page.page && one.showing === page.page);
  return other ? t('admin.pages.delete.shown', { page: other.title }) : null;
}

function menu(page, pages, refresh) {
  const admin = can('admin');
  const items = () => {
    const reason = deletionRefusal(page, pages());
    return [
      { label: t('admin.pages.export'), icon: 'download', run: () => exportPage(page) },
      can('publisher', page.page) && { label: t('admin.pages.import'), icon: 'upload',
        run: () => importFile(page, pages()).then(refresh) },
      admin && '-',
      admin && { label: t('admin.pages.copy'), icon: 'copy',
        run: () => createPage(pages(), page).then(refresh) },
      admin && { label: t('admin.pages.rename'), icon: 'edit',
        run: () => renamePage(page).then(refresh) },
      admin && { label: t('review.setting'), icon: 'users', run: () => changeReview(page).then(refresh) },
      admin && { label: t('admin.pages.delete'), icon: 'trash', danger: true,
        disabled: Boolean(reason), hint: reason, run: () => deletePage(page).then(refresh) },
    ];
  };
  return menuButton({ label: t('admin.more', { name: page.title }), icon: 'more', items });
}

function columns(pages, refresh) {
  const titleOf = (slug) => pages().find((page) => page.page === slug)?.title ?? slug;
  return [
    { label: t('admin.pages.column.page'), cell: name },
    { label: t('admin.pages.column.state'), cell: (page) => state(page, titleOf) },
    { label: t('admin.pages.column.revision'), cell: (page) => link(pagePath(page.page, 'history'),
      { class: 'admin-link admin-number' }, number(page.revision)) },
    { label: t('admin.actions'), hideLabel: true, className: 'admin-end',
      cell: (page) => h('span.admin-row-actions', h('button.icon-button', {
        'aria-label': t('admin.pages.export.of', { name: page.title }),
        title: t('admin.pages.export'), onClick: () => exportPage(page) }, icon('download')),
      menu(page, pages, refresh)) },
  ];
}

function buttons(pages, refresh) {
  if (!can('admin')) return [];
  return [
    h('button.button', { disabled: true, onClick: () => importFile(null, pages()).then(refresh) }, icon('upload'),
      t('admin.pages.importNew')),
    h('button.button.primary', { disabled: true, onClick: () => createPage(pages()).then(refresh) }, icon('plus'),
      t('admin.pages.new')),
  ];
}

export async function view() {
  if (!canAnywhere('publisher')) return refused(PATH, 'publisher');
  let all = [];
  const pages = () => all;
  // Their dialogs need the current pages.
  const actions = buttons(pages, () => refresh());
  const { title, element, body } = frame(PATH, {
    lead: t(can('admin') ? 'admin.pages.lead' : 'admin.pages.lead.publisher'), actions });
  const refresh = refresher(body, async (signal) => (
    await get('/api/pages', null, { signal })).data, show);
  const list = table({ label: t('manage.pages'), columns: columns(pages, () => refresh()),
    key: (page) => page.page });

  function show(lines) {
    // An unchanged row keeps its elements, and the focus in them.
    const known = new Map(all.map((page) => [JSON.stringify(page), page]));
    all = lines.map((page) => known.get(JSON.stringify(page)) ?? page)
      .sort((a, b) => Number(b.default) - Number(a.default));
    list.update(all);
    for (const button of actions) button.disabled = false;
    const shown = all.length ? list.element : empty({ icon: 'page', title: t('admin.pages.empty'),
      text: t('admin.pages.empty.text') });
    if (shown.parentNode !== body) replace(body, shown);
  }

  const off = events.on((event) => { if (RELEVANT.test(event.action)) refresh(); });
  refresh();
  return { title, element, destroy() { off(); refresh.stop(); } };
}
