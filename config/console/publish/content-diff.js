import { h, replace } from '../core/dom.js';
import { t, number } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { looksEqual } from '../ui/exact-text.js';
import { thumbnailOf } from '../page/names.js';
import { sentence } from '../edit/audience-sentence.js';
import { contentChanges } from './content-model.js';
import { textChange, thumbnail, valueView } from './field-values.js';
import { cardName, isTechnical, trailWords } from './field-words.js';
import { rawDiff } from './raw-diff.js';
import '../text/edit.js';

/** The number of folded fields that are named. */
const MOST_NAMED = 12;
const AREAS = ['visibility', 'audience', 'source', 'content'];

/**
 * Describes the differences of two resources of a section.
 *
 * The last argument may have `schema`: that of the layout, `typeTitle(showType)`: its name, `raw`: false omits the JSON,
 * and `isComplete`: nothing is folded that is not shown otherwise.
 */
export function contentDiff(before, after, { schema = {}, typeTitle, raw = true, isComplete = false } = {}) {
  const changes = contentChanges(before, after, schema);
  const element = h('div.publish-content');
  if (!before || !after) {
    replace(element, facts(before ?? after, typeTitle, !before));
  } else if (!changes.length) {
    replace(element, h('p.publish-none', t('publish.content.same')));
  } else {
    const words = changes.filter((change) => !isTechnical(change));
    const technical = changes.filter((change) => isTechnical(change));
    replace(element, groups(words).map((group) => groupView(group, typeTitle)),
      technical.length > 0 && technicalView(technical, isComplete || words.length === 0));
  }
  // The facts of a new section or card do not name all of its fields.
  if (raw) element.append(rawView(before, after, isComplete && (!before || changes.some(({ kind }) => kind === 'added'))));
  return element;
}

/** Groups changes by area, and in the content by card. */
function groups(changes) {
  const found = new Map();
  for (const change of changes) {
    const at = change.trail.findIndex((step) => step.card !== undefined);
    const card = at >= 0 ? change.trail[at] : null;
    const area = change.area;
    const key = `${area}|${card ? `${change.trail.slice(0, at).map((step) => step.name)}|${card.key}` : ''}`;
    if (!found.has(key)) found.set(key, { area, card, changes: [] });
    // A card that moved and changed gets one entry.
    found.get(key).changes.push({ ...change, rest: card ? { ...change, trail: change.trail.slice(at + 1) } : change });
  }
  const rank = ({ area }) => (AREAS.includes(area) ? AREAS.indexOf(area) : AREAS.length);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

function groupView({ area, card, changes }, typeTitle) {
  const heading = card ? cardHeading(card, changes) : areaHeading(area);
  const fields = changes.filter((change) => !(card && change.rest.trail.length === 0 && change.kind !== 'changed'));
  return h('section.publish-group', heading,
    fields.length > 0 && h('dl.publish-fields', fields.map((change) => field(change.rest, typeTitle))));
}

function areaHeading(area) {
  if (area.startsWith('locale:')) return h('h4', t('publish.area.locale', { locale: area.slice(7) }));
  return area === 'fallback' || area === 'audience' ? h('h4', t(`publish.area.${area}`)) : null;
}

function cardHeading(card, changes) {
  const whole = changes.filter((change) => change.rest.trail.length === 0);
  return h('h4.publish-card', thumbnail(thumbnailOf({ content: card.card })),
    h('span.publish-name', cardName(card.card, card.place)),
    whole.map((change) => mark(change)));
}

/** Describes the change of a whole card. */
function mark({ kind, from, to }) {
  if (kind === 'changed') return null;
  const text = kind === 'moved' ? t('publish.card.moved', { from: from + 1, to: to + 1 }) : t(`publish.card.${kind}`);
  return h(`span.publish-chip.${kind}`, text);
}

function field(change, typeTitle) {
  const words = trailWords(change);
  const label = h('dt', words.flatMap((word, index) => (index
    ? [h('span.publish-step', { 'aria-hidden': 'true' }, '›'), h('span', word)] : [h('span', word)])));
  if (change.kind !== 'changed') {
    return h('div.publish-field', label, h('dd', mark(change)));
  }
  return h('div.publish-field', label, h('dd.publish-change', sides(change, typeTitle)));
}

function sides(change, typeTitle) {
  const texts = [change.before, change.after];
  const long = texts.every((text) => typeof text === 'string' && text && !/^(#|https?:|\/)/.test(text));
  const [a, b] = long && !Number.isFinite(Date.parse(texts[0])) ? textChange(...texts)
    : texts.map((value) => valueView(value, { ...change, typeTitle }));
  const note = looksEqual(...texts) && h('p.exact-note', t('exact.same'));
  return [h('del', h('span.visually-hidden', t('publish.before'), ' '), a),
    icon('chevron-right'), h('ins', h('span.visually-hidden', t('publish.after'), ' '), b), note];
}

/** Fields without a title in the layout's schema, by path. */
function technicalView(changes, open) {
  const rows = changes.map((change) => h('div.publish-field',
    h('dt', h('code', change.trail.map((step) => (step.card === undefined ? step.name : step.place)).join('/')
      || change.name)),
    h('dd.publish-change', sides(change))));
  const names = [...new Set(changes.map(({ trail, name }) => trail.findLast((step) => step.name)?.name ?? name))];
  const more = names.length > MOST_NAMED ? '…' : '';
  return h('details.publish-more', { open },
    h('summary', t('publish.content.technical', { count: changes.length }), ': ', names.slice(0, MOST_NAMED).join(', '), more),
    h('dl.publish-fields', rows));
}

/** The content of a new or removed section; for a new one, also when and to whom it is shown. */
function facts(block, typeTitle, isNew) {
  const cards = firstCards(block?.content);
  return h('div.publish-facts',
    h('p', typeTitle?.(block.showType) ?? block.showType,
      cards.length > 0 && [' · ', t('publish.cards', { count: cards.length, number: number(cards.length) })]),
    isNew && h('p', sentence(block)),
    cards.length > 0 && h('ul.publish-cards', cards.slice(0, 6).map((card, place) => h('li',
      thumbnail(thumbnailOf({ content: card })), h('span.publish-name', cardName(card, place)))),
    cards.length > 6 && h('li.publish-empty', t('publish.cards.more', { count: cards.length - 6 }))));
}

/** Returns the first list of objects in a content: its cards. */
function firstCards(value, depth = 0) {
  if (Array.isArray(value)) return value.some((item) => item && typeof item === 'object') ? value : [];
  if (value === null || typeof value !== 'object' || depth > 3) return [];
  for (const member of Object.values(value)) {
    const found = firstCards(member, depth + 1);
    if (found.length) return found;
  }
  return [];
}

/** The JSON of both, line by line; created when opened. */
function rawView(before, after, open) {
  const details = h('details.publish-more', h('summary', t('publish.raw')));
  details.addEventListener('toggle', () => {
    if (details.open && details.children.length === 1) details.append(rawDiff(before, after));
  });
  details.open = open;
  return details;
}
