// The verdicts on a draft or a planned release, and the buttons to approve it or to object.
import { api, del, post } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { can, session } from '../core/session.js';
import { relative } from '../core/time.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { badge } from '../ui/widgets.js';
import '../text/review.js';

const ICONS = { approval: 'check', objection: 'warning', bypass: 'warning' };

export class ReviewPanel {
  /** `path` is that of the review in the API; `onChange` is called after each load. */
  constructor(path, slug, { onChange = () => {} } = {}) {
    Object.assign(this, { path, slug, onChange, review: null });
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

  clear() {
    this.review = null;
    this.draw();
  }

  get isAuthor() { return this.review.authors.includes(session.operator.name); }

  draw() {
    const { review } = this;
    this.element.hidden = !review?.needed;
    if (this.element.hidden) return;
    const approvals = review.verdicts.filter(({ kind }) => kind === 'approval').length;
    const objections = review.verdicts.filter(({ kind }) => kind === 'objection').length;
    const state = objections ? badge(t('review.objected'), 'bad', 'warning')
      : review.ready ? badge(t('review.ready'), 'good', 'check')
        : badge(t('review.count', { count: approvals, needed: review.needed }), 'warn', 'clock');
    replace(this.element, h('p.review-state', h('strong', t('review.title')), ' ', state),
      review.request?.message && h('p', t('review.message', { name: review.request.by }), ' ', h('q', review.request.message)),
      review.verdicts.length > 0 && h('ul.review-verdicts', review.verdicts.map((one) => this.line(one))),
      this.since(), this.isAuthor && !review.ready && h('p.admin-note', t('review.author')), this.buttons());
  }

  line({ kind, by, at, message }) {
    return h('li', icon(ICONS[kind], { size: 16 }), h('span', t(`review.verdict.${kind}`, { name: by, when: relative(at) }),
      message && [' ', h('q', message)]));
  }

  /** A link to what changed since the operator's last verdict. */
  since() {
    const mine = this.review.earlier.filter(({ by }) => by === session.operator.name).at(-1);
    if (!mine || mine.revision === this.review.revision) return null;
    return h('p', link(pagePath(this.slug, 'history', this.review.revision), { query: { against: mine.revision } },
      t('review.since', { when: relative(mine.at) })));
  }

  buttons() {
    const mine = this.review.verdicts.find(({ by }) => by === session.operator.name);
    const isMine = this.review.request?.by === session.operator.name;
    return h('div.review-buttons',
      !mine && !this.isAuthor && can('publisher', this.slug) && h('button.button.primary', { onClick: () => this.give('approvals') },
        icon('check', { size: 16 }), t('review.approve')),
      !mine && can('editor', this.slug) && h('button.button', { onClick: () => this.object() }, icon('warning', { size: 16 }), t('review.object')),
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
