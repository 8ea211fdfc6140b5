// Describes the issues of a page's file, and how to fix them.

import { h } from '../core/dom.js';
import { language, list, t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { copyButton } from '../ui/widgets.js';
import '../text/import.js';

const MOST = 50;
const TYPES = { object: 'import.type.object', array: 'import.type.array',
  string: 'import.type.string', integer: 'import.type.integer', number: 'import.type.number',
  boolean: 'import.type.boolean', null: 'import.type.null' };
const typeName = (name) => (Object.hasOwn(TYPES, name) ? t(TYPES[name]) : name);

// Patterns of the reasons of the server's validation, each with its text.
const REASONS = [
  [/^the layout "(.*)" is unknown/, ([name]) => t('import.issue.layout', { name })],
  [/^"(.*)" is already in the page/, ([name]) => t('import.issue.twice', { name })],
  [/^must be of type (.*)$/, ([types]) => t('import.issue.type', {
    types: list(types.split(' or ').map(typeName)) })],
  [/^must be an? (object|list|string)$/, ([name]) => t('import.issue.type', {
    types: typeName({ list: 'array' }[name] ?? name) })],
  [/^must be 1 to 128 letters/, () => t('import.issue.code')],
  [/^is required$/, () => t('import.issue.required')],
  [/^must be one of (.*)$/, ([values]) => t('import.issue.oneOf', { values })],
  [/^must have at least (\d+) elements/, ([n]) => t('import.issue.atLeastElements', { count: +n })],
  [/^must have at most (\d+) elements/, ([n]) => t('import.issue.atMostElements', { count: +n })],
  [/^must have at least (\d+) characters/, ([n]) => (
    t('import.issue.atLeastCharacters', { count: +n }))],
  [/^must have at most (\d+) characters/, ([n]) => (
    t('import.issue.atMostCharacters', { count: +n }))],
  [/^must be at least (.*)$/, ([value]) => t('import.issue.atLeast', { value })],
  [/^must be at most (.*)$/, ([value]) => t('import.issue.atMost', { value })],
  [/^(is an unknown member|is not allowed here)/, () => t('import.issue.unknown')],
  [/^must be (an|a relative) address/, () => t('import.issue.address')],
  [/^must have a (valid )?host/, () => t('import.issue.host')],
  [/^must not have a user name/, () => t('import.issue.user')],
  [/^must not be empty$/, () => t('import.issue.empty')],
  [/^the .* apps that read this page cannot show/, () => t('import.issue.client')],
  [/the page's family of apps is/, () => t('import.issue.family')],
  [/^is true: this is one part/, () => t('import.issue.part')],
  [/^is not 200/, () => t('import.issue.error')],
  [/^must be a list of blocks/, () => t('import.issue.list')],
  [/^has more than the limit \S+ of (\d+)/, ([n]) => t('import.issue.tooMany', { count: +n })],
  [/RFC 3339|with an offset/, () => t('import.issue.time')],
  [/^must be later than/, () => t('import.issue.later')],
];

function advice(reason) {
  for (const [pattern, text] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return text(found.slice(1));
  }
  return language() === 'en' ? t('import.issue.other', { reason }) : t('import.issue.unaccepted');
}

// Groups issues by section, titled with its number and code.
function groups(issues, blocks) {
  const all = new Map();
  for (const issue of issues) {
    const place = /(?:^|\/)blocks\/(\d+)(?=\/|$)/.exec(issue.pointer);
    const key = place ? Number(place[1]) : -1;
    const code = blocks[key]?.blockCode;
    if (!all.has(key)) {
      all.set(key, { title: key < 0 ? t('import.place.page') : t('import.place.section', {
        number: key + 1, code: typeof code === 'string' ? code : '?' }), issues: [] });
    }
    all.get(key).issues.push(issue);
  }
  return [...all].sort(([a], [b]) => a - b).map(([, group]) => group);
}

function line({ pointer, reason, text }) {
  return h('li', h('span', text ?? advice(reason)), h('code.import-pointer', {
    title: t('import.at') }, pointer || '/'));
}

/** Lists the issues that the server found in a file, by section. */
export function issueList(problem, blocks) {
  const issues = problem.errors.length ? problem.errors
    : [{ pointer: '', reason: problem.detail, text: sentenceOf(problem) }];
  const shown = issues.slice(0, MOST);
  const text = issues.map(({ pointer, reason, text: own }) => `${pointer || '/'}: ${own ?? advice(reason)}`).join('\n');
  announce(t('import.issues', { count: issues.length }), { assertive: true });
  return h('section.import-issues',
    h('h3', icon('warning'), t('import.issues', { count: issues.length })),
    h('p', t('import.issues.text')),
    groups(shown, blocks).map((group) => h('div.import-issue-group', h('h4', group.title),
      h('ul', group.issues.map(line)))),
    issues.length > MOST && h('p', t('import.issues.more', { count: issues.length - MOST })),
    copyButton(text, t('import.copyIssues')));
}

/** The issue of a file that is not a page. */
export function fileIssue(found) {
  const text = {
    big: () => t('import.big', { size: Math.ceil(found.size * 10) / 10 }),
    syntax: () => (found.line ? t('import.syntax', { line: String(found.line),
      column: String(found.column) }) : t('import.syntax.unknown')),
    notPage: () => t('import.notPage'),
    unreadable: () => t('import.unreadable'),
  }[found.issue]();
  return h('section.import-issues', { role: 'alert' }, h('p.import-issue-one', icon('warning'),
    h('span', text)));
}
