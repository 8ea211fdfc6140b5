// Checks a draft for likely oversights: pure rules on its differences to the live state.
import { cardsAt } from '../page/card-identity.js';
import { segments } from '../page/pointers.js';
import { differences } from './comparison.js';

const DAY = 86_400_000;
const EXAMPLE = /(?:^|[/@.])example\.(?:com|net|org)(?:[/:?#]|$)/i;
const PICTURE = /^(pic|cover|.*(image|img|pic|cover|icon|avatar)url)(dark)?$/i;
const TITLES = new Set(['title', 'name']);
const PARTS = ['content', 'localizations', 'fallback'];

/**
 * Returns the findings before publishing: [{rule, code, path, value}]. `rule` is 'sample', 'example', 'title', 'cards',
 * 'until' or 'from', `path` the path in the section. Ignores hidden sections, and values that are already live.
 *
 * @param {Map} types the layouts, as `layouts()` returns them
 * The last argument may have `samples`: texts of new sections, a Set, and `at`: the instant (ms) of the publication.
 */
export function findings(live, draft, types, { samples = new Set(), at = Date.now() } = {}) {
  return shownSections(live, draft).flatMap(({ code, before, after }) => [
    ...newTexts(before, after).flatMap(({ path, key, text }) => {
      const rule = ruleOf(key, text, samples);
      return rule ? [{ rule, code, path, value: text }] : [];
    }),
    ...withoutCards(before, after, types.get(after.showType)).map((path) => ({ rule: 'cards', code, path })),
    ...pastTimes(before, after, at).map((one) => ({ ...one, code })),
  ]);
}

/** Returns the pictures that are new: [{code, path, value}]. Does not check whether they can be loaded. */
export function newPictures(live, draft) {
  return shownSections(live, draft).flatMap(({ code, before, after }) => newTexts(before, after)
    .filter(({ key, text }) => PICTURE.test(key) && text.trim() !== '').map(({ path, text }) => ({ code, path, value: text })));
}

/** Returns the codes of the sections that are new, hidden ones included. */
export const newSections = (live, draft) => draft.order.filter((code) => !live.blocks.has(code));

const shownSections = (live, draft) => differences(live, draft).sections
  .filter(({ kind, after }) => kind !== 'removed' && after.enabled !== false);

function ruleOf(key, text, samples) {
  if (samples.has(text.trim())) return 'sample';
  if (EXAMPLE.test(text)) return 'example';
  return TITLES.has(key) && text.trim() === '' ? 'title' : null;
}

/** Returns the texts of a section that are not live under the same name: [{path, key, text}]. */
function newTexts(before, after) {
  const known = new Set();
  for (const name of PARTS) texts(before?.[name], [], (path, key, text) => known.add(`${key}\n${text}`));
  const found = [];
  for (const name of PARTS) {
    texts(after[name], [name], (path, key, text) => known.has(`${key}\n${text}`) || found.push({ path, key, text }));
  }
  return found;
}

// The name of a text in a list is that of the list.
function texts(value, path, take, name = path.at(-1)) {
  if (typeof value === 'string') take(path, name, value);
  else if (Array.isArray(value)) value.forEach((item, place) => texts(item, [...path, String(place)], take, name));
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) texts(inner, [...path, key], take, key);
  }
}

/** Returns the path of a section's cards if there are too few, unless this is already the case in live. */
function withoutCards(before, after, type) {
  if (!type?.items || after.source) return [];
  const least = Math.max(1, type.minimumCards ?? 1);
  const enough = (block) => cardsAt(block?.content, type.items).length >= least;
  const wasSo = before && before.showType === after.showType && !before.source && before.enabled !== false && !enough(before);
  return enough(after) || wasSo ? [] : [['content', ...segments(type.items)]];
}

/**
 * Returns windows of the section and its cards that are over at the publication, or that begin more than a day before
 * it.
 */
function pastTimes(before, after, at) {
  const windows = [[[], before, after], ...Object.entries(after.cards ?? {}).map(([id, rule]) => (
    [['cards', id], before?.cards?.[id], rule]))];
  return windows.filter(([, , now]) => now.enabled !== false).flatMap(([path, was, now]) => {
    const isNew = (name) => now[name] && Date.parse(now[name]) !== Date.parse(was?.[name]);
    if (now.until && Date.parse(now.until) <= at) {
      return isNew('until') || isNew('from') ? [{ rule: 'until', path: [...path, 'until'], value: now.until }] : [];
    }
    return isNew('from') && Date.parse(now.from) < at - DAY ? [{ rule: 'from', path: [...path, 'from'], value: now.from }] : [];
  });
}
