// The search box above the list and the filter.
import { h, onKey } from '../core/dom.js';
import { hasWords, wordsOf } from '../core/folded.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';

const kinds = {
  all: () => true,
  changed: (state) => state.changed !== null,
  hidden: (state) => state.hidden,
  scheduled: (state) => state.scheduled !== null,
  targeted: (state) => state.targeted,
  live: (state) => state.live,
};

export class Filter {
  text = '';
  kind = 'all';

  /** `open(code)` opens a section: Enter opens the first match. */
  constructor(workspace, onChange, open) {
    this.workspace = workspace;
    this.onChange = onChange;
    this.input = h('input.list-search-input', { type: 'search', placeholder: t('list.search'), 'aria-label': t('list.search'),
      autocomplete: 'off', spellcheck: 'false', onInput: () => this.#set({ text: this.input.value }) });
    this.button = menuButton({ label: t('list.filter'), icon: 'filter', items: () => Object.keys(kinds).map((kind) => ({
      label: t(`list.filter.${kind}`), checked: kind === this.kind, run: () => this.#set({ kind }) })) });
    this.element = h('div.list-search', h('span.list-search-icon', icon('search', { size: 16 })), this.input, this.button);
    onKey(this.input, (event) => {
      const [first] = event.key === 'Enter' && this.text.trim() ? this.shown() : [];
      if (first) open(first);
      if (event.key !== 'Escape' || !this.active) return;
      event.preventDefault();
      this.clear();
    });
  }

  get active() { return this.text.trim() !== '' || this.kind !== 'all'; }

  clear() {
    this.input.value = '';
    this.#set({ text: '', kind: 'all' });
  }

  /** Returns the matching codes, in the page's order. */
  shown() {
    if (!this.active) return this.workspace.order;
    const words = wordsOf(this.text);
    return this.workspace.order.filter((code) => kinds[this.kind](this.workspace.stateOf(code)) && this.#matches(code, words));
  }

  #matches(code, words) {
    if (words.length === 0) return true;
    const { workspace } = this;
    const { showType } = workspace.blocks.get(code);
    const type = workspace.types.get(showType);
    const titles = Object.values(type?.titles ?? {});
    return hasWords([workspace.nameOf(code), code, showType, type?.title, ...titles].join('\n'), words);
  }

  #set(change) {
    Object.assign(this, change);
    this.button.classList.toggle('list-filtering', this.kind !== 'all');
    this.onChange();
  }
}
