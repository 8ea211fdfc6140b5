// Which module draws which layout. A layout that is not here gets the generic card.
import { BANNER } from './layouts/banner.js';
import { DRAGON_BALL, SLIDE_PLAYABLE_DRAGON_BALL } from './layouts/menus.js';
import { HOMEPAGE_SLIDE_PLAYLIST, SLIDE_VOICELIST } from './layouts/playlists.js';
import { HOMEPAGE_NEW_SONG_NEW_ALBUM, HOMEPAGE_SLIDE_SONGLIST_ALIGN } from './layouts/songs.js';
import { HOMEPAGE_SLIDE_PLAYABLE_MLOG, SHUFFLE_MLOG } from './layouts/clips.js';
import { SHUFFLE_MUSIC_CALENDAR } from './layouts/calendar.js';
import * as mall from './layouts/mall.js';
import { NEWS_FEED } from './layouts/news.js';
import { MOMENT } from './layouts/moments.js';
import * as demo from './layouts/demo.js';
import { generic } from './layouts/generic.js';

const LAYOUTS = new Map(Object.entries({
  BANNER, DRAGON_BALL, SLIDE_PLAYABLE_DRAGON_BALL, HOMEPAGE_SLIDE_PLAYLIST, SLIDE_VOICELIST,
  HOMEPAGE_SLIDE_SONGLIST_ALIGN, HOMEPAGE_NEW_SONG_NEW_ALBUM, SHUFFLE_MLOG,
  HOMEPAGE_SLIDE_PLAYABLE_MLOG, SHUFFLE_MUSIC_CALENDAR, NEWS_FEED, MOMENT, ...mall, ...demo,
}));

// These stand alone on the page: edge to edge, or fixed.
const BARE = new Set(['MALL_BOTTOM_FLOAT', 'MALL_MARQUEE', 'MOMENT']);

export const isFixed = (block) => block.showType === 'MALL_BOTTOM_FLOAT';
export const isBare = (block) => BARE.has(block.showType);

/** The body of a section. Content that a layout cannot cope with is shown by the generic card. */
export function body(block, context) {
  const layout = LAYOUTS.get(block.showType);
  if (!layout) return generic(block, context);
  try {
    return layout(block, context);
  } catch {
    return generic(block, context);
  }
}
