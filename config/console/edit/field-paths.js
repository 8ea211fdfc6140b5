// Describes the position of a value: "Languages › English › Heading".
import { t } from '../core/i18n.js';
import { languageName } from './audience-sentence.js';
import { pathOfCard } from './card-rules.js';
import { titleOf } from './labels.js';
import { cardTitle } from './thumbs.js';
import { at, isObject, member } from './values.js';

const TABS = { content: 'content', enabled: 'when', from: 'when', until: 'when', audience: 'who',
  localizations: 'languages', fallback: 'fallback', cards: 'content', source: 'feed' };

/** Returns the tab of the editor that a path belongs to. */
export const tabOf = (path) => TABS[path[0]] ?? 'json';

/** Describes a path in a section. */
export function pathLabel(path, resource, layout) {
  const [head, ...rest] = path;
  if (head === 'content') return contentWords(rest, resource.content, layout).join(' › ') || t('edit.tab.content');
  if (head === 'localizations' && rest.length) {
    const [tag, ...inner] = rest;
    const words = contentWords(inner, member(resource.localizations, tag) ?? resource.content, layout);
    return [languageName(tag), ...words].join(' › ');
  }
  if (head === 'cards' && rest.length) return ruleWords(rest, resource, layout);
  const known = ['audience', rest[0]].join('.');
  if (head === 'audience' && rest.length) return t(`edit.path.${known}`);
  return head === undefined ? t('edit.path.whole') : t(`edit.path.${head}`);
}

function ruleWords([id, ...inside], resource, layout) {
  const place = pathOfCard(id, resource.content, layout);
  const words = [place ? cardTitle(at(resource.content, place), Number(place.at(-1))) : id, t('edit.path.cards')];
  return [...words, inside.length && pathLabel(inside, resource, layout)].filter(Boolean).join(' › ');
}

function contentWords(path, content, layout) {
  const words = [];
  let node = layout.root;
  let value = content;
  for (const key of path) {
    const inList = Array.isArray(value) || (/^\d+$/.test(key) && node.items);
    node = inList ? layout.items(node) : layout.property(node, key);
    value = member(value, key);
    const word = inList ? (isObject(value) ? cardTitle(value, Number(key)) : `${Number(key) + 1}`) : titleOf(node, key);
    if (word !== words.at(-1) && !(key === 'extInfo' || (key === 'uiElement' && words.length))) words.push(word);
  }
  return words;
}

/** Describes a value briefly. */
export function valueText(value) {
  if (value === undefined || value === null || value === '') return t('edit.none');
  if (typeof value === 'boolean') return t(value ? 'edit.yes' : 'edit.no');
  if (Array.isArray(value)) {
    if (value.every((item) => !isObject(item))) return value.map(String).join(', ') || t('edit.none');
    return `${t('edit.cards', { count: value.length })}: ${value.slice(0, 5).map((item, place) => cardTitle(item, place)).join(', ')}`;
  }
  if (isObject(value)) return Object.values(value).filter((inner) => inner !== null && !isObject(inner) && !Array.isArray(inner)).map(valueText).join(', ') || '{ }';
  return String(value);
}
