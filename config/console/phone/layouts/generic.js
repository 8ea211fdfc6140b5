// A generic card for layouts that this console does not know.
import { h } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { cardAt, look, row } from '../parts.js';
import { at, list, picture, str } from '../safe.js';

const PICTURES = ['imageUrl', 'pic', 'picUrl', 'coverUrl', 'iconUrl', 'avatarUrl'];
const TITLES = ['title', 'name', 'text', 'typeTitle'];

const first = (entry, keys) => keys.map((key) => str(at(entry, key))).find(Boolean) ?? '';

function cardsOf(block) {
  if (Array.isArray(block.creatives)) {
    return block.creatives.map((card) => ({ title: look(card).title, image: look(card).image }));
  }
  const info = block.extInfo;
  const found = Array.isArray(info) ? info : Object.values(info ?? {}).find(Array.isArray);
  return list(found).map((entry) =>
    typeof entry === 'string' ? { title: entry, image: '' }
      : { title: first(entry, TITLES), image: first(entry, PICTURES) });
}

export function generic(block, { typeTitle }) {
  const cards = cardsOf(block).map((card, place) => ({ ...card, place })).filter((card) => card.title || card.image);
  return h('div.phone-box.phone-generic',
    h('div.phone-generic-kind', typeTitle?.(block.showType) || str(block.showType)),
    cards.length
      ? row(cards.slice(0, 20).map((card) => cardAt(card.place, h('div.phone-card.small',
        card.image && h('div.phone-cover', picture(card.image)),
        h('div.phone-card-title', card.title)))))
      : h('div.phone-card-note', t('phone.noCards')));
}
