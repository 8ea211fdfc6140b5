// The form of an object: its fields, small objects inline, larger ones in a group, cards, and rarely used fields.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { cards } from './cards.js';
import { asDark, darkPictures, inPairs } from './dark-pictures.js';
import { parent } from './form-handle.js';
import { group } from './group.js';
import { titleOf } from './labels.js';
import { control, isFolded, isInline, isTechnical, kinds, nullable } from './layout.js';
import { isWithinCard } from './only-card.js';
import { scalarField } from './scalar-field.js';
import { isObject } from './values.js';

const ID = /(^|[a-z_])id$/i;
const FIRST = ['uiElement', 'mainTitle', 'title', 'name', 'nickname', 'typeTitle', 'subTitle', 'subtitle', 'text', 'content',
  'summary'];
// Controls of translatable values; numbers and choices rarely are.
const WORDS = new Set(['long', 'text', 'picture', 'link', 'lines', 'group', 'cards', 'json']);
const RANKS = ['long', 'picture', 'link', 'choice', 'text', 'colour', 'number', 'instant', 'date', 'lines', 'switch',
  'integer', 'json'];

// Sorts texts and pictures first and technical numbers last; the server sends members in alphabetical order.
function rank(name, node, isTop) {
  const kind = control(name, node);
  if (FIRST.includes(name)) return FIRST.indexOf(name) - FIRST.length;
  if (kind === 'cards' || (isTop && kind === 'group')) return isTop ? 0 : 30;
  if (kind === 'group') return name === 'image' ? 3 : 25;
  return ID.test(name) ? 24 : RANKS.indexOf(kind) + 2;
}

/**
 * The fields of an object: {element, children, reveal, refresh}. Groups and cards get this function as
 * `context.form.fields`, because their own fields are created in the same way.
 */
export function fields(context, slot, node, { afterWrite, soft } = {}) {
  const { layout } = context;
  const required = layout.required(node, slot.shown);
  const all = Object.keys(node.properties ?? {}).map((key) => [key, layout.property(node, key)])
    .filter(([, inner]) => !inner.refused && inner.type !== 'null');
  // Optional parts that a card does not have are folded, too.
  const isMissing = ([key, inner]) => isWithinCard(slot) && !required.has(key) && control(key, inner) === 'group'
    && !isInline(layout, inner) && !isObject(slot.shown?.[key]);
  const isFoldedAway = (entry) => isFolded(entry[1]) || isMissing(entry);
  const isRare = ([key, inner]) => isTechnical(inner) || isFoldedAway([key, inner])
    || (slot.overlay && !WORDS.has(control(key, inner)));
  const common = all.filter((entry) => !isRare(entry));
  const isTop = slot.inside().length === 0;
  common.sort(([one, left], [other, right]) => rank(one, left, isTop) - rank(other, right, isTop));
  const dark = darkPictures(common);
  const rare = all.filter((entry) => isRare(entry)
    && (slot.shown?.[entry[0]] !== undefined || (isFoldedAway(entry) && !isTechnical(entry[1]) && !slot.overlay)));
  const element = h('div.edit-fields');
  const children = [];
  const siblings = new Map();
  const add = (parent, [key, inner]) => {
    const light = dark.get(key);
    const made = part(context, slot, key, light ? asDark(inner, layout.property(node, light)) : inner,
      { required: required.has(key), afterWrite, soft, siblings, light });
    if (!made) return;
    siblings.set(key, made);
    children.push(made);
    parent.append(made.element);
  };
  for (const pair of inPairs(common, dark)) {
    const place = pair.length > 1 ? h('div.edit-picture-pair') : element;
    if (place !== element) element.append(place);
    pair.forEach((entry) => add(place, entry));
  }
  const more = rare.length ? rarely(rare, add) : null;
  if (more) element.append(more.element);
  return parent(element, slot, children, more);
}

function rarely(rare, add) {
  let made = false;
  const inside = h('div.edit-fields');
  const make = () => {
    if (made) return;
    made = true;
    rare.forEach((entry) => add(inside, entry));
  };
  const element = h('details.edit-more', { onToggle: () => element.open && make() },
    h('summary', icon('chevron-right', { size: 16 }), t('edit.more', { count: rare.length })), inside);
  return { names: rare.map(([key]) => key), open() {
    make();
    element.open = true;
  }, element };
}

/** The part of the form for one member of an object. */
export function part(context, slot, key, node, options = {}) {
  const { layout } = context;
  const kind = control(key, node, slot.shown?.[key]);
  const own = slot.child(key, () => context.sampler.object(node, []));
  if (kind === 'cards') return cards(context, own, node, { title: titleOf(node, key) });
  if (kind !== 'group') return scalarField(context, own, key, node, options);
  if (own.overlay && !isObject(own.shown)) return null;
  if (isInline(layout, node)) return inline(context, own, key, node, options);
  return group(context, own, key, node, options);
}

function inline(context, slot, key, node, { required }) {
  const optional = !required || nullable(node);
  const inner = fields(context, slot, node, { soft: optional, afterWrite: () => {
    if (optional && !slot.overlay) dropIfEmpty(context.layout, slot, node);
  } });
  const titles = inner.children.map((child) => child.label);
  const title = titleOf(node, key);
  const speaks = titles.length === 1 || titles.includes(title);
  const element = speaks ? h('div.edit-inline', inner.element)
    : h('fieldset.edit-inline.framed', h('legend', title), inner.element);
  return { ...inner, element, slot };
}

// Removes a small object when all its fields are empty.
function dropIfEmpty(layout, slot, node) {
  const value = slot.value;
  if (!isObject(value)) return;
  const isEmpty = (inner) => inner === '' || inner === null || inner === undefined || inner === false;
  const known = Object.keys(value).every((name) => isEmpty(value[name]) || isTechnical(layout.property(node, name))
    || isFolded(layout.property(node, name)));
  if (!known) return;
  if (nullable(node)) slot.set(null);
  else slot.remove();
}
