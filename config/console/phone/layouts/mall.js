import { h } from '../../core/dom.js';
import { locale, t } from '../../core/i18n.js';
import { icon } from '../../ui/icons.js';
import { member } from '../../page/merge.js';
import { cardAt, day, money, pages, row, short, tag } from '../parts.js';
import { at, colour, list, num, picture, str } from '../safe.js';

// The fixed heights of sections of the mall, in points.
const AD_HEIGHTS = {
  beltAndRoad: 46, shoppingCarnival: 150, otc: 60, hxPrefecture: 60, middleAd: 114,
};

const drawn = (entries, draw) => list(entries).map((entry, place) => entry && cardAt(place, draw(entry, place))).filter(Boolean);
const entries = (block, draw) => drawn(at(block, 'extInfo', 'list'), draw);

export const MALL_MARQUEE = (block) => h('div.phone-marquee', icon('megaphone'),
  row(entries(block, (line) => h('div.phone-marquee-line', tag(line.badge), str(line.title)))));

function ad(entry, height) {
  const card = h('div', { class: `phone-ad${height < 80 ? ' slim' : ''}` },
    picture(entry.imageUrl, { dark: entry.imageUrlDark }),
    h('div.phone-ad-text',
      h('div.phone-ad-title', h('span', str(entry.title)), tag(entry.badge, 'strong')),
      str(entry.subtitle) && height >= 60 && h('div.phone-ad-line', str(entry.subtitle)),
      num(entry.price) !== null && height >= 100
        && h('div.phone-ad-price', money(entry.price, entry.currency))));
  card.style.height = `${height}px`;
  if (colour(entry.backgroundColor)) {
    card.classList.add('coloured');
    card.style.backgroundColor = entry.backgroundColor;
  }
  return card;
}

export const MALL_AD = (block) => {
  const height = member(AD_HEIGHTS, block.blockCode) ?? 114;
  return pages(entries(block, (entry) => ad(entry, height)));
};

function entryTile(entry) {
  return h('div.phone-entry',
    h('div.phone-entry-icon', picture(entry.imageUrl), tag(entry.badge, 'strong')),
    h('b', str(entry.title)),
    str(entry.subtitle) && h('span', str(entry.subtitle)));
}

export const MALL_NAVIGATION = (block) => {
  const all = entries(block, entryTile);
  const across = all.length <= 4 ? Math.max(1, all.length) : 5;
  const grid = h('div.phone-box.phone-entries', all);
  grid.style.gridTemplateColumns = `repeat(${across}, minmax(0, 1fr))`;
  return grid;
};

export const MALL_OTHER_MALL = (block) => row(entries(block, (shop) => h('div.phone-shop',
  picture(shop.imageUrl), h('b', str(shop.title)),
  str(shop.subtitle) && h('span', str(shop.subtitle)), tag(shop.badge, 'strong'))));

export const MALL_OTHER_SERVICE = (block) => h('div.phone-box.phone-services',
  entries(block, (service) => h('div.phone-service',
    picture(service.imageUrl),
    h('div', h('b', str(service.title), tag(service.badge)),
      (str(service.subtitle) || str(service.phone))
        && h('span', [str(service.subtitle), str(service.phone)].filter(Boolean).join(' · '))))));

function coupon(entry, currency) {
  const from = num(entry?.threshold);
  return h('div.phone-coupon',
    h('b', num(entry?.amount) === null ? '' : money(entry.amount, currency)),
    h('div', h('span', str(entry?.title)),
      from && h('small', t('phone.couponFrom', { amount: money(from, currency) })),
      num(entry?.endTime) && h('small', t('phone.couponUntil', { day: day(entry.endTime) }))));
}

export const MALL_WALLET_CARD = (block) => {
  const card = at(block, 'extInfo', 'smallWelfare') ?? {};
  const figure = (value, label) => h('div.phone-figure', h('b', value), h('span', label));
  const points = num(card.points);
  return cardAt('/extInfo/smallWelfare', h('div.phone-wallet',
    picture(card.imageUrl, { kind: 'phone-wallet-back' }),
    h('div.phone-wallet-front', h('div.phone-wallet-top',
      h('div', h('b', str(card.title)), str(card.subtitle) && h('span', str(card.subtitle))),
      h('div.phone-figures',
        num(card.balance) !== null && figure(money(card.balance, card.currency), t('phone.balance')),
        points !== null && figure(new Intl.NumberFormat(locale()).format(points), t('phone.points')))),
    list(card.coupons).length > 0
      && row(list(card.coupons).map((entry, place) => cardAt(`/extInfo/smallWelfare/coupons/${place}`,
        coupon(entry, card.currency))), 'phone-coupons'))));
};

function channel(show, name) {
  if (!show) return null;
  const states = { live: 'phone.live', upcoming: 'phone.upcoming', replay: 'phone.replay' };
  const state = states[show.status];
  return cardAt(`/extInfo/${name}`, h('div.phone-show',
    h('div.phone-cover', picture(show.imageUrl),
      tag(show.badge || (state ? t(state) : ''), show.status === 'live' ? 'strong' : 'dark'),
      show.status === 'live' && num(show.viewerCount) !== null
        && h('span.phone-plays', t('phone.watching', { count: short(show.viewerCount) }))),
    h('div.phone-card-title', str(show.title)),
    h('div.phone-author', picture(show.avatarUrl, { kind: 'phone-round phone-author-pic' }),
      str(show.anchorName))));
}

export const MALL_BROADCAST = (block) => {
  const { topSale, hot, choiceness } = at(block, 'extInfo') ?? {};
  return h('div.phone-box.phone-shows',
    topSale && cardAt('/extInfo/topSale', h('div.phone-top-sale', h('div.phone-cover', picture(topSale.imageUrl),
      tag(topSale.badge, 'strong')),
    h('div.phone-card-title', str(topSale.title)),
    str(topSale.subtitle) && h('div.phone-card-note', str(topSale.subtitle)))),
    channel(hot, 'hot'), channel(choiceness, 'choiceness'));
};

function nearby(place) {
  const facts = [
    num(place.rating) !== null && `★ ${place.rating.toFixed(1)}`,
    num(place.distance) !== null && distance(place.distance),
  ].filter(Boolean).join(' · ');
  return h('div.phone-card.phone-near',
    h('div.phone-cover', picture(place.imageUrl), tag(place.badge, 'strong')),
    h('div.phone-card-title', str(place.title)),
    str(place.subtitle) && h('div.phone-card-note', str(place.subtitle)),
    facts && h('div.phone-card-note', facts));
}

function distance(km) {
  const [value, unit] = km < 1 ? [Math.round(km * 1000), 'meter'] : [km, 'kilometer'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, maximumFractionDigits: 1 })
    .format(value);
}

export const MALL_LOCAL_SERVICE = (block) => row(entries(block, nearby));

/** Stays at the bottom edge of the screen while the page scrolls. */
export const MALL_BOTTOM_FLOAT = (block) => {
  const tabs = list(at(block, 'extInfo', 'headerList'));
  const first = Math.max(0, tabs.findIndex((entry) => entry?.selected === true));
  return h('div.phone-float', drawn(tabs, (entry, place) =>
    h('div', { class: `phone-float-tab${place === first ? ' on' : ''}` },
      entry.imageUrl && picture(entry.imageUrl),
      h('b', str(entry.title), tag(entry.badge, 'strong')),
      str(entry.subtitle) && h('span', str(entry.subtitle)))));
};
