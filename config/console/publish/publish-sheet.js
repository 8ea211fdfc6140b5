import { Problem, api } from '../core/api.js';
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
import { Choice, ORDER } from './choice.js';
import { comparison, differences } from './comparison.js';
import { GuardPanel } from './guard-panel.js';
import { overlaps, whenOf } from './plan-changes.js';
import { describePropagation, reportConflicts } from './propagated-changes.js';
import { naming, revision } from './revisions.js';
import { whenChoice } from './when-choice.js';
import '../text/choice.js';
import '../text/edit.js';
import '../text/publish.js';

/** Shows the draft's changes, and publishes them now or at an instant. */
export async function openPublish(workspace) {
  await styles('publish');
  return new PublishSheet(workspace).open();
}

class PublishSheet {
  constructor(workspace) {
    this.workspace = workspace;
    this.changes = h('div.publish-changes');
    this.notice = h('p.publish-notice', { role: 'status', hidden: true });
    this.message = h('textarea', { rows: 2, maxLength: 500 });
    this.rest = h('p.publish-notice', { role: 'status', hidden: true });
    this.overlap = h('div', { role: 'status' });
    this.choice = can('publisher', workspace.slug) ? new Choice({ label: (name) => t('publish.pick', { name }), onChange: () => this.chose() }) : null;
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
    const settings = h('div.publish-settings', may
      ? [this.when.element, field({ label: t('publish.message'), hint: t('publish.message.hint'), input: this.message }).element, this.rest, this.overlap]
      : h('p.publish-notice', icon('info', { size: 16 }), t('publish.role')));
    this.handle = sheet({
      title: t('publish.title', { page: this.workspace.page?.title ?? this.workspace.slug }),
      wide: true,
      body: h('div.publish-sheet', settings, h('div.publish-review', this.notice, this.guard.element, this.changes)),
      actions: [{ label: t('cancel'), run: (handle) => handle.close() }, ...(may ? [this.publish] : [])],
      onClose: () => this.off?.(),
    });
    // Shows others' changes at once: what is published is exactly what is shown.
    this.off = this.workspace.on('change', ({ remote }) => { if (remote) this.load(remote.actors?.[0]); });
    this.load();
    return this.handle;
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
      this.show(data, both, changedBy);
      this.etag = both ? etag : null;
      this.label();
    } catch (problem) {
      if (this.run === run) replace(this.changes, failure(problem, () => this.load()));
    }
  }

  show(diff, both, changedBy) {
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
    replace(this.changes,
      h('p.publish-summary', h('strong', t('publish.count', { count: found.count })), ' ',
        t('publish.last', { name: diff.draft.updatedBy, when: relative(diff.draft.updatedAt) })),
      comparison(live, draft, types, { before: t('publish.live'), after: t('publish.draft') }, found, this.choice, (key) => authors.get(key)));
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
    const { button } = this.publish;
    if (!button) return;
    const { choice } = this;
    button.disabled = !this.etag || choice.isNone;
    const { at, later } = this.when;
    const some = this.etag && !choice.isWhole ? '.some' : '';
    replace(button, icon(later ? 'clock' : 'send'), t(`publish.${at ? 'plan' : later ? 'planned' : 'now'}${some}`,
      { at: at && dateTime(at), chosen: choice.count, count: choice.total }));
    this.rest.hidden = !some;
    replace(this.rest, some && [icon('info', { size: 16 }), h('span', choice.isNone ? t('choice.none')
      : [this.stays(choice), later && [' ', t('publish.rest.planned')]])]);
  }

  stays({ total, count, rest }) {
    return t('publish.rest', { count: total - count, names: rest });
  }

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
