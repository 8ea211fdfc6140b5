// The library of pictures: search, upload, and details.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { get } from '../core/api.js';
import { currentPath, currentQuery, setQuery } from '../core/router.js';
import { canAnywhere } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { empty } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { chooseFromLibrary } from '../pictures/choose.js';
import { showDetails } from '../pictures/details.js';
import { askForFiles, dropTarget, filesOf } from '../pictures/files.js';
import { PictureGrid } from '../pictures/grid.js';
import { searchField } from '../pictures/search-field.js';
import { SeveralPictures } from '../pictures/several.js';
import { UploadList } from '../pictures/upload-list.js';
import { fileSize } from '../pictures/words.js';
import { frame } from './admin-frame.js';

const PATH = '/manage/pictures';
const PART = 48;
const USED = { all: null, used: 'true', unused: 'false' };
const NEARLY_FULL = 0.9;

const choiceOf = (used) => Object.keys(USED).find((name) => USED[name] === used) ?? 'all';

class Library {
  constructor(query) {
    this.query = { q: query.q ?? '', used: USED[choiceOf(query.used ?? null)] };
    this.titles = new Map();
    this.search = searchField({ label: t('pictures.search'), value: this.query.q, onSearch: (q) => this.find({ q }) });
    this.choice = segmented({ label: t('pictures.filter'), value: choiceOf(this.query.used), options: Object.keys(USED)
      .map((value) => ({ value, label: t(`pictures.filter.${value}`) })), onChange: (value) => this.find({ used: USED[value] }) });
    this.usage = h('div.picture-usage');
    this.grid = new PictureGrid({ label: t('pictures.library'), limit: PART, withUse: true, onOpen: (picture) => this.open(picture),
      onPart: ({ usage }) => this.drawUsage(usage), none: (filter) => this.none(filter) });
    this.several = canAnywhere('editor') ? new SeveralPictures(this.grid, () => this.grid.begin(this.query)) : null;
    this.uploads = new UploadList({ onIdle: (count) => this.uploaded(count) });
    this.element = h('div.picture-library', h('div.picture-bar', this.search, this.choice, this.several?.toggle, this.usage),
      this.several?.element, this.uploads.element, this.grid.element);
  }

  get isFiltered() {
    return Boolean(this.query.q || this.query.used);
  }

  async begin() {
    this.grid.begin(this.query);
    try {
      const { data } = await get('/api/pages');
      for (const { page, title } of data) this.titles.set(page, title);
    } catch {
      // Without titles, pages are shown by their short names.
    }
  }

  find(change) {
    this.query = { ...this.query, ...change };
    setQuery({ q: this.query.q, used: this.query.used });
    this.grid.begin(this.query);
  }

  /** Applies the URL's query, for example after the browser's back button. */
  follow(query) {
    this.query = { q: query.q ?? '', used: USED[choiceOf(query.used ?? null)] };
    this.search.take(this.query.q);
    this.choice.setValue(choiceOf(this.query.used));
    this.grid.begin(this.query);
  }

  none() {
    if (this.isFiltered) return empty({ icon: 'search', title: t('pictures.none.found') });
    return empty({ icon: 'image', title: t('pictures.empty'), text: t(canAnywhere('editor') ? 'pictures.empty.text' : 'pictures.empty.viewer') });
  }

  drawUsage({ pictures, bytes, maximumBytes }) {
    const part = maximumBytes ? bytes / maximumBytes : 1;
    replace(this.usage, h('span', t('pictures.usage', { count: pictures, size: fileSize(bytes), most: fileSize(maximumBytes) })),
      h('meter', { min: 0, max: 1, high: NEARLY_FULL, value: part, 'aria-label': t('pictures.usage.label') }),
      part >= NEARLY_FULL && h('p.picture-warning.warn', icon('warning', { size: 16 }), h('span', t('pictures.usage.full'))));
  }

  async choose() {
    this.take(await askForFiles({ multiple: true }));
  }

  take(files) {
    if (files.length) this.uploads.add(files);
  }

  // Shows the new pictures, which come first without a filter.
  uploaded(count) {
    toast(t('pictures.uploaded.count', { count }), { kind: 'good' });
    if (currentPath() !== PATH) return;
    if (this.isFiltered) {
      setQuery({ q: null, used: null });
      this.follow({});
    } else {
      this.grid.begin(this.query);
    }
  }

  open(picture) {
    showDetails(picture, { titles: this.titles, onChange: () => this.grid.begin(this.query),
      choose: ({ but }) => chooseFromLibrary({ title: t('pictures.replace.choose', { name: but.name }), value: (one) => one }) });
  }


  destroy() {
    this.grid.stop();
    this.search.stop();
  }
}

export async function view(_params, query) {
  const library = new Library(query);
  const upload = canAnywhere('editor') && h('button.button.primary', { onClick: () => library.choose() }, icon('upload'), t('pictures.upload'));
  const { title, element, body } = frame(PATH, { lead: t('pictures.lead'), actions: [upload] });
  replace(body, library.element);
  const onPaste = (event) => {
    if (document.querySelector('dialog[open]') || event.target.matches?.('input, textarea')) return;
    library.take(filesOf(event.clipboardData));
  };
  if (canAnywhere('editor')) {
    dropTarget(element, (files) => library.take(files));
    document.addEventListener('paste', onPaste);
  }
  library.begin();
  return { title, element, onQuery: () => library.follow(currentQuery()), unsaved: () => library.uploads.busy, destroy() {
    document.removeEventListener('paste', onPaste);
    library.destroy();
  } };
}
