// JSON with whole numbers beyond 2^53 kept as they were: they become BigInt, and are written as digits again.
// Content of sections carries 64-bit ids, which a plain JSON.parse would round.

const long = /\d{16}/;

function keep(key, value, context) {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source && /^-?\d+$/.test(source) ? BigInt(source) : value;
}

function write(key, value) {
  return typeof value === 'bigint' ? JSON.rawJSON(value.toString()) : value;
}

/** The value of a JSON text. */
export function parse(text) {
  return long.test(text) ? JSON.parse(text, keep) : JSON.parse(text);
}

/** The JSON text of a value. */
export function print(value, indent) {
  return JSON.stringify(value, write, indent);
}
