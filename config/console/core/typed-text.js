// What people type and paste, as they mean it: input methods write full-width forms, and pasted text has characters that nobody sees.

// Joiners stay: emoji and some scripts need them.
const INVISIBLE = /[\u00AD\u200B\u2060\uFEFF]/g;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;

const visible = (text) => text.replace(INVISIBLE, '');
const narrow = (text) => text.replace(FULL_WIDTH, (one) => String.fromCharCode(one.charCodeAt(0) - 0xFEE0));

/** A text without invisible characters and without spaces at its ends; empty if nothing in it can be seen. */
export function tidyText(text) {
  const tidy = visible(text).trim();
  return /[^\s\u200C\u200D]/.test(tidy) ? tidy : '';
}

/** An address with `https：／／` in ASCII. */
export const tidyAddress = (text) => narrow(tidyText(text));

/** A number in ASCII digits: "１，２３４．５" is "1,234.5". */
export const tidyNumber = (text) => narrow(tidyText(text)).replaceAll('。', '.');
