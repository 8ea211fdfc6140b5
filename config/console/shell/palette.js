// The palette: one field that finds sections of all pages, pages, views and actions. Loaded when first opened.
import { connection } from '../core/connection.js';
import { h, onKey, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { styles } from '../core/style.js';
import { announce } from '../ui/announcer.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { pages } from './pages.js';
import { localGroups } from './palette-items.js';
import { findSections } from './palette-search.js';
import '../text/palette.js';

const PAUSE = 150;
const PAGE = 8;
let shown = null;

/**
 * Opens or closes the palette, but not over another dialog. `place` is the console's current view: {params}. `typed()`
 * returns the text typed since the key was pressed, or null.
 */
export async function openPalette(place, typed) {
  if (shown) {
    // Unless another dialog, for example for the password, has opened over it.
    if ([...document.querySelectorAll('dialog:modal')].pop() === shown.handle.element) shown.handle.close();
    return;
  }
  await styles('palette');
  // Escape was pressed in the meantime.
  if (typed() === null) return;
  if (!shown && session.operator && !document.querySelector('dialog:modal')) shown = new Palette(place, typed());
}

class Palette {
  #timer = 0;
  #request = null;
  #sections = null;
  #problem = null;
  #isBusy = false;
  #opensFirst = false;
  #items = [];
  #active = 0;

  constructor({ params }, text) {
    this.slug = params.slug ?? null;
    this.pages = [];
    this.list = h('div.palette-list', { role: 'listbox', id: uid('palette'), 'aria-label': t('palette.results') });
    this.note = h('div.palette-note');
    this.input = h('input', { type: 'text', role: 'combobox', 'aria-label': t('palette'), placeholder: t('palette.hint'), 'aria-expanded': 'true',
      'aria-controls': this.list.id, 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false', maxLength: 100, enterKeyHint: 'go' });
    this.input.addEventListener('input', (event) => { if (!event.isComposing) this.typed(); });
    this.input.addEventListener('compositionend', () => this.typed());
    onKey(this.input, (event) => this.key(event));
    this.handle = dialog({ title: t('palette'), plain: true, onClose: () => this.destroy(),
      body: [h('div.palette-field', icon('search'), this.input), this.list, this.note, this.foot()] });
    this.handle.element.classList.add('palette');
    this.offs = [connection.on('change', () => this.search()), session.on('change', () => this.handle.close())];
    this.input.value = text;
    this.search();
    pages().then((all) => {
      this.pages = all;
      this.draw();
    }, () => {});
  }

  foot() {
    const line = (keys, text) => h('span', keys.map((key) => h('kbd.palette-key', key)), t(text));
    return h('p.palette-foot', { 'aria-hidden': 'true' }, line(['↑', '↓'], 'palette.move'), line(['↵'], 'palette.open'), line(['Esc'], 'palette.close'));
  }

  /** The pages that have a draft. */
  get drafts() { return new Set(this.pages.filter(({ draft }) => draft).map(({ page }) => page)); }

  get text() { return this.input.value.trim(); }

  typed() {
    if (this.text === this.before) return;
    this.before = this.text;
    this.#active = 0;
    this.#opensFirst = false;
    this.search(PAUSE);
  }

  /** Searches the sections after a pause; only shows the result of the last request. */
  search(pause = 0) {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
    this.#problem = null;
    this.#isBusy = this.text !== '' && connection.online;
    if (!this.text) this.#sections = null;
    if (this.#isBusy) this.#timer = setTimeout(() => this.ask(this.text), pause);
    this.draw();
  }

  async ask(text) {
    const request = new AbortController();
    this.#request = request;
    let found = null;
    let problem = null;
    try {
      found = await findSections(text, { drafts: this.drafts, signal: request.signal });
    } catch (error) {
      problem = error;
    }
    if (this.#request !== request) return;
    [this.#request, this.#isBusy, this.#sections, this.#problem] = [null, false, found, problem];
    this.draw();
    if (problem) announce(sentenceOf(problem), { assertive: true });
    else announce(this.#items.length ? t('palette.count', { count: this.#items.length }) : t('palette.none', { text }));
    if (this.#opensFirst && this.#items.length) this.take(this.#items[0]);
  }

  draw() {
    const groups = localGroups(this.text, { slug: this.slug, pages: this.pages });
    const key = this.#items[this.#active]?.key;
    // The previous result stays visible until the response, but cannot be opened by key.
    const isOld = this.#isBusy || !connection.online;
    const sections = this.#sections?.items.length ? [{ id: 'sections', items: this.#sections.items, isOld }] : [];
    const all = [...groups, ...sections];
    this.#items = all.flatMap(({ items, isOld: old }) => (old ? [] : items));
    this.#active = Math.max(0, key === undefined || !this.#active ? 0 : this.#items.findIndex((item) => item.key === key));
    replace(this.list, all.map((group) => this.group(group)));
    this.list.hidden = all.length === 0;
    this.list.setAttribute('aria-busy', this.#isBusy);
    replace(this.note, this.words());
    this.note.hidden = !this.note.firstChild;
    this.mark();
  }

  group({ id, items, isOld }) {
    const title = uid('group');
    return h('div.palette-group', { role: 'group', 'aria-labelledby': title, class: isOld ? 'old' : '' },
      h('div.palette-title', { id: title }, t(`palette.${id}`)), items.map((item) => this.option(item)));
  }

  option(item) {
    const element = h('div.palette-option', { role: 'option', id: uid('option'), 'aria-selected': 'false',
      onPointerdown: (event) => event.preventDefault(), onClick: () => this.take(item) },
    icon(item.icon), h('span.palette-words', h('span.palette-label', item.label), item.hint && h('span.palette-hint', item.hint)), item.badge);
    item.element = element;
    return element;
  }

  words() {
    const { text } = this;
    if (!text) return null;
    if (!connection.online) return t('palette.offline');
    if (this.#problem) {
      return [h('span', sentenceOf(this.#problem)), h('button.button.small', { onClick: () => {
        this.input.focus();
        this.search();
      } }, icon('refresh', { size: 16 }), t('retry'))];
    }
    if (this.#isBusy) return this.#sections?.items.length ? null : t('palette.searching');
    if (this.#sections?.more) return t('palette.more');
    if (this.#sections?.items.length === 0) return t(this.#items.length ? 'palette.noSections' : 'palette.none', { text });
    return null;
  }

  mark() {
    this.#items.forEach(({ element }, index) => {
      const isActive = index === this.#active;
      element.classList.toggle('active', isActive);
      element.setAttribute('aria-selected', isActive);
      if (!isActive) return;
      this.input.setAttribute('aria-activedescendant', element.id);
      // Also scrolls to the title of the first group.
      if (index === 0) this.list.scrollTop = 0;
      else element.scrollIntoView({ block: 'nearest' });
    });
    if (!this.#items.length) this.input.removeAttribute('aria-activedescendant');
  }

  key(event) {
    const count = this.#items.length;
    const at = this.#active;
    const moves = { ArrowDown: (at + 1) % count, ArrowUp: (at - 1 + count) % count, Home: 0, End: count - 1,
      PageDown: Math.min(at + PAGE, count - 1), PageUp: Math.max(at - PAGE, 0) };
    if (event.key in moves && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      this.#opensFirst = false;
      this.#active = count ? moves[event.key] : 0;
      this.mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (count) this.take(this.#items[at]);
      // Enter before the response: opens the first result once it is there.
      else this.#opensFirst = this.#isBusy;
    }
  }

  /** Closes first, so that the focus is restored before the action moves it. */
  async take(item) {
    this.handle.close();
    await this.handle.closed;
    try {
      await item.run();
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
    }
  }

  destroy() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
    this.offs.forEach((off) => off());
    if (shown === this) shown = null;
  }
}
