import { get, patch } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { toLocalInput } from '../core/local-time.js';
import { apiPath } from '../core/paths.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { dateTime } from '../core/time.js';
import { beginnings } from '../ui/date-presets.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { failure, loading } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { reasonOf } from '../ui/reasons.js';
import { layouts } from '../page/layouts.js';
import { comparison } from '../publish/comparison.js';
import { whenOf } from '../publish/plan-changes.js';
import { describePropagation, reportConflicts } from '../publish/propagated-changes.js';
import { ReviewPanel } from '../publish/review-panel.js';
import { naming, revision } from '../publish/revisions.js';
import { askCancel, putIntoDraft } from './cancel.js';
import '../text/edit.js';
import '../text/history.js';
import '../text/publish.js';
import '../text/schedule.js';

/** Shows the changes of a planned release. Publishers can move it, cancel it, or put it back into the draft. */
export async function openPlan({ slug, id, onDone = () => {} }) {
  const [{ data: release }] = await Promise.all([get(apiPath(slug, 'releases', id)), styles('publish', 'review')]);
  return new PlanSheet(slug, release, onDone).open();
}

class PlanSheet {
  constructor(slug, release, onDone) {
    Object.assign(this, { slug, release, onDone });
    this.nameOf = (code) => code;
    this.at = dateTimeField({ label: t('publish.at'), value: release.at, min: new Date().toISOString(), presets: beginnings,
      required: true, onChange: () => this.at.setError(null) });
    this.message = h('textarea', { rows: 2, maxLength: 500, value: release.message });
    this.notice = h('p.publish-notice', { role: 'status', hidden: true });
    this.changes = h('div.publish-changes', loading());
    this.panel = new ReviewPanel(apiPath(slug, 'releases', release.id, 'review'), slug, { linkTo: { release: release.id },
      onChange: (review) => { if (review?.needed && !this.panel.isShown) this.load(review); }, onSince: () => this.load(this.panel.review) });
  }

  open() {
    const may = can('publisher', this.slug);
    const { slug, release } = this;
    const settings = may
      ? [this.at.element, field({ label: t('publish.message'), hint: t('publish.message.hint'), input: this.message }).element,
        h('p.publish-notice', icon('info', { size: 16 }), h('span', t('plan.text')))]
      : h('p.publish-notice', { tabIndex: -1, autofocus: true }, icon('info', { size: 16 }), h('span', t('plan.role')));
    this.handle = sheet({
      title: t('plan.title', { at: dateTime(release.at) }), wide: true,
      body: h('div.publish-sheet', h('div.publish-settings', settings), h('div.publish-review', this.notice, this.panel.element, this.changes)),
      actions: [{ label: t('close'), run: (own) => own.close() },
        ...(may ? [
          { label: t('plan.cancel'), kind: 'danger', run: () => {
            const item = { kind: 'release', from: release.at, state: 'pending', release: this.release };
            askCancel(item, { slug, nameOf: this.nameOf, onDone: () => this.done() });
            return false;
          } },
          { label: t('plan.toDraft'), icon: 'undo', run: () => this.change(async () => {
            await putIntoDraft(slug, this.release, this.nameOf);
            this.onDone();
            return true;
          }) },
          { label: t('plan.save'), kind: 'primary', icon: 'clock', run: () => this.change(() => this.save()) },
        ] : [])],
    });
    this.load();
    this.panel.load().catch(() => {});
    return this.handle;
  }

  done() {
    this.handle.close();
    this.onDone();
  }

  /** Shows the changes of what is reviewed, which may be newer than the release that was opened. */
  async load({ against, revision: number } = { against: this.release.base, revision: this.release.revision }) {
    const { slug, panel } = this;
    const since = panel.sinceRevision;
    try {
      const [types, before, after] = await Promise.all([layouts(), revision(slug, since ?? against), revision(slug, number)]);
      this.nameOf = naming(types, after, before);
      replace(this.changes, comparison(before, after, types, { before: t(since ? 'review.sinceTitle' : 'plan.base'),
        after: t('history.revision', { number }) }, undefined, null, { isComplete: true }));
      panel.show({ revision: number, against });
    } catch (problem) {
      replace(this.changes, failure(problem, () => this.load({ against, revision: number })));
    }
  }

  /** Runs a change of the release; reports if someone else changed it first or it has taken effect. */
  async change(make) {
    try {
      return await make();
    } catch (problem) {
      if (problem.status === 412 && ['pending', 'waiting'].includes(problem.current?.state)) return this.outdated(problem);
      if (![404, 409, 412].includes(problem.status)) throw problem;
      throw Object.assign(problem, { words: [t('missing.title'), t('plan.gone')] });
    }
  }

  async save() {
    const { release, at, message } = this;
    const words = message.value.trim();
    const isMoved = toLocalInput(at.value) !== toLocalInput(release.at);
    if (!isMoved && words === release.message) return true;
    const issue = !at.value ? t('publish.at.missing') : isMoved && Date.parse(at.value) <= Date.now() ? t('publish.at.past') : null;
    at.setError(issue);
    if (issue) {
      at.input.focus();
      return false;
    }
    let response;
    try {
      response = await patch(apiPath(this.slug, 'releases', release.id),
        { ...(isMoved && { at: at.value }), ...(words !== release.message && { message: words }) }, { ifMatch: release.etag });
    } catch (problem) {
      const wrong = (problem.errors ?? []).find(({ pointer }) => pointer === '/at');
      if (!wrong) throw problem;
      at.setError(reasonOf(wrong.reason));
      return false;
    }
    const { data, carried } = response;
    toast([t('plan.saved', { when: whenOf(data.at) }), describePropagation(carried)].filter(Boolean).join(' '), { kind: 'good' });
    reportConflicts(carried, this.nameOf);
    this.onDone();
    return true;
  }

  /** Someone changed the release: updates unedited fields, and lets the operator decide on the others. */
  outdated({ current, changedBy }) {
    const { release } = this;
    if (toLocalInput(this.at.value) === toLocalInput(release.at)) this.at.value = current.at;
    if (this.message.value.trim() === release.message) this.message.value = current.message;
    this.release = current;
    replace(this.notice, icon('info', { size: 16 }), h('span', t('plan.stale', { name: changedBy ?? t('publish.someone') })));
    this.notice.hidden = false;
    return false;
  }
}
