// What searches compare. The server's SearchFolding makes the same (docs/decisions/0130-one-folding-for-searches.md).

const CHEROKEE = /[\u13a0-\u13fd\uab70-\uabbf]/;
// All but small ASCII and the unified ideographs, which have no case.
const CASED = /[A-Z]|[^\x00-\x7f\u4e00-\u9fff]/gu;

// The full case folding of a character, as far as two mappings make it: a small letter without a dot is another letter, and
// Cherokee is folded to its capitals. Each mapping gets single characters: the one of a final sigma depends on its place.
function withoutCase(character) {
  if (character === '\u0131') return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  return [...character.toLowerCase()].flatMap((small) => [...small.toUpperCase()]).map((large) => large.toLowerCase()).join('');
}

/** A text without case, compatibility forms (half-width and full-width letters, ligatures) and characters that are not shown. */
export function folded(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const shown = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.replace(CASED, withoutCase).normalize('NFKC');
}

/** The words of a query, folded. */
export const wordsOf = (query) => folded(query).split(/\s+/).filter(Boolean);

/** Whether a text has each of some folded words. */
export function hasWords(text, words) {
  const whole = folded(text);
  return words.every((word) => whole.includes(word));
}
