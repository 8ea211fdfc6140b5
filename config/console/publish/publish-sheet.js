import { Problem, api, post } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { dateTime, relative } from '../core/time.js';
import { sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { empty, failure, loading } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { layouts } from '../page/layouts.js';
import { reasonOf } from '../ui/reasons.js';
import { Choice, DATA, ORDER } from './choice.js';
import { comparison, differences } from './comparison.js';
import { GuardPanel } from './guard-panel.js';
import { overlaps, whenOf } from './plan-changes.js';
import { describePropagation, reportConflicts } from './propagated-changes.js';
import { ReviewPanel } from './review-panel.js';
import { naming, revision } from './revisions.js';
import { whenChoice } from './when-choice.js';
import '../text/choice.js';
import '../text/edit.js';
import '../text/publish.js';

/** Shows the draft's changes, and publishes them now or at an instant. */
export async function openPublish(workspace) {
  await styles('publish', 'review');
  return new PublishSheet(workspace).open();
}

const timeOf = (iso) => (iso ? Date.parse(iso) : null);
const keysOf = (only) => only && [...(only.blocks ?? []), only.order && ORDER, only.data && DATA].filter(Boolean).sort();

class PublishSheet {
  constructor(workspace) {
    this.workspace = workspace;
    this.changes = h('div.publish-changes');
    this.notice = h('p.publish-notice', { role: 'status', hidden: true });
    this.message = h('textarea', { rows: 2, maxLength: 500 });
    this.rest = h('p.publish-notice', { role: 'status', hidden: true });
    this.overlap = h('div', { role: 'status' });
    this.mayPlan = can(workspace.isReviewed ? 'editor' : 'publisher', workspace.slug);
    this.panel = workspace.isReviewed ? new ReviewPanel(apiPath(workspace.slug, 'draft', 'review'), workspace.slug, { onChange: () => this.reviewed(), onSince: () => this.load(),
      isPlanShown: () => this.isPlanShown }) : null;
    this.choice = this.mayPlan ? new Choice({ label: (name) => t('publish.pick', { name }), onChange: () => this.chose() }) : null;
    this.guard = new GuardPanel(workspace, { may: can('publisher', workspace.slug), go: () => {
      this.handle.close();
      return this.handle.closed;
    } });
    this.when = whenChoice({ onChange: () => {
      this.label();
      this.guard.setTime(this.when.at);
    } });
    this.publish = { label: t('publish.now'), kind: 'primary', icon: 'send', disabled: true,
      run: () => this.send() };
  }

  open() {
    const may = can('publisher', this.workspace.slug);
    this.requesting = { label: t('publish.request'), icon: 'users', disabled: true, run: () => this.requestReview() };
    const settings = h('div.publish-settings', this.mayPlan
      ? [this.when.element, field({ label: t('publish.message'), hint: t('publish.message.hint'), input: this.message }).element, this.rest, this.overlap]
      : h('p.publish-notice', icon('info', { size: 16 }), t('publish.role')));
    this.handle = sheet({
      title: t('publish.title', { page: this.workspace.page?.title ?? this.workspace.slug }), wide: true,
      body: h('div.publish-sheet', settings, h('div.publish-review', this.notice, this.panel?.element, this.guard.element, this.changes)),
      actions: [{ label: t('cancel'), run: (handle) => handle.close() }, ...(this.panel && this.mayPlan ? [this.requesting] : []),
        ...(may ? [this.publish] : [])],
      onClose: () => this.off?.(),
    });
    // Shows others' changes at once: what is published is exactly what is shown.
    this.off = this.workspace.on('change', ({ remote }) => { if (remote) this.load(remote.actors?.[0]); });
    this.begin();
    return this.handle;
  }

  /** Chooses what the open request is about, and loads the changes. */
  async begin() {
    if (this.workspace.hasDraft) await this.panel?.load().catch(() => {});
    this.load();
  }

  async load(changedBy) {
    const run = this.run = {};
    this.etag = null;
    this.label();
    if (!changedBy) replace(this.changes, loading());
    try {
      const { data, etag } = await api('GET', apiPath(this.workspace.slug, 'draft', 'diff'));
      const both = data.draft && await Promise.all([
        layouts(), revision(this.workspace.slug, data.against), revision(this.workspace.slug, data.draft.revision)]);
      if (this.run !== run) return;
      await this.show(data, both, changedBy);
      if (this.run !== run) return;
      this.panel?.show(both && { revision: data.draft.revision, against: data.against });
      if (both) await this.panel?.load();
      else this.panel?.clear();
      this.etag = both ? etag : null;
      this.reviewed();
    } catch (problem) {
      if (this.panel) this.panel.sinceRevision = null;
      if (this.run === run) replace(this.changes, failure(problem, () => this.load()));
    }
  }

  /** Chooses the time and the changes of the open request, if it is another one than before. */
  applyPlan() {
    const plan = this.panel?.review?.request?.plan;
    const [known, isFirst] = [JSON.stringify(plan ?? null), this.appliedPlan === undefined];
    // What an author has chosen since stays.
    if (!this.mayPlan || known === this.appliedPlan || (!isFirst && plan && this.panel.isAuthor)) return;
    this.appliedPlan = known;
    if (isFirst && !plan) return;
    this.when.set(plan?.at ?? null);
    this.choice.pick(keysOf(plan?.only) ?? null);
    // The boxes are made with the changes.
    if (!isFirst) this.load();
  }

  /** Loads the changes again if the review is of another state than they are. */
  reviewed() {
    this.applyPlan();
    this.label();
    const state = this.panel?.review?.state;
    if (!state || !this.etag || this.panel.isShown || this.loadedFor === state) return;
    this.loadedFor = state;
    this.load();
  }

  /** Shows the changes, or those since the operator's last verdict. */
  async compare(types, live, draft, found, authorOf) {
    const since = this.panel?.sinceRevision;
    const old = since ? await revision(this.workspace.slug, since) : live;
    const titles = { before: t(since ? 'review.sinceTitle' : 'publish.live'), after: t('publish.draft') };
    return comparison(old, draft, types, titles, since ? differences(old, draft) : found, since ? null : this.choice,
      { authorOf, isComplete: Boolean(this.panel) });
  }

  async show(diff, both, changedBy) {
    this.against = diff.against;
    this.notice.hidden = !changedBy;
    replace(this.notice, changedBy && icon('info', { size: 16 }), changedBy
      && h('span', t('publish.stale', { name: changedBy }), this.choice?.isPicked && [' ', t('publish.stale.picked')]));
    this.guard.take(both, this.when.at);
    if (!both) {
      replace(this.changes, empty({ icon: 'check', title: t('publish.nothing'), text: t('publish.nothing.text') }));
      return;
    }
    const [types, live, draft] = both;
    this.nameOf = naming(types, draft, live);
    const found = this.found = differences(live, draft);
    const focused = this.choice?.focused;
    const authors = new Map([[ORDER, diff.order], ...diff.blocks.map((block) => [block.blockCode, block])]);
    this.choice?.take(found, draft, this.nameOf);
    const shown = await this.compare(types, live, draft, found, (key) => authors.get(key));
    replace(this.changes,
      h('p.publish-summary', h('strong', t('publish.count', { count: found.count })), ' ',
        t('publish.last', { name: diff.draft.updatedBy, when: relative(diff.draft.updatedAt) })),
      shown);
    if (focused) this.choice.focus(focused);
    this.choice?.draw();
    if (this.choice) this.guard.choose((code) => this.choice.has(code));
    this.checkPlans();
  }

  /** Shows which planned releases also change what will be published. */
  async checkPlans() {
    const { found, choice } = this;
    if (!found || !choice) return;
    const codes = found.sections.map(({ code }) => code).filter((code) => choice.has(code));
    const met = await overlaps(this.workspace, { codes, moved: choice.has(ORDER) ? found.order.moved : [] }).catch(() => []);
    if (this.found !== found) return;
    replace(this.overlap, met.map(({ release, codes }) => h('p.publish-notice', icon('clock', { size: 16 }),
      h('span', t('plan.overlap', { when: whenOf(release.at), names: list(codes.map(this.nameOf)) })))));
  }

  /** Updates the sheet after the choice of changes was edited. */
  chose() {
    this.guard.choose((code) => this.choice.has(code));
    this.handle.setError(null);
    this.label();
    this.checkPlans();
  }

  label() {
    const { choice, publish: { button } } = this;
    this.panel?.draw();
    if (this.requesting.button) {
      this.requesting.button.disabled = !this.etag || choice.isNone;
      replace(this.requesting.button, icon('users'), t(this.panel.review?.request ? 'review.requestAgain' : 'publish.request'));
    }
    if (!button) return;
    button.disabled = !this.etag || choice.isNone || !this.isApproved;
    const { at, later } = this.when;
    const some = this.etag && !choice.isWhole ? '.some' : '';
    replace(button, icon(later ? 'clock' : 'send'), t(`publish.${at ? 'plan' : later ? 'planned' : 'now'}${some}`,
      { at: at && dateTime(at), chosen: choice.count, count: choice.total }));
    this.rest.hidden = !some;
    replace(this.rest, some && [icon('info', { size: 16 }), h('span', choice.isNone ? t('choice.none')
      : [this.stays(choice), later && [' ', t('publish.rest.planned')]])]);
  }

  /** Whether what is chosen here was approved, or may bypass the review. */
  get isApproved() {
    if (!this.panel || can('admin')) return true;
    return Boolean(this.panel.review?.ready) && this.isPlanShown;
  }

  /** Whether the chosen time and changes are those of the review. */
  get isPlanShown() {
    if (!this.choice) return true;
    const plan = this.panel.review?.request?.plan ?? { at: null, only: null };
    const isSame = JSON.stringify(keysOf(plan.only)) === JSON.stringify(keysOf(this.choice.selection));
    return timeOf(plan.at) === timeOf(this.when.at) && (isSame || (!plan.only && this.choice.isWhole));
  }

  async requestReview() {
    if (!this.when.check() || this.choice.isNone) return false;
    try {
      await post(apiPath(this.workspace.slug, 'draft', 'review'), { message: this.message.value.trim(), at: this.when.at || null,
        only: this.choice.isWhole ? null : this.choice.selection });
    } catch (problem) {
      return this.refused(problem);
    }
    toast(t('review.requested'), { kind: 'good' });
    await this.panel.load();
    return false;
  }

  stays({ total, count, rest }) { return t('publish.rest', { count: total - count, names: rest }); }

  async send() {
    if (!this.when.check()) return false;
    const { etag } = this;
    await this.guard.settled;
    if (etag !== this.etag) return false;
    if (!this.guard.allows) {
      this.handle.setError(t('guard.first'));
      this.guard.focus();
      return false;
    }
    const { choice } = this;
    if (choice.isNone) return false;
    const body = { message: this.message.value.trim(), ...(this.when.at ? { at: this.when.at } : {}),
      ...(choice.isWhole ? {} : { only: choice.selection }) };
    const rest = choice.isWhole ? null : this.stays(choice);
    const request = JSON.stringify([this.etag, body]);
    // With the same key, a request that is repeated after a lost response does not publish twice.
    if (this.sent?.request !== request) this.sent = { request, key: crypto.randomUUID?.() ?? String(Math.random()) };
    let response;
    try {
      response = await api('POST', apiPath(this.workspace.slug, 'draft', 'publish'),
        { body, ifMatch: this.etag, key: this.sent.key });
    } catch (problem) {
      return this.refused(problem);
    }
    this.off?.();
    this.workspace.forgetSteps();
    this.workspace.refresh().catch(() => {});
    this.tell(response, rest);
    return true;
  }

  refused(problem) {
    if (!(problem instanceof Problem)) throw problem;
    if (problem.type?.endsWith(':review-required')) {
      this.handle.setError(t('review.other'));
      this.panel?.load();
      return false;
    }
    if (problem.status === 412) {
      this.load(problem.changedBy ?? t('publish.someone'));
      return false;
    }
    if (this.choice.showIssues(problem, t('publish.pick.gone'))) return false;
    const issue = problem.errors.find(({ pointer }) => pointer === '/at');
    if (!issue) throw problem;
    this.when.setError(Date.parse(this.when.at) <= Date.now() ? t('publish.at.past') : reasonOf(issue.reason));
    return false;
  }

  tell({ data, carried }, rest) {
    const { workspace, against } = this;
    const planned = data.state === 'pending';
    const text = [planned ? t('publish.done.planned', { at: dateTime(data.at) })
      : t('publish.done', { number: data.revision }), rest, describePropagation(carried)].filter(Boolean).join(' ');
    const back = { label: t('publish.rollBack', { number: against }), run: async () => {
      const { openRestore } = await import('./restore-sheet.js');
      openRestore({ slug: workspace.slug, number: against, onDone: () => workspace.refresh() });
    } };
    const path = planned ? 'schedule' : `history/${data.revision}`;
    const { element } = toast(text, { kind: 'good', action: planned ? undefined : back, seconds: 10 });
    element.querySelector('p').append(' ', link(`${pagePath(workspace.slug)}/${path}`, {},
      t(planned ? 'publish.toSchedule' : 'publish.toRevision')));
    reportConflicts(carried, this.nameOf);
  }
}
