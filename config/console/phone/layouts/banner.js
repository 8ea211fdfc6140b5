import { h } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { cardAt, pages } from '../parts.js';
import { at, list, picture, str } from '../safe.js';

const TITLE_COLOURS = new Set(['red', 'blue']);

function slide(banner, place, count) {
  const label = str(banner?.typeTitle);
  const kind = TITLE_COLOURS.has(banner?.titleColor) ? banner.titleColor : 'blue';
  return cardAt(place, h('div.phone-banner',
    picture(banner?.pic, { alt: t('phone.bannerPicture', { place: place + 1, count, label }) }),
    label && h('span', { class: `phone-banner-label ${kind}` }, label)));
}

export const BANNER = (block) => {
  const banners = list(at(block, 'extInfo', 'banners'));
  return pages(banners.map((banner, place) => slide(banner, place, banners.length)), 'phone-banners');
};
