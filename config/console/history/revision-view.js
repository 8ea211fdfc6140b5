import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { link, setQuery } from '../core/router.js';
import { can } from '../core/session.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { failure, loading } from '../ui/states.js';
import { segmented } from '../ui/widgets.js';
import { layouts } from '../page/layouts.js';
import { openLinks } from '../links/open-links.js';
import { onPageChange } from '../page/page-changes.js';
import { comparison } from '../publish/comparison.js';
import { revision } from '../publish/revisions.js';
import { summaryOf } from './revision-list.js';
import { causeText, marks, person } from './revision-text.js';
import { snapshotPhone } from './snapshot-phone.js';

/** One revision: its author, its changes, and a preview. */
export async function revisionView(slug, number, query, outlet) {
  const [{ data: page }, row, types, own] = await Promise.all([
    get(apiPath(slug)), summaryOf(slug, number), layouts(), revision(slug, number)]);
  const view = new RevisionView({ slug, number, page, row, types, own });
  replace(outlet, view.element);
  // Loads the preview after the differences.
  view.compare(query.against).then(() => replace(view.look, snapshotPhone(own, types)));
  const off = onPageChange(slug, () => view.refresh());
  return {
    title: t('history.revision.title', { number, page: page.title }),
    onQuery: (next) => view.compare(next.against),
    destroy: off,
  };
}

class RevisionView {
  constructor(parts) {
    Object.assign(this, parts);
    this.head = h('header.history-head');
    this.choice = h('div.history-choice');
    this.changes = h('div.history-changes-view');
    this.look = h('div.history-look');
    this.element = h('div.history.history-revision', this.head,
      h('div.history-columns', h('div.history-diff', this.choice, this.changes),
        h('aside.history-phone', { 'aria-label': t('history.look') }, h('h2', t('history.look')), this.look)));
    this.drawHead();
  }

  drawHead() {
    const { number, row, slug } = this;
    const live = this.page.revision === number;
    const restore = h('button.button', { disabled: live || !can('publisher', slug),
      title: live ? t('history.isLive') : can('publisher', slug) ? null : t('history.role'),
      onClick: () => this.restore() }, icon('undo'), t('history.restore'));
    const phone = can('editor', slug) && h('button.button', { onClick: () => openLinks(slug, { shown: { revision: number } }) }, icon('phone'), t('links.open'));
    const toDraft = h('button.button', { disabled: !can('editor', slug), title: can('editor', slug) ? null : t('history.role.editor'),
      onClick: () => this.toDraft() }, icon('edit'), t('history.toDraft'));
    replace(this.head, h('div.history-heading', link(pagePath(slug, 'history'), { class: 'history-back' },
      icon('chevron-left', { size: 16 }), t('history.back')),
    h('h1', t('history.revision', { number }), ' ', marks({ ...row, live })),
    row && [row.message && h('p.history-message', row.message),
      h('p.history-who', person(row.createdBy), h('time', { datetime: row.createdAt }, dateTime(row.createdAt, { seconds: true })),
        h('span', causeText(row.cause)))]), h('div.history-buttons', phone, toDraft, restore));
  }

  /** Returns the revisions to compare with: the parent, the live one, and the requested one. */
  options(requested) {
    const { number, row, page } = this;
    const found = [];
    if (row?.parent) found.push({ value: String(row.parent), label: t('history.with.parent', { number: row.parent }) });
    if (page.revision !== number && page.revision !== row?.parent) {
      found.push({ value: String(page.revision), label: t('history.with.live', { number: page.revision }) });
    }
    if (/^[1-9]\d{0,8}$/.test(requested ?? '') && Number(requested) !== number && !found.some((one) => one.value === requested)) this.other = requested;
    if (this.other && !found.some((one) => one.value === this.other)) {
      found.push({ value: this.other, label: t('history.revision', { number: Number(this.other) }) });
    }
    return found;
  }

  async compare(query) {
    const requested = query === undefined ? undefined : String(query);
    const options = this.options(requested);
    const chosen = options.find((one) => one.value === requested) ?? options[0];
    this.requested = requested;
    this.drawChoice(options, chosen?.value);
    if (!chosen) {
      replace(this.changes, h('p.publish-none', t('history.first')));
      return;
    }
    const run = this.run = {};
    replace(this.changes, loading());
    try {
      const found = await revision(this.slug, Number(chosen.value));
      if (this.run !== run) return;
      // The older one is on the left.
      const [before, after] = found.number < this.number ? [found, this.own] : [this.own, found];
      replace(this.changes, comparison(before, after, this.types, {
        before: this.title(before.number), after: this.title(after.number) }));
    } catch (problem) {
      if (this.run === run) replace(this.changes, failure(problem, () => this.compare(requested)));
    }
  }

  drawChoice(options, value) {
    const drawn = JSON.stringify(options);
    if (this.drawn === drawn) {
      this.segmented?.setValue(value);
      return;
    }
    this.drawn = drawn;
    this.segmented = options.length > 1 ? segmented({ label: t('history.with'), options, value, onChange: (next) => {
      setQuery({ against: next });
      this.compare(next);
    } }) : null;
    replace(this.choice, h('h2', t('history.differences')), this.segmented
      ?? (options[0] && h('span.history-quiet', `${t('history.with')}${t('history.colon')}${options[0].label}`)));
  }

  title(number) {
    return number === this.page.revision ? t('history.revision.live', { number }) : t('history.revision', { number });
  }

  async restore() {
    const { openRestore } = await import('../publish/restore-sheet.js');
    openRestore({ slug: this.slug, number: this.number, onDone: () => this.refresh() });
  }

  async toDraft() {
    const { openRestoreDraft } = await import('../publish/restore-draft-sheet.js');
    openRestoreDraft({ slug: this.slug, number: this.number });
  }

  /** Updates the view if another revision is live. */
  async refresh() {
    const before = this.page.revision;
    try {
      this.page = (await get(apiPath(this.slug))).data;
    } catch {
      // The next change or a reload tries again.
      return;
    }
    if (this.page.revision === before) return;
    this.drawHead();
    this.compare(this.requested);
  }
}
