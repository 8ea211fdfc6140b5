import { h, replace } from '../../core/dom.js';
import { buttonOf, cardAt, playMark, row } from '../parts.js';
import { at, list, picture, str } from '../safe.js';

function artists(resource) {
  return list(at(resource, 'resourceExtInfo', 'artists')).map((artist) => str(artist?.name))
    .filter(Boolean).join(' / ');
}

function song(resource) {
  const note = str(at(resource, 'uiElement', 'subTitle', 'title'));
  const boxed = at(resource, 'uiElement', 'subTitle', 'titleType') === 'songRcmdTag';
  const album = /album/i.test(str(resource?.resourceType));
  return h('div.phone-song',
    picture(at(resource, 'uiElement', 'image', 'imageUrl'), { kind: 'phone-song-cover' }),
    h('div.phone-song-text',
      h('div.phone-song-line',
        h('b', str(at(resource, 'uiElement', 'mainTitle', 'title'))),
        artists(resource) && h('span', artists(resource))),
      note && h('div', { class: boxed ? 'phone-song-tag' : 'phone-song-note' }, note)),
    album ? null : playMark());
}

const column = (card, place) => h('div.phone-column', list(card?.resources)
  .map((resource, inside) => cardAt(`${place}/resources/${inside}`, song(resource))));

export const HOMEPAGE_SLIDE_SONGLIST_ALIGN = (block) =>
  row(list(block.creatives).map((card, place) => column(card, place)), 'phone-columns');

/** Groups cards with the same title into one tab: [title, [[card, place]]]. */
function groups(cards) {
  const tabs = new Map();
  for (const [place, card] of cards.entries()) {
    const title = str(at(card, 'uiElement', 'mainTitle', 'title'));
    tabs.set(title, [...(tabs.get(title) ?? []), [card, place]]);
  }
  return [...tabs];
}

export const HOMEPAGE_NEW_SONG_NEW_ALBUM = (block, { memory }) => {
  const tabs = groups(list(block.creatives));
  const body = h('div');
  const button = h('span.phone-tabs-more');
  const heads = tabs.map(([title], place) =>
    h('button.phone-tab', { type: 'button', onClick: () => open(place) }, title));
  function open(place) {
    memory.tab = place;
    heads.forEach((head, index) => head.setAttribute('aria-pressed', String(index === place)));
    const cards = tabs[place]?.[1] ?? [];
    replace(button, buttonOf(cards.find(([card]) => buttonOf(card))?.[0]));
    replace(body, row(cards.map((one) => column(...one)), 'phone-columns'));
    memory.settle?.();
  }
  open(Math.min(memory.tab ?? 0, Math.max(0, tabs.length - 1)));
  return h('div', h('div.phone-tabs', heads, button), body);
};
