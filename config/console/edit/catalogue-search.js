// The dialog that searches a catalogue: a combobox whose list has the results, each with its picture and name.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { badge } from '../ui/widgets.js';
import { searchCatalogue } from '../page/catalogues.js';
import { typeTitle } from '../page/names.js';
import { cardNote, cardTitle, picture, thumbOf } from './thumbs.js';
import '../text/catalogues.js';

// Milliseconds without a key before what was typed is searched for.
const PAUSE = 300;
const LONGEST = 100;

/** Asks for a card of a catalogue; null if none was chosen. `isTaken(card)` says which ones cannot be. */
export async function chooseCard(catalogue, isTaken) {
  let handle = null;
  const search = new CatalogueSearch(catalogue, isTaken, (card) => handle.close(card));
  handle = dialog({ title: t('catalogue.choose', { title: search.title }), body: search.element,
    actions: [{ label: t('cancel'), run: () => null }], onClose: () => search.stop() });
  return await handle.closed ?? null;
}

class CatalogueSearch {
  #options = [];
  #active = -1;
  #request = null;
  #timer = null;
  #text = '';

  constructor(catalogue, isTaken, onChoose) {
    Object.assign(this, { catalogue, isTaken, onChoose, title: typeTitle(catalogue) });
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
    this.element = h('div.edit-search', this.input, h('div.edit-results-head', this.state, this.again), this.list);
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

  /** Why there are no results. */
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
    const element = h('li.edit-result', { id: uid('result'), role: 'option', 'aria-selected': 'false',
      'aria-disabled': isTaken ? 'true' : null, onClick: () => !isTaken && this.onChoose(card),
      // The focus stays in the input.
      onMousedown: (event) => event.preventDefault() },
    address ? picture(address) : thumbOf(card),
    h('span.edit-result-words', h('span.edit-result-name', name), h('span.edit-card-note', cardNote(card, name))),
    isTaken && badge(t('catalogue.taken')));
    return { element, card, isTaken };
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
    if (event.isComposing) return;
    const count = this.#options.length;
    if (event.key === 'Enter') {
      event.preventDefault();
      const option = this.#options[this.#active];
      if (option && !option.isTaken) this.onChoose(option.card);
      else if (this.#text && !this.#request) this.#search();
    } else if (count && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const from = event.key === 'ArrowUp' && this.#active < 0 ? 0 : this.#active;
      this.#activate((from + (event.key === 'ArrowDown' ? 1 : -1) + count) % count);
    }
  }
}
