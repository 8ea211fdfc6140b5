import { h } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { cardAt, day, length, tag } from '../parts.js';
import { at, list, num, picture, str } from '../safe.js';

const KINDS = { trailer: 'phone.trailer', review: 'phone.review', playthrough: 'phone.playthrough' };

// The document of a feed only has the ids and kinds of its entries: apps request each one when it scrolls into view.
// The console already has the full entries and looks them up (`cardOf`).
function entry(brief, whole) {
  const item = { ...brief, ...whole };
  const kind = KINDS[item.kind];
  const facts = [str(item.author), num(item.publishTime) && day(item.publishTime)];
  return h('div.phone-news',
    h('div.phone-news-text',
      h('div.phone-news-title', str(item.title) || (kind ? t(kind) : t('phone.entry'))),
      str(item.summary) && h('div.phone-news-summary', str(item.summary)),
      h('div.phone-news-facts', kind && tag(t(kind)), facts.filter(Boolean).join(' · '))),
    h('div.phone-cover.phone-news-pic', picture(item.imageUrl),
      num(item.rating) !== null && h('span.phone-rating', item.rating.toFixed(1)),
      num(item.length) !== null && h('span.phone-length', length(item.length))));
}

export const NEWS_FEED = (block, { cardOf }) =>
  h('div.phone-feed', list(at(block, 'extInfo', 'list')).map((brief, place) =>
    cardAt(place, entry(brief, cardOf?.(block.blockCode, brief?.id)))));
