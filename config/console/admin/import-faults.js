// What is wrong with the file of a page, in words, and what to do about it.

import { h } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { copyButton } from '../ui/small.js';
import { icon } from '../ui/icons.js';
import { announce } from '../ui/live.js';
import '../text/import.js';

const MOST = 50;
const TYPES = { object: 'import.type.object', array: 'import.type.array',
  string: 'import.type.string', integer: 'import.type.integer', number: 'import.type.number',
  boolean: 'import.type.boolean', null: 'import.type.null' };
const typeName = (name) => (Object.hasOwn(TYPES, name) ? t(TYPES[name]) : name);

// The server's reasons; each with the text that says the same and what to do.
const REASONS = [
  [/^the layout "(.*)" is unknown/, ([name]) => t('import.fault.layout', { name })],
  [/^"(.*)" stands in the page already/, ([name]) => t('import.fault.twice', { name })],
  [/^must be of type (.*)$/, ([types]) => t('import.fault.type', {
    types: list(types.split(' or ').map(typeName)) })],
  [/^must be an? (object|list|text)$/, ([name]) => t('import.fault.type', {
    types: typeName({ list: 'array', text: 'string' }[name] ?? name) })],
  [/^must be 1 to 128 letters/, () => t('import.fault.code')],
  [/^is required$/, () => t('import.fault.required')],
  [/^must be one of (.*)$/, ([values]) => t('import.fault.oneOf', { values })],
  [/^must have at least (\d+) elements/, ([n]) => t('import.fault.atLeastElements', { count: +n })],
  [/^must have at most (\d+) elements/, ([n]) => t('import.fault.atMostElements', { count: +n })],
  [/^must have at least (\d+) characters/, ([n]) => (
    t('import.fault.atLeastCharacters', { count: +n }))],
  [/^must have at most (\d+) characters/, ([n]) => (
    t('import.fault.atMostCharacters', { count: +n }))],
  [/^must be at least (.*)$/, ([value]) => t('import.fault.atLeast', { value })],
  [/^must be at most (.*)$/, ([value]) => t('import.fault.atMost', { value })],
  [/^(is not known here|must not be here)/, () => t('import.fault.unknown')],
  [/^must be an address/, () => t('import.fault.address')],
  [/^the .* apps that read this page cannot show/, () => t('import.fault.client')],
  [/the page's family of apps is/, () => t('import.fault.family')],
  [/^is true: this is one part/, () => t('import.fault.part')],
  [/^is not 200/, () => t('import.fault.error')],
  [/^must be a list of blocks/, () => t('import.fault.list')],
  [/^has more than the limit \S+ of (\d+)/, ([n]) => t('import.fault.tooMany', { count: +n })],
  [/RFC 3339|with an offset/, () => t('import.fault.time')],
  [/^must be later than/, () => t('import.fault.later')],
];

function advice(reason) {
  for (const [pattern, text] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return text(found.slice(1));
  }
  return t('import.fault.other', { reason });
}

// Faults of one section stand together, under its place and its code.
function groups(faults, blocks) {
  const all = new Map();
  for (const fault of faults) {
    const place = /(?:^|\/)blocks\/(\d+)(?=\/|$)/.exec(fault.pointer);
    const key = place ? Number(place[1]) : -1;
    const code = blocks[key]?.blockCode;
    if (!all.has(key)) {
      all.set(key, { title: key < 0 ? t('import.place.page') : t('import.place.section', {
        number: key + 1, code: typeof code === 'string' ? code : '?' }), faults: [] });
    }
    all.get(key).faults.push(fault);
  }
  return [...all].sort(([a], [b]) => a - b).map(([, group]) => group);
}

function line({ pointer, reason }) {
  return h('li', h('span', advice(reason)), h('code.import-pointer', {
    title: t('import.at') }, pointer || '/'));
}

/** The faults that the server found in a file, by section. */
export function faultList(problem, blocks) {
  const faults = problem.errors.length ? problem.errors
    : [{ pointer: '', reason: problem.detail || problem.message }];
  const shown = faults.slice(0, MOST);
  const text = faults.map(({ pointer, reason }) => `${pointer || '/'}: ${reason}`).join('\n');
  announce(t('import.faults', { count: faults.length }), { assertive: true });
  return h('section.import-faults',
    h('h3', icon('warning'), t('import.faults', { count: faults.length })),
    h('p', t('import.faults.text')),
    groups(shown, blocks).map((group) => h('div.import-fault-group', h('h4', group.title),
      h('ul', group.faults.map(line)))),
    faults.length > MOST && h('p', t('import.faults.more', { count: faults.length - MOST })),
    copyButton(text, t('import.copyFaults')));
}

/** What is wrong with a file that is no page at all. */
export function fileFault(found) {
  const text = {
    big: () => t('import.big', { size: Math.ceil(found.size * 10) / 10 }),
    syntax: () => (found.line ? t('import.syntax', { line: String(found.line),
      column: String(found.column) }) : t('import.syntax.unknown')),
    notPage: () => t('import.notPage'),
    unreadable: () => t('import.unreadable'),
  }[found.fault]();
  return h('section.import-faults', { role: 'alert' }, h('p.import-fault-one', icon('warning'),
    h('span', text)));
}
