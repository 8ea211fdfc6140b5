// A grid of the library's pictures, loaded in pages.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { badge } from '../ui/widgets.js';
import { listPictures } from './client.js';
import { fileSize, pixels, typeName } from './words.js';
import '../text/library.js';

function tile(picture, { isChosen, grid, withUse }) {
  const place = h('span.picture-thumb');
  replace(place, h('img', { src: picture.url, alt: picture.alt, loading: 'lazy', decoding: 'async',
    onError: () => replace(place, icon('warning')) }));
  return h('li', h('button.picture-tile', { 'aria-current': isChosen ? 'true' : null, title: picture.name,
    'aria-pressed': grid.chosen ? String(grid.chosen.has(picture.id)) : null,
    onClick: (event) => grid.press(picture, event.currentTarget) }, place, h('span.picture-name', picture.name),
  h('span.picture-facts', pixels(picture), ' · ', fileSize(picture.bytes)),
  h('span.picture-marks', badge(typeName(picture.type)), picture.animated && badge(t('pictures.animated')),
    withUse && !picture.pages.length && badge(t('pictures.unused')))));
}

/**
 * The pictures that match a filter {q, used}. `onOpen(picture)` is called on a click; `onPart({usage, count})` after
 * each loaded page; `none(filter)` creates the element for an empty result.
 */
export class PictureGrid {
  #reading = null;
  /** The selected pictures by id; null while a click opens a picture. */
  chosen = null;
  onChoice = null;

  constructor({ label, limit, onOpen, onPart, none, present = null, withUse = false }) {
    Object.assign(this, { limit, onOpen, onPart, none, present, withUse, filter: {}, count: 0, next: null });
    this.list = h('ul.picture-grid', { 'aria-label': label });
    this.foot = h('div.picture-more');
    this.outlet = h('div.picture-outlet');
    this.element = h('div', this.outlet, this.foot);
  }

  /** Makes clicks select pictures, or open them again. */
  choose(isOn) {
    this.chosen = isOn ? new Map() : null;
    for (const button of this.list.querySelectorAll('button')) {
      if (isOn) button.setAttribute('aria-pressed', 'false');
      else button.removeAttribute('aria-pressed');
    }
  }

  press(picture, button) {
    if (!this.chosen) return this.onOpen(picture);
    if (!this.chosen.delete(picture.id)) this.chosen.set(picture.id, picture);
    button.setAttribute('aria-pressed', String(this.chosen.has(picture.id)));
    return this.onChoice?.();
  }

  /** Shows the pictures for another filter. Keeps the old ones until the new ones are loaded. */
  async begin(filter = this.filter) {
    this.#reading?.abort();
    this.#reading = new AbortController();
    // Selected pictures must be visible: a new filter clears the selection.
    if (this.chosen && (filter.q !== this.filter.q || filter.used !== this.filter.used)) {
      this.chosen.clear();
      this.onChoice?.();
    }
    this.filter = filter;
    if (!this.outlet.contains(this.list)) replace(this.outlet, loading());
    await this.#read(null);
  }

  async #read(cursor) {
    const { signal } = this.#reading;
    this.outlet.setAttribute('aria-busy', 'true');
    try {
      const part = await listPictures({ ...this.filter, cursor, limit: this.limit }, signal);
      if (!signal.aborted) this.#take(part, cursor === null);
    } catch (problem) {
      if (signal.aborted) return;
      if (cursor !== null) toast(sentenceOf(problem), { kind: 'bad' });
      else {
        replace(this.foot);
        replace(this.outlet, failure(problem, () => this.begin(), { level: 3 }));
      }
    } finally {
      if (!signal.aborted) this.outlet.removeAttribute('aria-busy');
    }
  }

  #take({ pictures, usage, next }, isFirst) {
    if (isFirst) {
      replace(this.list);
      this.count = 0;
    }
    const before = this.count;
    this.count += pictures.length;
    this.list.append(...pictures.map((picture) => tile(picture, { isChosen: picture.url === this.present, grid: this,
      withUse: this.withUse })));
    replace(this.outlet, this.count ? this.list : this.none(this.filter));
    const hadFocus = this.foot.contains(document.activeElement);
    replace(this.foot, next && h('button.button', { onClick: () => this.#more(next) }, t('pictures.more')));
    if (hadFocus) this.list.children[before]?.querySelector('button').focus();
    announce(t('pictures.count', { count: this.count }));
    this.onPart?.({ usage, count: this.count });
  }

  async #more(cursor) {
    if (this.outlet.getAttribute('aria-busy') !== 'true') await this.#read(cursor);
  }

  stop() {
    this.#reading?.abort();
  }
}
