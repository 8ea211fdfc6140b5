// The pictures that a page uses already, to choose from.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { decoded } from '../core/paths.js';
import { dialog } from '../ui/dialog.js';
import { picture } from './thumbs.js';

const ADDRESS = /^(\/assets\/|https?:\/\/).+\.(svg|png|jpe?g|webp|gif|avif)(\?.*)?$/i;

/** The addresses of pictures in all sections, those of `own` first. */
export function picturesOf(workspace, own) {
  const found = new Set();
  const look = (value) => {
    if (typeof value === 'string') {
      if (ADDRESS.test(value)) found.add(value);
    } else if (value !== null && typeof value === 'object') {
      Object.values(value).forEach(look);
    }
  };
  look(own);
  for (const code of workspace.order) look(workspace.blocks.get(code)?.content);
  return [...found];
}

const nameOf = (address) => decoded(address.split('/').pop().split('?')[0]);

/** Asks for a picture; null when none was chosen. */
export async function choosePicture(addresses, present) {
  let handle = null;
  const search = h('input', { type: 'search', placeholder: t('edit.picture.search'),
    'aria-label': t('edit.picture.search') });
  const buttons = addresses.map((address) => h('button.edit-choice', { title: address,
    'aria-current': address === present ? 'true' : null, onClick: () => handle.close(address) },
  picture(address), h('span', nameOf(address))));
  search.addEventListener('input', () => {
    const wanted = search.value.trim().toLowerCase();
    buttons.forEach((button) => { button.hidden = !button.title.toLowerCase().includes(wanted); });
  });
  handle = dialog({ title: t('edit.picture.title'), wide: true,
    body: [addresses.length > 12 && search, addresses.length ? h('div.edit-choices', buttons)
      : h('p', t('edit.picture.none'))],
    actions: [{ label: t('cancel'), run: () => null }] });
  return await handle.closed ?? null;
}
