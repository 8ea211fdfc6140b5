// The module that draws each layout, loaded for the first document that has it. Unknown layouts get the generic card.
import { generic } from './layouts/generic.js';

const HOMES = [
  [/^MALL_/, () => import('./layouts/mall.js')],
  [/^DEMO_/, () => import('./layouts/demo.js')],
  [/^BANNER$/, () => import('./layouts/banner.js')],
  [/DRAGON_BALL$/, () => import('./layouts/menus.js')],
  [/PLAYLIST$|^SLIDE_VOICELIST$/, () => import('./layouts/playlists.js')],
  [/^HOMEPAGE_(SLIDE_SONGLIST_ALIGN|NEW_SONG_NEW_ALBUM)$/, () => import('./layouts/songs.js')],
  [/_MLOG$/, () => import('./layouts/clips.js')],
  [/^SHUFFLE_MUSIC_CALENDAR$/, () => import('./layouts/calendar.js')],
  [/^NEWS_FEED$/, () => import('./layouts/news.js')],
  [/^MOMENT$/, () => import('./layouts/moments.js')],
];

const layouts = new Map();

/** Loads the modules that draw some blocks. */
export async function prepare(blocks) {
  const wanted = [...new Set(blocks.map((block) => block.showType))].filter((showType) => !layouts.has(showType));
  const homes = new Set(wanted.map((showType) => HOMES.find(([pattern]) => pattern.test(showType))?.[1]));
  const modules = await Promise.all([...homes].filter(Boolean).map((load) => load()));
  for (const [showType, layout] of modules.flatMap(Object.entries)) layouts.set(showType, layout);
}

// These stand alone on the page: edge to edge, or fixed.
const BARE = new Set(['MALL_BOTTOM_FLOAT', 'MALL_MARQUEE', 'MOMENT']);

export const isFixed = (block) => block.showType === 'MALL_BOTTOM_FLOAT';
export const isBare = (block) => BARE.has(block.showType);

/** The body of a section. Content that a layout cannot draw gets the generic card. */
export function body(block, context) {
  const layout = layouts.get(block.showType);
  if (!layout) return generic(block, context);
  try {
    return layout(block, context);
  } catch {
    return generic(block, context);
  }
}
