// The form of an object: its fields, smaller objects in line, bigger ones to open, cards, and what is rarely needed.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { cards } from './cards.js';
import { titleOf } from './labels.js';
import { control, isInline, isTechnical, kinds, nullable } from './layout.js';
import { scalarField } from './scalar-field.js';
import { isObject } from './values.js';

const ID = /(^|[a-z_])id$/i;
const FIRST = ['uiElement', 'mainTitle', 'title', 'name', 'nickname', 'typeTitle', 'subTitle', 'subtitle', 'text', 'content',
  'summary'];
// What is said in another way in another language; numbers and choices seldom are.
const WORDS = new Set(['long', 'text', 'picture', 'link', 'lines', 'group', 'cards', 'json']);
const RANKS = ['long', 'picture', 'link', 'choice', 'text', 'colour', 'number', 'instant', 'date', 'lines', 'switch',
  'integer', 'json'];

// People look for words and pictures first, and for numbers of programs last; answers come in the order of the alphabet.
function rank(name, node, isTop) {
  const kind = control(name, node);
  if (FIRST.includes(name)) return FIRST.indexOf(name) - FIRST.length;
  if (kind === 'cards' || (isTop && kind === 'group')) return isTop ? 0 : 30;
  if (kind === 'group') return name === 'image' ? 3 : 25;
  return ID.test(name) ? 24 : RANKS.indexOf(kind) + 2;
}

/** The fields of an object: {element, children, reveal, refresh}. */
export function fields(context, slot, node, { afterWrite, soft } = {}) {
  const { layout } = context;
  const required = layout.required(node, slot.shown);
  const all = Object.keys(node.properties ?? {}).map((key) => [key, layout.property(node, key)])
    .filter(([, inner]) => !inner.refused && inner.type !== 'null');
  const isRare = ([key, inner]) => isTechnical(inner) || (slot.overlay && !WORDS.has(control(key, inner)));
  const shown = all.filter((entry) => !isRare(entry));
  const isTop = slot.inside().length === 0;
  shown.sort(([one, left], [other, right]) => rank(one, left, isTop) - rank(other, right, isTop));
  const rare = all.filter((entry) => isRare(entry) && slot.shown?.[entry[0]] !== undefined);
  const element = h('div.edit-fields');
  const children = [];
  const add = (parent, [key, inner]) => {
    const made = part(context, slot, key, inner, { required: required.has(key), afterWrite, soft });
    if (!made) return;
    children.push(made);
    parent.append(made.element);
  };
  shown.forEach((entry) => add(element, entry));
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

/** What all handles with others below them can do. */
function parent(element, slot, children, more = null) {
  const handle = {
    element, slot, children,
    refresh: () => children.forEach((child) => child.refresh()),
    reveal(path) {
      if (more?.names.includes(path[0])) more.open();
      const child = children.find((one) => one.names?.includes(path[0]) ?? lastKey(one) === path[0]);
      return child ? child.reveal(child.names ? path : path.slice(1)) : null;
    },
  };
  return handle;
}

const lastKey = (handle) => String(handle.slot.path().at(-1));

/** One member of an object, whatever it is. */
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

// A small object of which nothing is left goes away as a whole.
function dropIfEmpty(layout, slot, node) {
  const value = slot.value;
  if (!isObject(value)) return;
  const isEmpty = (inner) => inner === '' || inner === null || inner === undefined || inner === false;
  const known = Object.keys(value).every((name) => isEmpty(value[name]) || isTechnical(layout.property(node, name)));
  if (!known) return;
  if (nullable(node)) slot.set(null);
  else slot.remove();
}

/** A bigger object: it can be opened, and where nothing has to be there, be added and taken away. */
function group(context, slot, key, node, { required }) {
  const { model, readOnly } = context;
  const only = onlyMember(context.layout, node);
  if (only && slot.inside().length <= 1) {
    // A frame around a single list says nothing.
    const made = part(context, slot, only, context.layout.property(node, only), { required: true });
    return made && parent(made.element, slot, [made]);
  }
  if (key === 'uiElement' && slot.inside().length > 1 && isObject(slot.shown)) {
    // How a card looks is what people open it for.
    const inner = fields(context, slot, node);
    return { ...inner, element: h('div.edit-inline', inner.element) };
  }
  const title = titleOf(node, key);
  const optional = !slot.overlay && (nullable(node) || (!required && slot.inside().length > 1));
  const body = h('div.edit-group-body');
  const count = h('span.edit-count');
  const note = h('span.edit-group-note');
  const id = uid('group');
  let inner = null;
  const open = slot.inside().length <= 1;
  const make = () => {
    if (inner || !isObject(slot.shown)) return;
    inner = fields(context, slot, node);
    replace(body, inner.element);
  };
  const details = h('details.edit-group', { open, onToggle: () => details.open && make() },
    h('summary', { id }, icon('chevron-right', { size: 16 }), h('span.edit-group-title', title), note, count), body);
  const add = h('button.button.small', { onClick: () => {
    slot.set(context.sampler.object({ ...node, type: 'object' }, []));
    draw(true);
    inner?.children[0]?.reveal([]);
  } }, icon('plus', { size: 16 }), t('edit.group.add', { title }));
  const remove = h('button.button.small.edit-group-remove', { onClick: () => {
    if (nullable(node)) slot.set(null);
    else slot.remove();
    inner = null;
    draw();
    add.focus();
  } }, icon('trash', { size: 16 }), t('edit.group.remove', { title }));
  const element = h('div.edit-group-place');

  function draw(opened = open) {
    const there = isObject(slot.shown);
    if (there) {
      details.open = opened;
      if (opened) make();
      replace(body, inner?.element, optional && !readOnly && remove);
      replace(element, details);
    } else {
      replace(element, h('div.edit-group-none', h('span.edit-group-title', title),
        readOnly ? h('span', t('edit.none')) : add));
    }
    refresh();
  }

  function refresh() {
    const errors = model.errorsBelow(slot.path());
    replace(count, errors > 0 && badge(t('edit.errors', { count: errors }), 'bad', 'warning'));
    inner?.refresh();
  }

  details.addEventListener('toggle', () => {
    if (details.open && inner && !body.contains(inner.element)) body.prepend(inner.element);
  });
  const handle = { element, slot, label: title, refresh, reveal(path) {
    if (!isObject(slot.shown)) {
      add.focus();
      return handle;
    }
    make();
    details.open = true;
    if (inner && !body.contains(inner.element)) body.prepend(inner.element);
    return inner?.reveal(path) ?? (details.querySelector('summary').focus(), handle);
  } };
  draw();
  return handle;
}

function onlyMember(layout, node) {
  const names = Object.keys(node.properties ?? {}).filter((key) => !isTechnical(layout.property(node, key)));
  return names.length === 1 && kinds(layout.property(node, names[0]))[0] === 'array' ? names[0] : null;
}

