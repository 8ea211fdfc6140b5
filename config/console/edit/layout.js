// Reads a layout's JSON Schema: the control of each field, and whether operators edit it.
import { member } from './values.js';

const PICTURE = /^(pic|cover|icon|avatar|logo|image)$|(pic|image|img|cover|icon|avatar|logo)(ur[li])?$/i;
const LINK = /(^|[a-z])(ur[li]|link)$|^action$/i;
const LONG = /^(content|summary|desc|description|brief)$/i;
const INSTANT = /^(publish|pub|start|end|begin|expire|create|update)(ed|d)?(Time|At)$/;
const MOST_INLINE = 3;

/** A schema with resolved references; members next to a reference take precedence. */
export class Layout {
  constructor(schema) {
    this.schema = schema ?? {};
    this.settings = this.schema['x-homeblocks'] ?? {};
  }

  get root() {
    return this.node(this.schema);
  }

  node(schema) {
    if (schema === true || schema === undefined) return {};
    if (schema === false) return { refused: true };
    if (!schema.$ref) return schema;
    const name = schema.$ref.replace(/^#\/\$defs\//, '');
    const { $ref, ...siblings } = schema;
    return { ...this.node(this.schema.$defs?.[name]), ...siblings };
  }

  property(node, key) {
    return this.node(member(node.properties, key));
  }

  items(node) {
    return this.node(node.items);
  }

  /** Returns the schema of the value at a path of the content. */
  find(path) {
    return path.reduce((node, key) => (
      /^\d+$/.test(key) && node.items ? this.items(node) : this.property(node, key)), this.root);
  }

  /** Returns the names of the required members, including those that depend on this value. */
  required(node, value) {
    const names = new Set(node.required);
    for (const rule of node.allOf ?? []) {
      if (rule.if && holds(rule.if, value)) rule.then?.required?.forEach((name) => names.add(name));
    }
    return names;
  }
}

function holds(rule, value) {
  return Object.entries(rule.properties ?? {}).every(([key, wanted]) => {
    const values = wanted.enum ?? ('const' in wanted ? [wanted.const] : null);
    return !values || values.includes(member(value, key));
  });
}

/** Returns the types that a value can have, except null. */
export function kinds(node) {
  const types = [node.type ?? []].flat().filter((type) => type !== 'null');
  if (types.length || !node.enum) return types;
  return [...new Set(node.enum.filter((value) => value !== null).map((value) => typeof value))];
}

export function nullable(node) {
  return [node.type ?? []].flat().includes('null') || Boolean(node.enum?.includes(null));
}

export const choices = (node) => (node.enum ?? []).filter((value) => value !== null);

/** Fields that operators do not edit: without a title, always null, or with a single choice. */
export function isTechnical(node) {
  return Boolean(node.refused) || !node.title || (node.type === 'null')
    || (node.enum !== undefined && choices(node).length < 2);
}

/** Fields that operators rarely change, as marked by the layout: they are under "More fields". */
export const isFolded = (node) => node['x-fold'] === true;

/** Whether a number is an instant in milliseconds. */
function isInstant(name, node) {
  return INSTANT.test(name) || (/\(ms\)$/.test(node.title ?? '') && !/length/i.test(node.title));
}

/** Returns the kind of control for a field. */
export function control(name, node, value) {
  const [kind, ...more] = kinds(node);
  if (more.length || !kind) return 'json';
  if (node.enum && kind !== 'object' && kind !== 'array') return 'choice';
  if (kind === 'boolean') return 'switch';
  if (kind === 'integer') return isInstant(name, node) ? 'instant' : 'integer';
  if (kind === 'number') return 'number';
  if (kind === 'string') return textControl(name, node, value);
  if (kind === 'object') return 'group';
  if (kind !== 'array') return 'json';
  const inner = node.items ?? {};
  if (inner.$ref || inner.type === 'object' || [inner.type].flat().includes('object')) return 'cards';
  return ['string', 'integer', 'number'].includes(inner.type) ? 'lines' : 'json';
}

function textControl(name, node, value) {
  if (node.format === 'date-time') return 'date';
  if (isPicture(name, node)) return 'picture';
  if (LINK.test(name) || node.format === 'uri-reference') return 'link';
  if (/#\[0-9A-Fa-f\]\{6\}/.test(node.pattern ?? '')) return 'colour';
  const long = (node.maxLength ?? 0) >= 300 || LONG.test(name);
  return long || /\n/.test(value ?? '') || (value ?? '').length > 80 ? 'long' : 'text';
}

export function isPicture(name, node) {
  if (node['x-picture']) return kinds(node).includes('string');
  const addressed = node.format === 'uri-reference' || /url$/i.test(name) || /^pic$/.test(name);
  return kinds(node).includes('string') && addressed && PICTURE.test(name);
}

/** Whether an object is small and flat enough for the form to show it without a group. */
export function isInline(layout, node) {
  const fields = Object.keys(node.properties ?? {}).map((key) => [key, layout.property(node, key)])
    .filter(([, inner]) => !isTechnical(inner) && !isFolded(inner));
  return fields.length > 0 && fields.length <= MOST_INLINE
    && fields.every(([key, inner]) => !['group', 'cards', 'json', 'lines'].includes(control(key, inner)));
}
