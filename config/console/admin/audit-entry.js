// An entry of the activity log, with the change that it records.

import { get } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { dateTime, time } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { failure, loading } from '../ui/states.js';
import { avatar, badge } from '../ui/widgets.js';
import { print } from '../core/exact-json.js';
import { layouts, schemaOf } from '../page/layouts.js';
import { equal, member } from '../page/merge.js';
import { nameOf, typeTitle } from '../page/names.js';
import { naming } from '../publish/revisions.js';
import { actorName, deed, keyName } from './audit-words.js';
import { roleName } from './roles.js';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

function value(key, given) {
  if (given === null || given === undefined || given === '') {
    return h('span.admin-faint', t('audit.nothing'));
  }
  if (typeof given === 'string' && INSTANT.test(given)) return dateTime(given, { seconds: true });
  if (key === 'role') return roleName(given);
  if (typeof given === 'boolean') return t(given ? 'audit.value.true' : 'audit.value.false');
  if (typeof given === 'number') return number(given);
  return typeof given === 'object' ? h('code', print(given)) : String(given);
}

// The members that differ, side by side, without orders, sections and database ids.
function members(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !['order', 'block', 'blocks', 'id', 'etag'].includes(name))
    .filter((name) => !equal(member(before, name) ?? null, member(after, name) ?? null));
  if (!names.length) return null;
  const rows = names.map((name) => h('tr', h('th', { scope: 'row' }, keyName(name)),
    h('td', { dataset: { label: t('audit.before') } }, value(name, member(before, name))),
    h('td', { dataset: { label: t('audit.after') } }, value(name, member(after, name)))));
  return h('table.audit-members', h('thead', h('tr', h('td'),
    h('th', { scope: 'col' }, t('audit.before')), h('th', { scope: 'col' }, t('audit.after')))),
  h('tbody', rows));
}

const asObject = (given) => (given !== null && typeof given === 'object' && !Array.isArray(given)
  ? given : {});

// Titles of fields and layouts. Without them, fields are shown by name.
async function titlesOf(block) {
  try {
    const [schema, types] = await Promise.all([schemaOf(block.showType), layouts()]);
    return { schema, typeTitle: (showType) => typeTitle(types.get(showType) ?? { showType }) };
  } catch {
    return {};
  }
}

// The current names of an order's sections; removed sections are shown by code.
async function namesOf(page) {
  try {
    const [types, ...stages] = await Promise.all([layouts(), ...['draft', 'live'].map((stage) => get(apiPath(page, stage, 'blocks')))]);
    return naming(types, ...stages.map(({ data }) => ({ blocks: new Map(data.map((block) => [block.blockCode, block])) })));
  } catch {
    return (code) => code;
  }
}

async function difference(entry) {
  const { contentDiff, orderDiff } = await import('../publish/diff.js');
  const before = asObject(entry.before);
  const after = asObject(entry.after);
  const block = after.block ?? before.block;
  const names = block ? await titlesOf(block) : {};
  const name = before.order && after.order && await namesOf(entry.page);
  return [
    before.order && after.order && h('section', h('h4', t('audit.sameOrder')),
      orderDiff(before.order, after.order, name)),
    block && h('section', h('h4', t('audit.content')),
      contentDiff(before.block ?? null, after.block ?? null, names)),
    members(before, after),
  ];
}

function unfolding(entry) {
  const inside = h('div.audit-change');
  const fill = async () => {
    replace(inside, loading());
    try {
      replace(inside, await difference(entry), h('p.audit-request',
        t('audit.request', { id: entry.requestId })));
    } catch (problem) {
      replace(inside, failure(problem, fill));
    }
  };
  return h('details.audit-details', { onToggle: (event) => {
    if (event.target.open && !inside.firstChild) fill();
  } }, h('summary', t('audit.show')), inside);
}

function subject(entry, pages) {
  // The entry already begins with the operator whose session it is.
  if (!entry.subject || entry.action.startsWith('session.')) return null;
  const name = subjectName(entry, pages);
  return name && h('span.audit-subject', name);
}

// Releases and takeovers are named by what they show, not by their database ids.
function subjectName({ subject: name, before, after }, pages) {
  if (/^release \d+$/.test(name) && after?.revision) return t('audit.release', { number: after.revision });
  if (/^link \d+$/.test(name)) return after?.label ? `“${after.label}”` : '';
  if (/^takeover \d+$/.test(name) && after?.shows) return `“${pages.get(after.shows) ?? after.shows}”`;
  const block = after?.block ?? before?.block;
  if (block) return nameOf(block);
  return after?.title ?? after?.name ?? before?.title ?? before?.name ?? name;
}

/** One entry; `pages` has the titles of existing pages, which are linked. */
export function auditLine(entry, pages) {
  const isRefused = entry.outcome === 'refused';
  const hasChange = !isRefused && (entry.before !== null || entry.after !== null);
  const page = entry.page && (pages.has(entry.page)
    ? link(pagePath(entry.page), { class: 'admin-link' }, pages.get(entry.page))
    : entry.page);
  return h('li.audit-line', { class: isRefused ? 'refused' : '' },
    h('time.audit-time', { datetime: entry.at, title: dateTime(entry.at, { seconds: true }) },
      time(entry.at)),
    avatar(actorName(entry)),
    h('div.audit-what', h('p', h('strong', actorName(entry)), ' ', deed(entry), ' ',
      subject(entry, pages), page && h('span.audit-page', icon('page', { size: 14 }), page),
      isRefused && badge(t('audit.outcome.refused'), 'bad', 'lock')),
    isRefused && h('p.audit-route', h('code', entry.action)),
    hasChange && unfolding(entry)));
}
