// JSON that preserves how numbers are written: long integers become BigInt, because content has 64-bit ids, and others
// that JavaScript would write differently become ExactNumber.

/** A number that JavaScript would write differently, such as 1.10, 1e3 or -0. */
export class ExactNumber {
  #text;

  constructor(text) {
    this.#text = text;
    Object.freeze(this);
  }

  toString() { return this.#text; }

  valueOf() { return Number(this.#text); }

  toJSON() { return JSON.rawJSON(this.#text); }
}

/**
 * Returns a JSON number as a Number if that is written the same, a BigInt if it is a long integer, or an ExactNumber.
 */
export function numberOf(text) {
  const number = Number(text);
  const isWhole = /^-?\d+$/.test(text) && text !== '-0';
  if (isWhole && !Number.isSafeInteger(number)) return BigInt(text);
  return String(number) === text ? number : new ExactNumber(text);
}

/** Whether a JSON value is an object. */
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  && !(value instanceof ExactNumber);

// Matches texts that may have a number to preserve: long or small, with an exponent, with a trailing zero, or -0. Few
// texts have one.
const unusual = /\d{16}|\d[\d.]{16}|0\.0{6}|(?:\d[eE][+-]?\d+|\.\d*0|-0)\s*(?:[,\]}]|$)/;

const keep = (key, value, context) => (typeof value === 'number' && context?.source ? numberOf(context.source) : value);

function write(key, value) {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value;
}

/** Parses a JSON text. */
export function parse(text) {
  return unusual.test(text) ? JSON.parse(text, keep) : JSON.parse(text);
}

/** Returns the JSON text of a value. */
export function print(value, indent) {
  return JSON.stringify(value, write, indent);
}
