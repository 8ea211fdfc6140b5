// Folds text for searches in the same way as the server's SearchFolding (docs/decisions/0130).

const CHEROKEE = /[\u13a0-\u13fd\uab70-\uabbf]/;
// Lowercase ASCII letters and ideographs have no other case.
const CASED = /[A-Z]|[^\x00-\x7f\u4e00-\u9fff]/gu;

// Full case folding. Characters are mapped one at a time: the mapping of a final sigma depends on its position.
function withoutCase(character) {
  if (character === '\u0131') return character;
  if (CHEROKEE.test(character)) return character.toUpperCase();
  return [...character.toLowerCase()].flatMap((small) => [...small.toUpperCase()]).map((large) => large.toLowerCase()).join('');
}

/** Returns a text without case, compatibility forms and invisible characters. */
export function folded(text) {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const shown = text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return shown.replace(CASED, withoutCase).normalize('NFKC');
}

/** Returns the words of a query, folded. */
export const wordsOf = (query) => folded(query).split(/\s+/).filter(Boolean);

/** Whether a text contains all of the folded words. */
export function hasWords(text, words) {
  const whole = folded(text);
  return words.every((word) => whole.includes(word));
}
