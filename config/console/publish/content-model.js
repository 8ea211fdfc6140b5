// The differences of two block resources as a flat list, by field and by card.

import { equal, member } from '../page/merge.js';
import { pathOfCard } from '../edit/card-rules.js';
import { Layout } from '../edit/layout.js';
import { at, isObject } from '../edit/values.js';
import { orderChange } from './order-model.js';

const isNothing = (value) => value === null || value === undefined;
const ID_NAMES = ['id', 'creativeId', 'resourceId', 'bannerId', 'blockCode', 'code'];

/**
 * Returns the differences: [{area, trail, name, schema, kind, before, after, from, to}]. `area`: 'visibility',
 * 'audience', 'source', 'content', 'locale:xx' or 'fallback'; `trail`: the steps to the field, each {name, schema} or {card,
 * place, schema}; `kind`: 'changed', 'added', 'removed' or 'moved'.
 */
export function contentChanges(before, after, schema) {
  const found = [];
  const walk = (area, a, b, part, root) => new Walk(area, root, found).value(a, b, part, []);
  for (const name of ['enabled', 'from', 'until', 'showType']) {
    if (!equal(before?.[name] ?? null, after?.[name] ?? null)) {
      found.push({ area: 'visibility', trail: [], name, kind: 'changed', before: before?.[name], after: after?.[name] });
    }
  }
  walk('audience', plain(before?.audience), plain(after?.audience), {}, {});
  rules(before, after, new Layout(schema), found);
  sources(before?.source, after?.source, found);
  walk('content', before?.content ?? {}, after?.content ?? {}, schema, schema);
  const locales = new Set([...Object.keys(before?.localizations ?? {}), ...Object.keys(after?.localizations ?? {})]);
  for (const locale of [...locales].sort()) {
    walk(`locale:${locale}`, member(before?.localizations, locale) ?? {}, member(after?.localizations, locale) ?? {}, schema, schema);
  }
  const old = before?.fallback ?? null;
  const now = after?.fallback ?? null;
  if (!equal(old?.showType ?? null, now?.showType ?? null)) {
    found.push({ area: 'fallback', trail: [], name: 'showType', kind: 'changed', before: old?.showType, after: now?.showType });
  }
  walk('fallback', old?.content ?? {}, now?.content ?? {}, {}, {});
  return found;
}

/** Adds changes of the source of the cards; positions count from 1. */
function sources(before, after, found) {
  const sides = [before, after].map((source) => ({ ...source, positions: source?.positions?.map((place) => place + 1) }));
  for (const name of ['feed', 'positions', 'client']) {
    const [old, now] = sides.map((source) => (source[name]?.length ? source[name] : null));
    if (!equal(old, now)) found.push({ area: 'source', trail: [], name, kind: 'changed', before: old, after: now });
  }
}

/** Adds changes of the rules for single cards. */
function rules(before, after, layout, found) {
  for (const id of new Set([...Object.keys(before?.cards ?? {}), ...Object.keys(after?.cards ?? {})])) {
    const [old, now] = [before?.cards?.[id], after?.cards?.[id]].map((rule) => (
      { enabled: true, from: null, until: null, ...rule }));
    const side = pathOfCard(id, after?.content, layout) ? after : before;
    const path = pathOfCard(id, side?.content, layout);
    const step = { card: path ? at(side.content, path) : { title: id }, place: Number(path?.at(-1) ?? 0), schema: {},
      key: `rule ${id}` };
    for (const name of ['enabled', 'from', 'until']) {
      if (equal(old[name], now[name])) continue;
      found.push({ area: 'visibility', trail: [step], name, kind: 'changed', before: old[name], after: now[name] });
    }
    new Walk('audience', {}, found).value(plain(old.audience), plain(now.audience), {}, [step]);
  }
}

