// Numbers as JSON has them: what nobody changes is written as it was read, digit for digit.

/** A number that JavaScript would write in another way, such as 1.10, 1e3 or -0. It never changes. */
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

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a text is a number in JSON. */
export const isNumberText = (text) => NUMBER.test(text);

/** The value of a number in JSON: a Number if it writes the same text, a BigInt if it is a long whole one, or an ExactNumber. */
export function numberOf(text) {
  const number = Number(text);
  const isWhole = /^-?\d+$/.test(text) && text !== '-0';
  if (isWhole && !Number.isSafeInteger(number)) return BigInt(text);
  return String(number) === text ? number : new ExactNumber(text);
}

/** Whether a JSON value is an object. */
export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
  && !(value instanceof ExactNumber);
