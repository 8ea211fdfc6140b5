import { h } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { print } from '../core/exact-json.js';
import { thumbnailOf } from '../page/names.js';
import { choiceOf } from '../edit/labels.js';
import { asciiHost, exactText } from '../ui/exact-text.js';
import { instantOf } from './field-words.js';

/** Areas in which no value means no limit. */
const LIMITS = new Set(['visibility', 'audience']);

/** Shows a value: a picture, a date, a switch, a colour, or its text. */
export function valueView(value, { name = '', schema = {}, area = '', typeTitle } = {}) {
  if (value === null || value === undefined || value === '' || value.length === 0) {
    return h('span.publish-empty', t(LIMITS.has(area) ? 'publish.value.any' : 'publish.value.empty'));
  }
  if (area === 'visibility' && name === 'enabled') {
    return h('span', t(value ? 'publish.value.shown' : 'publish.value.hidden'));
  }
  if (name === 'showType') return h('span', typeTitle?.(value) ?? value);
  if (typeof value === 'boolean') return h('span', t(value ? 'publish.value.yes' : 'publish.value.no'));
  if (schema?.enum) return h('span', choiceOf(value));
  const instant = instantOf(value, name);
  if (instant) return h('time', instant);
  if (name === 'percent') return h('span', `${number(value)} %`);
  if (typeof value === 'number') return h('span', String(value));
  if (Array.isArray(value)) return h('span', exactText(value.map(plain).join(', ')));
  if (typeof value === 'object') return h('code', exactText(print(value)));
  if (typeof value === 'string' && isPicture(value, name, schema)) return picture(value);
  if (/^#[0-9a-f]{6}$/i.test(value)) {
    return h('span.publish-colour', h('span.publish-swatch', { style: { backgroundColor: value } }), value);
  }
  return h('span', exactAddress(String(value)));
}

/** A text; after an address, also its host as the network gets it. */
function exactAddress(text) {
  const host = asciiHost(text);
  return [exactText(text), host && [' ', h('span.exact', host)]];
}

const plain = (value) => (value !== null && typeof value === 'object' ? print(value) : String(value));

/** Whether a text is a picture's address, according to its schema or its name. */
function isPicture(value, name, schema) {
  if (typeof value !== 'string' || value === '') return false;
  if (/(pic|picture|image|img|icon|cover|avatar|logo|poster)(url)?(dark)?$/i.test(name)) return true;
  return schema?.format === 'uri-reference' && /\.(svg|png|jpe?g|webp|gif|avif)(\?|$)/i.test(value);
}

/** A thumbnail with the address below it; without a safe address, only the text. */
function picture(address) {
  const safe = thumbnailOf({ content: { imageUrl: address } });
  return h('span.publish-picture', safe && thumbnail(safe), h('span.publish-address', exactAddress(address)));
}

/** A small picture; empty if it cannot be loaded. */
export function thumbnail(address, size = '') {
  const image = address && h('img', { src: address, alt: '', loading: 'lazy', decoding: 'async',
    onError: () => image.remove() });
  return h(`span.publish-thumbnail${size}`, image);
}

/** Two texts with their differences marked. */
export function textChange(before, after) {
  const [a, b] = [[...before], [...after]];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  // Texts that share very little are easier to read without marks.
  const marked = start + end >= Math.min(a.length, b.length) / 3;
  const part = (text, from, to) => exactText(text.slice(from, to).join(''), text.join(''), text.slice(0, from).join('').length);
  const side = (text) => (marked && text.length
    ? h('span', part(text, 0, start), h('mark', part(text, start, text.length - end)), part(text, text.length - end))
    : h('span', part(text, 0)));
  return [side(a), side(b)];
}
