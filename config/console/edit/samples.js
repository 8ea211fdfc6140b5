// Generates valid content of a layout: for a new section, and for a new card.
import { choices, control, isPicture, isTechnical, kinds, nullable } from './layout.js';
import { clone, isObject, pointer, setMember } from './values.js';

// Ids of the cards themselves, as on the server; other ids refer to what a card opens.
const OWN_ID = /^(creativeId|bannerId|id)$/;
const ID = /(^|[a-z_])id$/i;
const NAMES = /^(title|name|text|nickname|typeTitle|content)$/;

/**
 * Generates values for the required members of a schema. hints: {text(name), pictures: [address], filled: pointers that
 * must not be null, cards: how many}. Without the hints, texts and pictures are empty.
 */
export class Sampler {
  constructor(layout, hints = {}) {
    Object.assign(this, { layout, hints, count: 0, serial: Math.floor(Date.now() / 1000) });
  }

  /** The content of a new section. */
  content() {
    const value = this.object(this.layout.root, []);
    const title = this.hints.heading;
    const heading = this.layout.find(['uiElement', 'subTitle']);
    if (title && heading.properties?.title) {
      value.uiElement = { ...value.uiElement, subTitle: { ...value.uiElement?.subTitle, title } };
    }
    return value;
  }

  value(node, path) {
    const name = String(path.at(-1) ?? '');
    if (nullable(node) && !this.isWanted(node, path)) return null;
    if (kinds(node)[0] === 'object') return this.object(node, path);
    if (kinds(node)[0] === 'array') return this.list(node, path);
    if ('default' in node && node.default !== null) return clone(node.default);
    if (node.enum) return choices(node)[0];
    if (node.examples?.length) return clone(node.examples[0]);
    return this.scalar(name, node);
  }

  isWanted(node, path) {
    const { filled = [], text } = this.hints;
    return filled.includes(pointer(path)) || (text && isPicture(String(path.at(-1)), node));
  }

  object(node, path) {
    const value = {};
    for (let round = 0; round < 2; round += 1) {
      // A required member may depend on another one: the second round finds it.
      for (const key of this.layout.required(node, value)) {
        const inner = this.layout.property(node, key);
        const ruled = node.allOf?.some((rule) => rule.then?.properties?.[key]) && round;
        const strict = ruled ? { ...inner, type: kinds(inner) } : inner;
        if (!Object.hasOwn(value, key)) setMember(value, key, this.value(strict, [...path, key]));
      }
    }
    return value;
  }

  list(node, path) {
    const isMain = pointer(path) === this.layout.settings.items;
    const count = Math.max(node.minItems ?? 0, isMain ? this.hints.cards ?? 1 : 0);
    return Array.from({ length: count }, (_, place) => (
      this.value(this.layout.items(node), [...path, place])));
  }

  scalar(name, node) {
    const [kind] = kinds(node);
    if (kind === 'boolean') return false;
    if (kind === 'integer' || kind === 'number') return this.number(name, node);
    if (kind !== 'string') return null;
    if (OWN_ID.test(name) || (ID.test(name) && this.hints.text)) return String(this.nextId());
    if (isPicture(name, node)) return this.picture();
    if (control(name, node) === 'link') return this.hints.text ? 'https://example.com/' : '';
    if (control(name, node) === 'colour') return '#3366cc';
    if (/A-Z\]\{3\}/.test(node.pattern ?? '')) return 'CNY';
    return this.words(name, node);
  }

  number(name, node) {
    if (OWN_ID.test(name) || (ID.test(name) && this.hints.text)) return this.nextId();
    if (control(name, node) === 'instant') return Math.floor(Date.now() / 60000) * 60000;
    return Math.max(node.minimum ?? 0, 0);
  }

  nextId() {
    this.serial += 1;
    return this.serial;
  }

  picture() {
    const { pictures = [], text } = this.hints;
    if (!text) return '';
    return pictures.length ? pictures[this.count++ % pictures.length] : '/assets/demo/lighthouse.webp';
  }

  words(name, node) {
    if (!this.hints.text || isTechnical(node) || !(NAMES.test(name) || node.minLength)) return '';
    return this.hints.text(name).slice(0, node.maxLength ?? 200);
  }

  /** A new card: texts are empty, technical members are copied from a sibling, ids are new. */
  card(node, siblings) {
    const sibling = siblings.at(-1);
    this.startAfter(siblings);
    if (!isObject(sibling)) return this.value({ ...node, type: 'object' }, []);
    return this.like(node, sibling);
  }

  like(node, sibling) {
    const value = {};
    const required = this.layout.required(node, sibling);
    for (const [key, old] of Object.entries(sibling)) {
      const inner = this.layout.property(node, key);
      const made = this.likeMember(key, inner, old, required.has(key));
      if (made !== undefined) setMember(value, key, made);
    }
    return value;
  }

  likeMember(key, node, old, isRequired) {
    if (OWN_ID.test(key)) return this.newId(old);
    const technical = isTechnical(node);
    if (!technical && !isRequired && (isObject(old) || Array.isArray(old))) return nullable(node) ? null : undefined;
    if (isObject(old)) return node.properties ? this.like(node, old) : clone(old);
    if (Array.isArray(old)) return this.likeList(node, old);
    if (technical || ['switch', 'choice', 'integer'].includes(control(key, node))) return clone(old);
    if (nullable(node)) return null;
    return isRequired ? this.scalar(key, node) : undefined;
  }

  newId(old) {
    if (typeof old === 'number' || typeof old === 'bigint') return this.nextId();
    return typeof old === 'string' ? String(this.nextId()) : old;
  }

  likeList(node, old) {
    const inner = this.layout.items(node);
    const kept = old.slice(0, Math.max(node.minItems ?? 0, isObject(old[0]) ? 1 : 0));
    return kept.map((item) => (isObject(item) && inner.properties ? this.like(inner, item) : clone(item)));
  }

  /** A copy of a card with new ids. */
  copy(card, siblings) {
    this.startAfter(siblings);
    return Object.fromEntries(Object.entries(clone(card))
      .map(([key, value]) => [key, OWN_ID.test(key) ? this.newId(value) : value]));
  }

  startAfter(cards) {
    const ids = cards.map((card) => Number(card?.id)).filter((id) => Number.isSafeInteger(id) && id > 0);
    if (ids.length) this.serial = Math.max(...ids);
  }
}