/** Returns an audience without empty conditions. */
function plain(audience) {
  return Object.fromEntries(Object.entries(audience ?? {}).filter(([, value]) => !isNothing(value) && value !== ''));
}

class Walk {
  constructor(area, root, found) {
    this.area = area;
    this.layout = new Layout(root);
    this.found = found;
  }

  value(before, after, schema, trail) {
    if (equal(before, after) || (isNothing(before) && isNothing(after))) return;
    const part = this.layout.node(schema);
    if (isObject(before) || isObject(after)) {
      if ((isObject(before) || isNothing(before)) && (isObject(after) || isNothing(after))) {
        this.members(before ?? {}, after ?? {}, part, trail);
        return;
      }
    }
    const lists = (Array.isArray(before) || isNothing(before)) && (Array.isArray(after) || isNothing(after));
    if (lists && [...(before ?? []), ...(after ?? [])].some(isObject)) {
      this.cards(before ?? [], after ?? [], part, trail);
      return;
    }
    this.add('changed', before, after, part, trail);
  }

  add(kind, before, after, schema, trail, more) {
    const last = trail[trail.length - 1];
    this.found.push({ area: this.area, trail, name: last?.name ?? '', schema, kind, before, after, ...more });
  }

  members(before, after, schema, trail) {
    const known = Object.keys(schema.properties ?? {});
    const rest = [...Object.keys(before), ...Object.keys(after)].filter((name) => !known.includes(name));
    for (const name of [...known, ...new Set(rest)]) {
      const part = this.layout.property(schema, name);
      this.value(member(before, name), member(after, name), part, [...trail, { name, schema: part }]);
    }
  }

  cards(before, after, schema, trail) {
    const [old, now] = matched(before, after);
    const change = orderChange(old.keys, now.keys);
    const part = this.layout.items(schema);
    const step = (key, list) => ({ card: list.byKey.get(key), place: list.keys.indexOf(key), schema: part, key });
    for (const key of change.removed) {
      this.add('removed', old.byKey.get(key), undefined, part, [...trail, step(key, old)]);
    }
    for (const key of now.keys) {
      const here = [...trail, step(key, now)];
      if (change.added.includes(key)) {
        this.add('added', undefined, now.byKey.get(key), part, here);
        continue;
      }
      if (change.moved.includes(key)) {
        this.add('moved', undefined, undefined, part, here,
          { from: change.place.get(key), to: change.target.get(key) });
      }
      this.value(old.byKey.get(key), now.byKey.get(key), part, here);
    }
  }
}

/** Assigns the cards of two lists keys that are equal for the same card. */
function matched(before, after) {
  const name = idName(before, after);
  const list = (keys, values) => ({ keys, byKey: new Map(keys.map((key, index) => [key, values[index]])) });
  if (name) {
    const keyOf = (card) => String(card[name]);
    return [list(before.map(keyOf), before), list(after.map(keyOf), after)];
  }
  // Without ids, equal cards are the same; the others are matched in order.
  const left = before.map((_, index) => `#${index}`);
  const free = new Set(left.keys());
  const keys = after.map((card) => {
    const found = [...free].find((index) => equal(before[index], card));
    if (found === undefined) return null;
    free.delete(found);
    return `#${found}`;
  });
  const right = keys.map((key, index) => {
    if (key) return key;
    const first = [...free][0];
    if (first === undefined) return `+${index}`;
    free.delete(first);
    return `#${first}`;
  });
  return [list(left, before), list(right, after)];
}

function idName(before, after) {
  const cards = [...before, ...after];
  if (!cards.every(isObject)) return null;
  const names = [...ID_NAMES, ...Object.keys(cards[0]).filter((name) => /Id$/.test(name))];
  const unique = (list, name) => new Set(list.map((card) => String(card[name]))).size === list.length;
  return names.find((name) => cards.every((card) => ['string', 'number', 'bigint'].includes(typeof card[name]))
    && unique(before, name) && unique(after, name)) ?? null;
}
