// What searches compare, as the server's SearchFolding does (docs/decisions/0130).

const CHEROKEE = /[\u13a0-\u13fd\uab70-\uabbf]/;
// Small ASCII letters and ideographs have no other case.
const CASED = /[A-Z]|[^\x00-\x7f\u4e00-\u9fff]/gu;

// The full case folding. Characters are mapped one by one: the mapping of a final sigma depends on its place.
function withoutCase(character) {
  if (character === '\u0131') return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  return [...character.toLowerCase()].flatMap((small) => [...small.toUpperCase()]).map((large) => large.toLowerCase()).join('');
}

/** A text without case, compatibility forms and invisible characters. */
export function folded(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const shown = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.replace(CASED, withoutCase).normalize('NFKC');
}

/** The words of a query, folded. */
export const wordsOf = (query) => folded(query).split(/\s+/).filter(Boolean);

/** Whether a text contains all of some folded words. */
export function hasWords(text, words) {
  const whole = folded(text);
  return words.every((word) => whole.includes(word));
}
