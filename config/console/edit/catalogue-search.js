// The dialog that searches a catalogue: a combobox whose list has the results, each with picture and name.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { badge } from '../ui/widgets.js';
import { searchCatalogue } from '../page/catalogues.js';
import { typeTitle } from '../page/names.js';
import { cardNote, cardTitle, picture, thumbOf } from './thumbs.js';
import { equal } from './values.js';
import '../text/catalogues.js';

// Milliseconds without a key press before the search starts.
const PAUSE = 300;
const LONGEST = 100;

/**
 * Asks for at most `most` cards of a catalogue; returns an empty list if none was chosen. `isTaken(card)`: whether a
 * card cannot be chosen. If `most` is more than one, results have check boxes, and choices are kept across searches.
 */
export async function chooseCards(catalogue, isTaken, most = 1) {
  let handle = null;
  const add = { label: '', kind: 'primary', run: () => search.marked };
  const search = new CatalogueSearch(catalogue, isTaken, { most, onChoose: (cards) => handle.close(cards), onMark: () => {
    const { length: count } = search.marked;
    add.button.hidden = !count;
    add.button.textContent = t('catalogue.add', { count });
  } });
  handle = dialog({ title: t('catalogue.choose', { title: search.title }), body: search.element,
    actions: [{ label: t('cancel'), run: () => [] }, ...(most > 1 ? [add] : [])], onClose: () => search.stop() });
  if (most > 1) add.button.hidden = true;
  return await handle.closed ?? [];
}

class CatalogueSearch {
  #options = [];
  #active = -1;
  #request = null;
  #timer = null;
  #text = '';

  constructor(catalogue, isTaken, { most, onChoose, onMark }) {
    Object.assign(this, { catalogue, isTaken, most, onChoose, onMark, marked: [], title: typeTitle(catalogue) });
    const label = t('catalogue.search', { title: this.title });
    this.list = h('ul.edit-results', { id: uid('results'), role: 'listbox', 'aria-label': label, hidden: true });
    this.input = h('input', { type: 'text', role: 'combobox', 'aria-label': label, 'aria-autocomplete': 'list',
      'aria-expanded': 'false', 'aria-controls': this.list.id, autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'search',
      maxlength: LONGEST, placeholder: label, autofocus: '', onInput: () => this.#typed(), onKeydown: (event) => this.#key(event) });
    this.state = h('p.edit-results-state', { role: 'status' });
    this.again = h('button.button.small', { hidden: true, onClick: () => {
      this.input.focus();
      this.#search();
    } }, icon('refresh', { size: 16 }), t('retry'));
    const keys = most > 1 && h('p.edit-note', t('catalogue.several'));
    this.element = h('div.edit-search', this.input, keys, h('div.edit-results-head', this.state, this.again), this.list);
    this.#say(t('catalogue.start'));
  }

  stop() {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#request = null;
  }

  #say(text, { isBusy = false, canRetry = false } = {}) {
    replace(this.state, isBusy && h('span.spinner', { 'aria-hidden': 'true' }), h('span', text));
    this.list.setAttribute('aria-busy', String(isBusy));
    this.again.hidden = !canRetry;
  }

  #typed() {
    const text = this.input.value.trim();
    if (text === this.#text) return;
    this.#text = text;
    this.stop();
    if (text) {
      this.#say(t('catalogue.searching'), { isBusy: true });
      this.#timer = setTimeout(() => this.#search(), PAUSE);
    } else {
      this.#show([]);
      this.#say(t('catalogue.start'));
    }
  }

  async #search() {
    this.stop();
    const text = this.#text;
    const request = new AbortController();
    this.#request = request;
    this.#say(t('catalogue.searching'), { isBusy: true });
    try {
      const { results, faultCount } = await searchCatalogue(this.catalogue.name, text, request.signal);
      if (request !== this.#request) return;
      this.#show(results);
      const found = results.length ? t('catalogue.found', { count: results.length }) : t('catalogue.none', { text });
      this.#say(faultCount ? t('catalogue.both', { found, unfit: t('catalogue.unfit', { count: faultCount }) }) : found);
    } catch (problem) {
      if (request !== this.#request) return;
      this.#show([]);
      this.#say(this.#words(problem), { canRetry: problem.status !== 404 });
    }
  }

  /** Describes why there are no results. */
  #words(problem) {
    const { title } = this;
    if (problem.type?.endsWith(':upstream-timeout')) return t('catalogue.timeout', { title });
    if (problem.type?.endsWith(':upstream-failed')) return t('catalogue.failed', { title });
    return problem.status === 404 ? t('catalogue.gone', { title }) : explain(problem)[1];
  }

  #show(results) {
    this.#options = results.map((result, place) => this.#option(result, place));
    this.list.hidden = !results.length;
    this.input.setAttribute('aria-expanded', String(results.length > 0));
    replace(this.list, this.#options.map((option) => option.element));
    this.list.scrollTop = 0;
    this.#activate(-1);
  }

  #option({ card, label, picture: address }, place) {
    const name = label || cardTitle(card, place);
    const isTaken = this.isTaken(card);
    const mark = this.most > 1 && !isTaken && h('span.edit-result-mark', { title: t('catalogue.mark'), onClick: (event) => {
      event.stopPropagation();
      this.#mark(option);
    } }, icon('check', { size: 16 }));
    const element = h('li.edit-result', { id: uid('result'), role: 'option', 'aria-selected': 'false',
      'aria-disabled': isTaken ? 'true' : null, onClick: () => !isTaken && this.#choose(option),
      // Keeps the focus in the input.
      onMousedown: (event) => event.preventDefault() },
    mark, address ? picture(address) : thumbOf(card),
    h('span.edit-result-words', h('span.edit-result-name', name), h('span.edit-card-note', cardNote(card, name))),
    isTaken && badge(t('catalogue.taken')));
    const option = { element, card, isTaken };
    if (mark) this.#showMark(option);
    return option;
  }

  /** Chooses a clicked card, together with the marked ones. */
  #choose(option) {
    const others = this.marked.filter((card) => !equal(card, option.card));
    this.onChoose([...others.slice(0, this.most - 1), option.card]);
  }

  #mark(option) {
    if (option.isTaken) return;
    const others = this.marked.filter((card) => !equal(card, option.card));
    if (others.length === this.marked.length && others.length < this.most) others.push(option.card);
    this.marked = others;
    this.#showMark(option);
    this.onMark();
  }

  #showMark({ element, card }) {
    element.setAttribute('aria-checked', String(this.marked.some((one) => equal(one, card))));
  }

  #activate(place) {
    this.#options[this.#active]?.element.setAttribute('aria-selected', 'false');
    this.#active = place;
    const { element } = this.#options[place] ?? {};
    if (element) {
      element.setAttribute('aria-selected', 'true');
      element.scrollIntoView({ block: 'nearest' });
      this.input.setAttribute('aria-activedescendant', element.id);
    } else {
      this.input.removeAttribute('aria-activedescendant');
    }
  }

  #key(event) {
    const count = this.#options.length;
    if (event.key === 'Enter') {
      event.preventDefault();
      const option = this.#options[this.#active];
      const isMarking = this.most > 1 && (event.ctrlKey || event.metaKey);
      if (option && isMarking) this.#mark(option);
      else if (option && !option.isTaken) this.#choose(option);
      else if (this.marked.length) this.onChoose(this.marked);
      else if (this.#text && !this.#request) this.#search();
    } else if (count && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const from = event.key === 'ArrowUp' && this.#active < 0 ? 0 : this.#active;
      this.#activate((from + (event.key === 'ArrowDown' ? 1 : -1) + count) % count);
    }
  }
}
