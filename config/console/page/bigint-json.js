// JSON that keeps every number as it is written: long whole ones become BigInt, because content has 64-bit ids, and others
// that JavaScript would write in another way become ExactNumber.
import { numberOf } from '../core/exact-number.js';

// A number that may be one of them: long or small, with an exponent, with a zero at its end, or -0. Few texts have one.
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
