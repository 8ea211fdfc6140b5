// The review of what a link shows, for links that may approve: the changes, the verdicts, and the buttons.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { print } from '../core/exact-json.js';
import { at, str } from '../phone/safe.js';
import { titleOf } from '../phone/render.js';
import { exactText } from '../ui/exact-text.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { reviewFacts } from '../ui/verdicts.js';
import { segmented } from '../ui/widgets.js';
import '../text/review.js';

const ICONS = { added: 'plus', removed: 'trash', changed: 'edit', moved: 'drag' };

export class LinkReview {
  /** `request(method, path, body)` sends a request with the link; `onStage(isLive)` shows the live page or the changed one. */
  constructor(request, { onStage, onChange }) {
    Object.assign(this, { request, onChange, review: null, documents: [], types: new Map() });
    this.stage = segmented({ label: t('link.stage'), value: 'after', options: [
      { value: 'live', label: t('link.stage.live') }, { value: 'after', label: t('link.stage.after') }],
    onChange: (value) => onStage(value === 'live') });
    this.error = h('p.link-error', { role: 'alert' });
    this.body = h('div.link-review-body');
    this.element = h('section.review', { 'aria-label': t('review.title') }, this.body, this.stage, this.error);
  }

  /** Draws a review, with the names that sections have in the documents. */
  draw(review, documents, types) {
    Object.assign(this, { review, documents, types });
    this.stage.setValue('after');
    // The live page is read as of now, so it cannot be compared with a page at another time.
    this.stage.hidden = Boolean(review.shownAt);
    const changes = this.changes();
    replace(this.body, reviewFacts(review),
      h('details.link-changes', h('summary', t('link.changes', { count: changes.length })), h('ul', changes)),
      this.buttons());
  }

  changes() {
    const { order, blocks, data } = this.review.difference;
    const moved = order.moved.filter((code) => !blocks.some(({ blockCode }) => blockCode === code));
    const steps = (patch) => h('ul', patch.map((step) => h('li', h('code', exactText(step.path || '/')), ' ',
      'value' in step ? h('code', exactText(print(step.value))) : t('link.change.gone'))));
    const line = (code, change, isMoved) => h('span.link-change', icon(ICONS[change], { size: 16 }), this.nameOf(code),
      h('span.link-kind', t(`link.change.${change}`), isMoved && `, ${t('link.change.moved')}`));
    const changed = ({ blockCode, change, patch }) => h('li', h('details',
      h('summary', line(blockCode, change, order.moved.includes(blockCode))), steps(patch)));
    return [
      ...blocks.map(changed),
      ...moved.map((code) => h('li', line(code, 'moved'))),
      data.length > 0 && h('li', h('details', h('summary', t('link.change.data')), steps(data))),
    ].filter(Boolean);
  }

  nameOf(code) {
    const block = this.documents.flatMap((blocks) => blocks).find((one) => one.blockCode === code);
    const name = block ? str(at(block, 'uiElement', 'mainTitle', 'title')) || titleOf(this.types, block.showType) || code : code;
    return h('b', exactText(name), !block && h('span.link-kind', t('link.change.elsewhere')));
  }

  buttons() {
    const { review } = this;
    if (review.authors.includes(review.person)) return h('p', t('link.author', { name: review.person }));
    const mine = review.verdicts.find(({ by }) => by === review.approver);
    if (mine?.kind === 'bypass') return null;
    const text = h('textarea', { rows: 2, maxLength: 500, 'aria-label': t('review.object.text') });
    const object = () => (text.value.trim() ? this.give('objections', text.value.trim()) : this.fail(t('review.object.missing')));
    return h('div.review-buttons', h('p', t('link.inName', { name: review.person })),
      mine ? h('button.button', { onClick: () => this.run('DELETE', 'approvals') }, t(`review.withdraw.${mine.kind}`)) : [
        h('button.button.primary', { onClick: () => this.give('approvals') }, icon('check', { size: 16 }), t('review.approve')),
        h('details.link-object', h('summary.button', t('review.object')), text,
          h('button.button', { onClick: object }, t('link.object')))]);
  }

  give(kind, message = '') { return this.run('POST', kind, { state: this.review.state, message }); }

  fail(text) { this.error.textContent = text; }

  async run(method, kind, body) {
    // Until the next load, what is shown may be outdated.
    this.body.inert = true;
    this.fail('');
    let text = '';
    try {
      await this.request(method, `/preview/review/${kind}`, body);
    } catch (problem) {
      text = problem.status === 412 ? t('review.changed') : sentenceOf(problem);
    }
    await this.onChange();
    this.body.inert = false;
    this.fail(text);
  }
}
