// The number of the page's sections that are shown; opens to list the others, and why they are not shown.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';

export class AbsentLine {
  constructor(workspace) {
    this.workspace = workspace;
    this.codes = [];
    this.summary = h('summary');
    this.list = h('ul.phone-absent-list');
    this.element = h('details.phone-absent', { onToggle: () => this.fill() }, this.summary, this.list);
  }

  /** `shown`: the codes in the document, or null if unknown. */
  update(shown) {
    const { order } = this.workspace;
    this.element.hidden = !shown;
    if (!shown) return;
    this.codes = order.filter((code) => !shown.has(code));
    const count = order.length - this.codes.length;
    const isComplete = this.codes.length === 0;
    replace(this.summary, t(isComplete ? 'phone.shownAll' : 'phone.shown', { shown: count, count: order.length }));
    this.element.classList.toggle('complete', isComplete);
    if (isComplete) this.element.open = false;
    this.fill();
  }

  async fill() {
    if (!this.element.open) return;
    const { absentEntries } = await import('./absent-list.js').catch(() => ({}));
    if (absentEntries) replace(this.list, absentEntries(this.workspace, this.codes));
  }
}
