// The verdicts on a draft or a planned release, and the buttons to approve it or to object.
import { api, del, post } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { can, session } from '../core/session.js';
import { relative } from '../core/time.js';
import { openLinks } from '../links/open-links.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { reviewFacts } from '../ui/verdicts.js';
import { segmented } from '../ui/widgets.js';
import '../text/review.js';

export class ReviewPanel {
  /**
   * `path` is that of the review in the API. `onChange` is called after each load. `shown` is what the operator sees, as
   * {revision, against}; only that can be approved. `onSince(revision)` shows what changed since a revision, or with
   * null everything. `linkTo` is what a link to it shows, `{}` for the draft. `isPlanShown()` is whether the
   * chosen time and changes are those of the review.
   */
  constructor(path, slug, { linkTo = {}, onChange = () => {}, onSince = () => {}, isPlanShown = () => true } = {}) {
    Object.assign(this, { path, slug, linkTo, onChange, onSince, isPlanShown, review: null, shown: null, sinceRevision: null });
    this.element = h('section.review', { 'aria-label': t('review.title'), hidden: true });
  }

  async load() {
    try {
      this.review = (await api('GET', this.path)).data;
    } catch (problem) {
      // The draft was published, or the release took effect.
      if (problem.status !== 404 && problem.status !== 409) throw problem;
      this.review = null;
    }
    this.draw();
    this.onChange(this.review);
  }

  /** Sets what the operator sees. */
  show(shown) {
    this.shown = shown;
    this.draw();
  }

  get isShown() {
    const { review, shown } = this;
    return review?.revision === shown?.revision && review?.against === shown?.against;
  }

  clear() {
    this.review = null;
    this.draw();
  }

  get isAuthor() { return this.review.authors.includes(session.operator.name); }

  draw() {
    const { review } = this;
    this.element.hidden = !review?.needed;
    if (this.element.hidden) return;
    // Drawing it again must not take the focus from the switch.
    const focused = this.element.contains(document.activeElement) && document.activeElement.value;
    replace(this.element, reviewFacts(review), this.since(), this.isAuthor && !review.ready && h('p.admin-note', t('review.author')),
      this.isShown && !this.isPlanShown() && h('p.admin-note', t('review.other')), this.buttons());
    if (focused) [...this.element.querySelectorAll('input')].find(({ value }) => value === focused)?.focus();
  }

  /** A switch between everything and what changed since the operator's last verdict. */
  since() {
    const mine = this.review.earlier.filter(({ by }) => by === session.operator.name).at(-1);
    if (!mine || mine.revision === this.review.revision) return null;
    return segmented({ label: t('review.changes'), value: String(this.sinceRevision), options: [
      { value: 'null', label: t('review.all') }, { value: String(mine.revision), label: t('review.since', { when: relative(mine.at) }) }],
    onChange: (value) => {
      this.sinceRevision = value === 'null' ? null : mine.revision;
      this.onSince(this.sinceRevision);
    } });
  }

  buttons() {
    const mine = this.review.verdicts.find(({ by }) => by === session.operator.name);
    const isMine = this.review.request?.by === session.operator.name;
    return h('div.review-buttons',
      !mine && !this.isAuthor && this.isShown && this.isPlanShown() && can('publisher', this.slug) && h('button.button.primary', { onClick: () => this.give('approvals') },
        icon('check', { size: 16 }), t('review.approve')),
      !mine && can('editor', this.slug) && h('button.button', { onClick: () => this.object() }, icon('warning', { size: 16 }), t('review.object')),
      !this.isAuthor && can('publisher', this.slug) && h('button.button', { onClick: () => openLinks(this.slug, { shown: this.linkTo, mayApprove: true }) },
        icon('phone', { size: 16 }), t('links.open')),
      mine && mine.kind !== 'bypass' && h('button.button', { onClick: () => this.run(() => del(`${this.path}/approvals`)) }, t(`review.withdraw.${mine.kind}`)),
      isMine && h('button.button', { onClick: () => this.run(() => del(this.path)) }, t('review.withdraw')));
  }

  async run(send) {
    try {
      await send();
    } catch (problem) {
      toast(problem.status === 412 ? t('review.changed') : sentenceOf(problem), { kind: 'bad' });
    }
    await this.load().catch((problem) => toast(sentenceOf(problem), { kind: 'bad' }));
  }

  give(kind, message = '') {
    const { state } = this.review;
    return this.run(() => post(`${this.path}/${kind}`, { state, message }));
  }

  async object() {
    const text = field({ label: t('review.object.text'), input: h('textarea', { rows: 3, maxLength: 500 }), required: true });
    const handle = dialog({ title: t('review.object'), body: text.element, actions: [
      { label: t('cancel'), run: (own) => own.close() },
      { label: t('review.object'), kind: 'danger', run: () => {
        const words = text.input.value.trim();
        text.setError(words ? null : t('review.object.missing'));
        return words || false;
      } },
    ] });
    const words = await handle.closed;
    if (words) await this.give('objections', words);
  }
}
