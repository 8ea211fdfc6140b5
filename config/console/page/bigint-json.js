// JSON that keeps whole numbers beyond 2^53: they become BigInt, and digits again. Content has 64-bit ids, which
// JSON.parse would round.

const long = /\d{16}/;

function keep(key, value, context) {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function write(key, value) {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value;
}

/** Parses a JSON text. */
export function parse(text) {
  return long.test(text) ? JSON.parse(text, keep) : JSON.parse(text);
}

/** Returns the JSON text of a value. */
export function print(value, indent) {
  return JSON.stringify(value, write, indent);
}
