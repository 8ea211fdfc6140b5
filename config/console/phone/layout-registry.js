// The module and the style sheet that draw each layout, loaded for the first document that has it. Unknown layouts use
// the generic card, which is loaded for the first of them.
import { h } from '../core/dom.js';
import { styles } from '../core/style.js';

const HOMES = [
  [/^MALL_/, () => import('./layouts/mall.js'), 'phone-mall'],
  [/^DEMO_/, () => import('./layouts/demo.js'), 'phone-words'],
  [/^BANNER$/, () => import('./layouts/banner.js'), 'phone-music'],
  [/DRAGON_BALL$/, () => import('./layouts/menus.js'), 'phone-music'],
  [/PLAYLIST$|^SLIDE_VOICELIST$/, () => import('./layouts/playlists.js'), 'phone-music'],
  [/^HOMEPAGE_(SLIDE_SONGLIST_ALIGN|NEW_SONG_NEW_ALBUM)$/, () => import('./layouts/songs.js'), 'phone-music'],
  [/_MLOG$/, () => import('./layouts/clips.js'), 'phone-music'],
  [/^SHUFFLE_MUSIC_CALENDAR$/, () => import('./layouts/calendar.js'), 'phone-music'],
  [/^NEWS_FEED$/, () => import('./layouts/news.js'), 'phone-words'],
  [/^MOMENT$/, () => import('./layouts/moments.js'), 'phone-words'],
];

const layouts = new Map();
let generic = (block, { typeTitle }) => h('div.phone-box.phone-generic', h('div.phone-generic-kind', typeTitle(block.showType)));

/** Loads the modules that draw some blocks. Returns whether any are new. */
export async function prepare(blocks) {
  const wanted = [...new Set(blocks.map((block) => block.showType))].filter((showType) => !layouts.has(showType));
  const homes = new Set(wanted.map((showType) => HOMES.find(([pattern]) => pattern.test(showType))).filter(Boolean));
  const sheets = [...homes].map(([, , sheet]) => styles(sheet));
  const modules = await Promise.all([...homes].map(([, load]) => load()));
  await Promise.all(sheets);
  const count = layouts.size;
  for (const [showType, layout] of modules.flatMap(Object.entries)) layouts.set(showType, layout);
  if (wanted.some((showType) => !layouts.has(showType))) ({ generic } = await import('./layouts/generic.js'));
  return layouts.size > count;
}

// Layouts without the usual frame: edge to edge, or fixed.
const BARE = new Set(['MALL_BOTTOM_FLOAT', 'MALL_MARQUEE', 'MOMENT']);

export const isFixed = (block) => block.showType === 'MALL_BOTTOM_FLOAT';
export const isBare = (block) => BARE.has(block.showType);

/** The body of a section. Content that its layout cannot draw is shown as the generic card. */
export function body(block, context) {
  const layout = layouts.get(block.showType);
  if (!layout) return generic(block, context);
  try {
    return layout(block, context);
  } catch {
    return generic(block, context);
  }
}
