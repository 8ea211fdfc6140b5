// Shows who else is on the page: next to the page's name, in the rows of sections, and above the form of a section.
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { href, navigate } from '../core/router.js';
import { styles } from '../core/style.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { avatar } from '../ui/widgets.js';
import '../text/people.js';

// A reconnected stream first reports an empty list.
const PAUSE = 250;
const MOST = 3;
// Someone who returns within this time is not announced again.
const AWAY = 60_000;
let timer = 0;
let off = null;
let now = { place: null, view: null, people: [] };
let seen = { slug: null, names: new Map(), section: '' };
const button = { element: null, avatars: null };
const note = h('div.people-note');

/** Shows the people, each {name, blocks}. Calls in quick succession are merged. */
export function show(place, view, people) {
  if (now.view !== view) {
    off?.();
    off = view?.workspace?.on('change', ({ selection, stage, order }) => (selection || stage || order) && later()) ?? null;
  }
  now = { place, view, people };
  later();
}

function later() {
  clearTimeout(timer);
  timer = setTimeout(draw, PAUSE);
}

async function draw() {
  if (now.people.length) await styles('people');
  drawBar();
  drawRows();
  drawNote();
  tell();
}

function words(key, people) {
  const names = people.map(({ name }) => name);
  const shown = names.length > MOST ? [...names.slice(0, MOST - 1), t('people.others', { count: names.length - MOST + 1 })] : names;
  return t(key, { count: names.length, names: list(shown) });
}

// Next to the page's name: initials, and a menu with names that links to their sections.

function drawBar() {
  const tools = document.querySelector('.shell-tools');
  if (!now.people.length || !tools) {
    button.element?.remove();
    button.element = null;
    return;
  }
  if (!button.element || !button.element.isConnected) {
    button.avatars = h('span.people-avatars');
    button.element = menuButton({ label: t('people.list'), text: button.avatars, className: 'quiet people', items });
    tools.before(button.element);
  }
  const label = words('people.page', now.people);
  button.element.setAttribute('aria-label', label);
  button.element.title = label;
  const total = now.people.length;
  const shown = now.people.slice(0, total > MOST ? MOST - 1 : MOST);
  // A narrow bar only has room for one.
  const count = (width, number) => number > 0 && h('span.avatar.people-count', { 'aria-hidden': 'true', class: width }, `+${number}`);
  replace(button.avatars, shown.map(({ name }) => avatar(name)), count('wide', total - shown.length), count('narrow', total - 1));
}

function items() {
  const { place: { params: { slug } }, view, people } = now;
  return [{ heading: t('people.list') }, ...people.map(({ name, blocks }) => {
    const code = [...blocks].at(-1);
    const path = code ? pagePath(slug, 'blocks', code) : pagePath(slug);
    return { label: name, icon: 'user', hint: code && nameOf(view, code), href: href(path), run: () => navigate(path) };
  })];
}

const nameOf = (view, code) => (view?.workspace?.block(code) ? view.workspace.nameOf(code) : code);

// In the rows of sections.

const peopleAt = (code) => now.people.filter(({ blocks }) => blocks.has(code));

function drawRows() {
  const rows = now.view?.list?.rows;
  if (!rows) return;
  rows.peopleBadges = (code) => {
    const here = peopleAt(code);
    // A row only has room for one name; the others are in the menu at the top.
    return here.length ? [{ text: t('people.here', { count: here.length, name: here[0].name }), tone: 'accent', sign: 'user', title: words('people.open', here) }] : [];
  };
  const marks = new Map(rows.shown.map((code) => [code, peopleAt(code).map(({ name }) => name).join('\n')]));
  const changed = rows.shown.filter((code) => (rows.row(code).people ?? '') !== marks.get(code));
  for (const code of changed) rows.row(code).people = marks.get(code);
  if (changed.length) rows.show(rows.shown, new Set(changed));
}

// Above the form of a section.

function drawNote() {
  const editor = now.view?.editor;
  const here = editor?.code ? peopleAt(editor.code) : [];
  if (!here.length) {
    note.remove();
    return;
  }
  if (note.nextSibling !== editor.element) editor.element.before(note);
  replace(note, icon('users', { size: 16 }), h('span.ellipsis', words('people.open', here)));
}

// Announces to screen readers once who has come, and who has this section open.

function tell() {
  const { slug } = now.place.params;
  if (seen.slug !== slug) seen = { slug, names: new Map(), section: '' };
  const at = Date.now();
  const came = now.people.filter(({ name }) => at - (seen.names.get(name) ?? -Infinity) > AWAY);
  // For people who are present, the time is only measured from when they leave.
  for (const { name } of now.people) seen.names.set(name, Infinity);
  for (const [name, when] of seen.names) if (when === Infinity && !now.people.some((one) => one.name === name)) seen.names.set(name, at);
  const section = note.isConnected ? note.textContent : '';
  const text = [came.length && `${words('people.page', came)}.`, section !== seen.section && section].filter(Boolean).join(' ');
  seen.section = section;
  if (text) announce(text);
}
