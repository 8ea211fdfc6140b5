// The pictures to choose from: those of the library, and others that the page already uses.
import { h } from '../core/dom.js';
import { hasWords } from '../core/folded.js';
import { t } from '../core/i18n.js';
import { decoded } from '../core/paths.js';
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

/** The page's pictures, shown next to those of the library. */
function ofThisPage(addresses, present, choose) {
  const buttons = addresses.map((address) => h('button.edit-choice', { title: address,
    'aria-current': address === present ? 'true' : null, onClick: () => choose(address) },
  picture(address), h('span', nameOf(address))));
  const none = h('p.picture-faint', { hidden: addresses.length > 0 }, t('edit.picture.none'));
  const element = h('section.picture-part', h('h3', t('edit.picture.title')), h('div.edit-choices', buttons), none);
  const filter = (words) => {
    buttons.forEach((button) => { button.hidden = !hasWords(`${button.title} ${nameOf(button.title)}`, words); });
    none.hidden = buttons.some((button) => !button.hidden);
  };
  return { element, filter };
}

/** Asks for a picture of the library or of the page; null if none was chosen. */
export async function choosePicture(addresses, present) {
  const { chooseFromLibrary } = await import('../pictures/choose.js');
  return chooseFromLibrary({ present, otherSource: (choose) => ofThisPage(addresses, present, choose) });
}
