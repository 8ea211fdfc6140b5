import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { markText } from './compare.js';
import { nameFor } from './plan.js';

const KINDS = ['added', 'removed', 'changed', 'moved'];
const ICONS = { added: 'plus', removed: 'trash', changed: 'edit', moved: 'drag' };

/** The draft's changes for this audience; each links to its section. */
export class DifferenceList {
  constructor(workspace, { onChoose }) {
    this.workspace = workspace;
    this.onChoose = onChoose;
    this.total = h('p.preview-total');
    this.list = h('ul.preview-differences');
    this.element = h('section.preview-card', { 'aria-label': t('preview.differences'), hidden: true },
      h('h2', icon('diff'), t('preview.differences')), this.total, this.list);
    this.summary = '';
  }

  update(found) {
    this.element.hidden = !found;
    if (!found) return;
    const counts = KINDS.map((kind) => [kind, found.filter((one) => one.kind === kind).length])
      .filter(([, count]) => count).map(([kind, count]) => t(`preview.count.${kind}`, { count }));
    this.summary = counts.length ? t('preview.differs', { what: list(counts) }) : t('preview.same');
    this.total.textContent = this.summary;
    replace(this.list, found.map((one) => h('li',
      h('button.preview-difference', { type: 'button', class: one.kind, dataset: { code: one.code },
        onClick: () => this.onChoose(one.code) },
      icon(ICONS[one.kind]), h('b', nameFor(this.workspace, one.block)), h('span', markText(one))))));
  }

  choose(code) {
    for (const button of this.list.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset.code === code));
    }
  }
}
