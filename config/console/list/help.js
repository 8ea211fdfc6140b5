import { h, isMac } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import '../text/help.js';

const ctrl = isMac ? '⌘' : 'Ctrl';
const alt = isMac ? '⌥' : 'Alt';

const groups = [
  ['help.moving', [
    ['help.upDown', [[alt, '↑'], [alt, '↓']]],
    ['help.ends', [[alt, 'Home'], [alt, 'End']]],
    ['help.position', [['M']]],
  ]],
  ['help.choosing', [
    ['help.rows', [['↑'], ['↓']]],
    ['help.select', [['help.space']]],
    ['help.range', [['Shift', '↑'], ['Shift', '↓']]],
    ['help.all', [[ctrl, 'A']]],
    ['help.none', [['Esc']]],
  ]],
  ['help.doing', [
    ['help.open', [['Enter']]],
    ['help.hide', [['H']]],
    ['help.delete', [['Delete']]],
    ['help.menu', [['Shift', 'F10']]],
    ['help.undo', [[ctrl, 'Z']]],
    ['help.redo', [[ctrl, 'Shift', 'Z']]],
    ['help.search', [['/']]],
    ['help.palette', [[ctrl, 'K']]],
    ['help.help', [['?']]],
  ]],
];

const combination = (keys) => h('span.list-keys', keys.map((key) => h('kbd.list-key', t(key))));

/** The keyboard shortcuts of the list. */
export function showHelp() {
  dialog({
    title: t('help.title'),
    wide: true,
    body: h('div.list-help', groups.map(([title, lines]) => h('section', h('h3', t(title)),
      h('dl.list-help-lines', lines.map(([text, keys]) => h('div', h('dt', t(text)), h('dd', keys.map(combination)))))))),
  });
}
