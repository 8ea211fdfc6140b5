// Puts a revision, some of its changes or one of its sections into the draft.
import { Problem, api } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { styles } from '../core/style.js';
import { sheet } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { failure, loading } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { layouts } from '../page/layouts.js';
import { offerUndo } from '../page/undo.js';
import { onPageChange } from '../page/page-changes.js';
import { restoreIntoDraft } from '../page/restoration.js';
import { Workspace } from '../page/workspace.js';
import { Choice } from './choice.js';
import { comparison, differences } from './comparison.js';
import { describeLostFeeds, reportConflicts } from './propagated-changes.js';
import { naming, revision } from './revisions.js';
import '../text/choice.js';
import '../text/history.js';
import '../text/publish.js';
import '../text/restoration.js';

/** `code`: the only section to restore, and its `name`. `onDone()` is called once the draft has the changes. */
export async function openRestoreDraft(options) {
  await styles('publish', 'history');
  return new RestoreDraftSheet(options).open();
}

class RestoreDraftSheet {
  constructor({ slug, number, code = null, name, onDone }) {
    Object.assign(this, { slug, number, code, name, onDone });
    this.changes = h('div.publish-changes');
    this.notice = h('p.publish-notice', { role: 'status', hidden: true });
    this.text = h('span', t(code ? 'restoration.text.section' : 'restoration.text'));
    this.warning = h('div', { 'aria-live': 'polite' });
    this.choice = code ? null : new Choice({ label: (title) => t('restoration.pick', { name: title }), onChange: () => this.draw() });
    this.action = { label: t('restoration.action'), kind: 'primary', icon: 'edit', disabled: true, run: () => this.restore() };
  }

  open() {
    const { number, name } = this;
    this.handle = sheet({
      title: this.code ? t('restoration.title.section', { number, name }) : t('restoration.title', { number }), wide: true,
      body: h('div.publish-sheet',
        h('div.publish-settings', h('p.publish-notice', { tabIndex: -1, autofocus: true }, icon('info', { size: 16 }), this.text), this.warning),
        h('div.publish-review', this.notice, this.changes)),
      actions: [{ label: t('cancel'), run: (own) => own.close() }, this.action],
      onClose: () => this.off(),
    });
    this.follow();
    replace(this.changes, loading());
    this.load();
    return this.handle;
  }

  /** Shows others' changes of the draft at once. */
  follow() { this.off = onPageChange(this.slug, () => this.load()); }

  async load(changedBy) {
    const run = this.run = {};
    this.action.button.disabled = true;
    try {
      const [{ data, etag }, types] = await Promise.all([api('GET', apiPath(this.slug, 'draft', 'diff')), layouts()]);
      const [live, draft, old] = await Promise.all([revision(this.slug, data.against),
        revision(this.slug, data.draft?.revision ?? data.against), revision(this.slug, this.number)]);
      if (this.run !== run) return;
      const isOther = this.etag !== undefined && this.etag !== (data.draft ? etag : null);
      this.etag = data.draft ? etag : null;
      this.take({ live, draft, old, types, hasDraft: Boolean(data.draft) });
      this.tell(isOther && (changedBy ?? data.draft?.updatedBy ?? t('publish.someone')));
    } catch (problem) {
      if (this.run === run) replace(this.changes, failure(problem, () => this.load()));
    }
  }

  tell(who) {
    if (!who) return;
    this.notice.hidden = false;
    replace(this.notice, icon('info', { size: 16 }), h('span', t('publish.stale', { name: who }),
      this.choice?.isPicked && [' ', t('publish.stale.picked')]));
  }

  take({ live, draft, old, types, hasDraft }) {
    const { number, code, choice } = this;
    this.nameOf = naming(types, draft, old, live);
    this.found = differences(draft, old);
    if (code) {
      const sections = this.found.sections.filter((one) => one.code === code);
      this.found = { order: { moved: [], added: [], removed: [] }, sections, data: null, count: sections.length };
      if (sections[0]?.kind === 'removed') this.text.textContent = t('restoration.text.gone');
    }
    this.unpublished = hasDraft ? differences(live, draft) : null;
    const focused = choice?.focused;
    choice?.take(this.found, old, this.nameOf);
    replace(this.changes, this.found.count ? comparison(draft, old, types, {
      before: t(hasDraft ? 'restoration.draft' : 'restoration.draft.none'), after: t('history.revision', { number }) }, this.found, choice)
      : h('p.publish-none', t(code ? 'restoration.same.section' : 'restoration.same')));
    choice?.draw();
    if (focused) choice.focus(focused);
    this.draw();
  }

  draw() {
    const { choice, found } = this;
    const { button } = this.action;
    this.handle.setError(null);
    button.disabled = !found.count || Boolean(choice?.isNone);
    replace(button, icon('edit'), choice && !choice.isWhole
      ? t('restoration.action.some', { chosen: choice.count, count: choice.total }) : t('restoration.action'));
    const { blocks = [], order } = found.count ? this.selection : {};
    const lost = this.unpublished?.sections.filter(({ code }) => blocks.includes(code)) ?? [];
    const isOrderLost = order && this.unpublished?.order.moved.length > 0;
    replace(this.warning, (lost.length > 0 || isOrderLost) && h('p.note.warn', icon('warning'), h('span',
      lost.length > 0 && t('restoration.replaced', { count: lost.length, names: list(lost.map(({ code }) => this.nameOf(code))) }),
      isOrderLost && [' ', t('restoration.replaced.order')])));
  }

  get selection() { return this.code ? { blocks: [this.code] } : this.choice.selection; }

  async restore() {
    const { slug, number, choice, etag } = this;
    const only = this.selection;
    const count = choice && !choice.isWhole ? choice.count : null;
    const workspace = await Workspace.open(slug);
    if (etag !== this.etag) return false;
    // From here on, this request changes the draft.
    this.off();
    let made;
    try {
      made = await restoreIntoDraft(workspace, { revision: number, only, ifMatch: etag ?? undefined });
    } catch (problem) {
      this.follow();
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === 412) {
        this.load(problem.changedBy);
        return false;
      }
      if (choice?.showIssues(problem, t('restoration.same'))) return false;
      throw problem;
    }
    this.done(workspace, made, count);
    return true;
  }

  done(workspace, { response, canUndo }, count) {
    const { slug, number, name } = this;
    const done = this.code ? t('restoration.done.section', { name, number })
      : count === null ? t('restoration.done', { number }) : t('restoration.done.some', { count, number });
    const text = [done, describeLostFeeds(response.data.lostFeeds, this.nameOf)].filter(Boolean).join(' ');
    const { element } = canUndo ? offerUndo(workspace, text, { kind: 'good' }) : toast(text, { kind: 'good', seconds: 8 });
    element.querySelector('p').append(' ', link(pagePath(slug), {}, t('restoration.open')));
    reportConflicts(response.carried, this.nameOf);
    this.onDone?.();
  }
}
