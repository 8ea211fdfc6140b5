// Parses JSON that operators type. Errors have a line and a column; numbers are parsed by core/exact-json.js.
import { numberOf } from '../core/exact-json.js';
import { setMember } from './values.js';

const ESCAPES = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const MOST_LEVELS = 64;

/** A syntax error in JSON. `reason` is the key of its text. */
export class JSONSyntaxError extends SyntaxError {
  constructor(reason, text, offset) {
    const before = text.slice(0, offset).split('\n');
    super(`${reason} (line ${before.length}, column ${before.at(-1).length + 1})`);
    Object.assign(this, { reason, offset, line: before.length, column: before.at(-1).length + 1 });
  }
}

/** Parses a text; throws a JSONSyntaxError. */
export function parseText(text) {
  return new Reader(text).document();
}

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
    this.level = 0;
  }

  document() {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.fail('more');
    return value;
  }

  fail(reason, at = this.at) {
    throw new JSONSyntaxError(this.at >= this.text.length && reason !== 'deep' ? 'end' : reason, this.text, at);
  }

  space() {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  value() {
    this.space();
    const first = this.text[this.at];
    if (first === '{' || first === '[') return this.nested(first === '{' ? this.object : this.array);
    if (first === '"') return this.string();
    for (const [word, value] of [['true', true], ['false', false], ['null', null]]) {
      if (this.text.startsWith(word, this.at)) return (this.at += word.length), value;
    }
    return this.number();
  }

  nested(read) {
    if (++this.level > MOST_LEVELS) this.fail('deep');
    this.at += 1;
    const value = read.call(this);
    this.level -= 1;
    return value;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match) this.fail('value');
    this.at = NUMBER.lastIndex;
    return numberOf(match[0]);
  }

  string() {
    const start = this.at++;
    let out = '';
    for (;;) {
      const char = this.text[this.at];
      if (char === undefined) this.fail('string', start);
      if (char < ' ') this.fail('string');
      this.at += 1;
      if (char === '"') return out;
      out += char === '\\' ? this.escape() : char;
    }
  }

  escape() {
    const char = this.text[this.at];
    const hex = this.text.slice(this.at + 1, this.at + 5);
    if (char === 'u' && /^[0-9a-fA-F]{4}$/.test(hex)) {
      this.at += 5;
      return String.fromCharCode(parseInt(hex, 16));
    }
    if (!Object.hasOwn(ESCAPES, char ?? '')) this.fail('escape');
    this.at += 1;
    return ESCAPES[char];
  }

  array() {
    const items = [];
    if (this.ends(']')) return items;
    for (;;) {
      items.push(this.value());
      if (this.ends(']')) return items;
      this.expect(',', 'comma');
    }
  }

  object() {
    const members = {};
    if (this.ends('}')) return members;
    for (;;) {
      this.space();
      if (this.text[this.at] !== '"') this.fail('name');
      const start = this.at;
      const name = this.string();
      if (Object.hasOwn(members, name)) this.fail('twice', start);
      this.expect(':', 'colon');
      setMember(members, name, this.value());
      if (this.ends('}')) return members;
      this.expect(',', 'comma');
    }
  }

  ends(mark) {
    this.space();
    if (this.text[this.at] !== mark) return false;
    this.at += 1;
    return true;
  }

  expect(mark, reason) {
    this.space();
    if (this.text[this.at] !== mark) this.fail(reason);
    this.at += 1;
  }
}
