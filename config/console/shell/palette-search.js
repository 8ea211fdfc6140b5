// The sections found by the server's search.
import { get } from '../core/api.js';
import { h } from '../core/dom.js';
import { folded } from '../core/folded.js';
import { t } from '../core/i18n.js';
import { badge } from '../ui/widgets.js';
import { layouts, schemaOf } from '../page/layouts.js';
import { typeTitle } from '../page/names.js';
import { openSection } from '../page/open-field.js';
import { segments } from '../page/pointers.js';
import { pathLabel } from '../edit/field-paths.js';
import { Layout } from '../edit/layout.js';
import '../text/edit.js';

const MOST = 20;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
// The parts of a section that have fields in its form.
const FIELDS = ['content', 'localizations', 'fallback', 'source'];

/**
 * Returns {items, more}: sections with the text, most recently changed first. `drafts`: the pages that have a draft.
 */
export async function findSections(text, { drafts, signal }) {
  const [{ data }, types] = await Promise.all([get('/api/search', { q: text, limit: MOST }, { signal }), layouts()]);
  const names = new Set(data.results.map(({ showType }) => showType));
  const schemas = new Map(await Promise.all([...names].map(async (name) => [name, await schemaOf(name).catch(() => null)])));
  return { items: data.results.map((hit) => itemOf(hit, text, { type: types.get(hit.showType), schema: schemas.get(hit.showType), drafts })), more: Boolean(data.next) };
}

function itemOf(hit, text, { type, schema, drafts }) {
  const path = segments(hit.pointer);
  const layout = typeTitle(type) || hit.showType;
  const places = [hit.title || hit.page, layout === hit.showType ? hit.blockCode : `${layout} (${hit.blockCode})`, fieldName(path, schema)];
  // On a page without a draft, everything is only live.
  const isOnlyIn = hit.stages.length === 1 && drafts.has(hit.page) ? hit.stages[0] : null;
  return { key: `section ${hit.page} ${hit.blockCode} ${hit.stages}`, label: h('span.palette-text', marked(hit.snippet, text)),
    hint: places.filter(Boolean).join(' › '), icon: 'list',
    badge: isOnlyIn && badge(t(isOnlyIn === 'draft' ? 'palette.draftOnly' : 'palette.liveOnly'), isOnlyIn === 'draft' ? 'accent' : ''),
    run: () => openSection(hit.page, hit.blockCode, FIELDS.includes(path[0]) && path.length > 1 ? path : null,
      isOnlyIn === 'draft' ? 'draft' : null) };
}

function fieldName(path, schema) {
  if (path[0] === 'blockCode') return t('palette.code');
  return schema && FIELDS.includes(path[0]) ? pathLabel(path, {}, new Layout(schema)) : '';
}

/** Returns a text with the first match of the query marked. */
export function marked(text, query) {
  const wanted = folded(query.trim());
  // For each code unit of the folded text, the start and end of its character in the text.
  const places = [];
  let whole = '';
  let at = 0;
  for (const { segment } of characters.segment(text)) {
    const unit = folded(segment);
    for (let i = 0; i < unit.length; i += 1) places.push([at, at + segment.length]);
    whole += unit;
    at += segment.length;
  }
  const found = wanted ? whole.indexOf(wanted) : -1;
  if (found < 0) return [text];
  const [begin, end] = [places[found][0], places[found + wanted.length - 1][1]];
  return [text.slice(0, begin), h('mark', text.slice(begin, end)), text.slice(end)];
}
