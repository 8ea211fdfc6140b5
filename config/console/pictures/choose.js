// Asks for a picture: from the library, or from other addresses offered next to it.
import { h } from '../core/dom.js';
import { wordsOf } from '../core/folded.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { dialog } from '../ui/dialog.js';
import { PictureGrid } from './grid.js';
import { searchField } from './search-field.js';
import '../text/library.js';

const PART = 12;

/**
 * Resolves with the address of the chosen picture, or with `value(picture)`; null if none was chosen. `otherSource(close)`
 * creates an element for other pictures, with `filter(words)`.
 */
export async function chooseFromLibrary({ present = null, otherSource, value = (picture) => picture.url, title = t('pictures.choose') } = {}) {
  await styles('pictures');
  let handle = null;
  const grid = new PictureGrid({ label: t('pictures.library'), limit: PART, present, onOpen: (picture) => handle.close(value(picture)),
    none: ({ q }) => h('p.picture-faint', t(q ? 'pictures.none.found' : 'pictures.none.yet')) });
  const other = otherSource?.((chosen) => handle.close(chosen));
  const search = searchField({ label: t('pictures.search'), onSearch: (q) => grid.begin({ q }) });
  if (other) search.addEventListener('input', () => other.filter(wordsOf(search.value)));
  const body = h('div.picture-choose', search, h('section.picture-part', h('h3', t('pictures.library')), grid.element),
    other?.element);
  handle = dialog({ title, wide: true, body, actions: [{ label: t('cancel'), run: () => null }] });
  grid.begin({});
  const chosen = await handle.closed;
  grid.stop();
  search.stop();
  return chosen ?? null;
}
