// Normalizes typed and pasted text: input methods write full-width forms, and pasted text has invisible characters.

// Joiners are kept: emoji and some scripts need them.
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;

const visible = (text) => text.replace(INVISIBLE, '');
const narrow = (text) => text.replace(FULL_WIDTH, (one) => String.fromCharCode(one.charCodeAt(0) - 0xFEE0));

/** Returns a text without invisible characters and surrounding spaces; empty if nothing visible is left. */
export function tidyText(text) {
  const tidy = visible(text).trim();
  return /[^\s\u200C\u200D]/.test(tidy) ? tidy : '';
}

/** Returns an address with `https：／／` in ASCII. */
export const tidyAddress = (text) => narrow(tidyText(text));

/** Returns a number in ASCII digits: "１，２３４．５" becomes "1,234.5". */
export const tidyNumber = (text) => narrow(tidyText(text)).replaceAll('。', '.');
