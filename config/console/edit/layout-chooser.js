// Chooses the layout of a new section by search, or from groups.
import { h, onKey, replace } from '../core/dom.js';
import { hasWords, wordsOf } from '../core/folded.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { describe } from './labels.js';

const FAMILIES = [['music', (type) => type.client === 'netease'], ['mall', (type) => /^MALL_/.test(type.showType)],
  ['basic', (type) => /^DEMO_/.test(type.showType)], ['other', () => true]];

const familyOf = (type) => FAMILIES.find(([, fits]) => fits(type))[0];

// Removes the sentence about when the section is hidden, which is obvious for a new section.
const brief = (text) => text.replace(/ ?(An empty list hides|The section is hidden while|列表为空时|内容为空时|三者都为空时)[^.。]*[.。]/g, '');

/** Groups the layouts that sections of this page can have, those that it already uses first. */
function layoutGroups(workspace) {
  const { client } = workspace.page ?? {};
  const types = [...workspace.types.values()].filter((type) => !client || type.client === client);
  const used = new Set([...workspace.blocks.values()].map((block) => block.showType));
  const groups = new Map([['used', []], ...FAMILIES.map(([name]) => [name, []])]);
  for (const type of types) groups.get(used.has(type.showType) ? 'used' : familyOf(type)).push(type);
  return [...groups].filter(([, members]) => members.length)
    .map(([name, members]) => [name, members.sort((one, other) => (
      workspace.typeTitle(one.showType).localeCompare(workspace.typeTitle(other.showType))))]);
}

/** Calls `draw(type)` for the layouts that scroll into view; one that cannot be drawn has no picture. */
function pictures(draw) {
  const types = new WeakMap();
  const watcher = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      watcher.unobserve(target);
      draw(types.get(target)).then((drawing) => replace(target, drawing), () => {});
    }
  }, { rootMargin: '200px' });
  return (type) => {
    const picture = h('div.edit-layout-picture', { inert: true, 'aria-hidden': 'true' });
    types.set(picture, type);
    watcher.observe(picture);
    return picture;
  };
}

/**
 * A searchable list of layouts; calls `onChoose(type)`. Descriptions and pictures are loaded later: `draw(type)`
 * resolves with an element.
 */
export function layoutChooser(workspace, onChoose, draw) {
  const lines = [];
  const pictureOf = draw ? pictures(draw) : () => null;
  const none = h('p.edit-none', { hidden: true }, t('edit.new.nothing'));
  const groups = layoutGroups(workspace).map(([name, types]) => {
    const list = h('ul.edit-layouts', types.map((type) => line(workspace, type, onChoose, { lines, pictureOf })));
    return h('section.edit-layout-group', h('h3', t(`edit.new.group.${name}`)), list);
  });
  const search = h('input', { type: 'search', 'aria-label': t('edit.new.search'), placeholder: t('edit.new.search'),
    autofocus: '', onInput: () => {
      const wanted = wordsOf(search.value);
      lines.forEach((one) => { one.element.hidden = !hasWords(one.text(), wanted); });
      groups.forEach((group) => { group.hidden = !group.querySelector('li:not([hidden])'); });
      none.hidden = groups.some((group) => !group.hidden);
    } });
  onKey(search, (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    lines.find((one) => !one.element.hidden)?.choose();
  });
  const { client } = workspace.page ?? {};
  return h('div.edit-chooser', search, client && h('p.edit-note', icon('info', { size: 16 }), ' ', t('edit.new.client')), groups, none);
}

function line(workspace, type, onChoose, { lines, pictureOf }) {
  const title = workspace.typeTitle(type.showType);
  const note = h('span.edit-layout-note');
  const floors = Object.entries(type.minVersion ?? {}).map(([name, version]) => `${name} ${version}`).join(', ');
  const button = h('button.edit-layout', { onClick: () => onChoose(type) },
    h('span.edit-layout-title', title, type.pin && badge(t('edit.new.pinned'), '', 'pin'),
      floors && badge(t('edit.new.floor', { floors }), 'warn')), note, h('code', type.showType));
  // The picture is not interactive: a click on it reaches the line.
  const element = h('li.edit-layout-line', { onClick: (event) => event.target.closest('button') || onChoose(type) },
    pictureOf(type), button);
  workspace.schema(type.showType).then((schema) => replace(note, brief(describe(schema.description ?? '')))).catch(() => {});
  lines.push({ element, choose: () => onChoose(type),
    text: () => `${title} ${type.title} ${type.showType} ${note.textContent}` });
  return element;
}
