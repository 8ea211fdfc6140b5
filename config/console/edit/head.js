// The head of the editor: the section's name and state, and actions.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { href, navigate } from '../core/router.js';
import { canAnywhere } from '../core/session.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { badge } from '../ui/widgets.js';
import { offerUndo } from '../page/undo.js';
import { mayRemove, removeSections } from '../page/removal.js';
import { picture } from './thumbs.js';

export function editorHead(editor) {
  const { workspace, code } = editor;
  const thumb = h('span.edit-head-thumb');
  const name = h('h2.edit-name', { tabIndex: -1 });
  const states = h('div.edit-states');
  const hide = h('button.icon-button', { onClick: () => toggleShown(editor) });
  const menu = menuButton({ label: t('edit.menu'), icon: 'more', items: () => actions(editor) });
  const close = h('button.icon-button', { 'aria-label': t('edit.close'), title: t('edit.close'),
    onClick: () => editor.close() }, icon('close'));
  const element = h('header.edit-head', thumb, h('div.edit-head-words', name, states),
    h('div.edit-head-tools', !editor.readOnly && [hide, menu], close));
  let address;

  function draw() {
    const block = workspace.blocks.get(code);
    if (!block) return;
    name.textContent = workspace.nameOf(code);
    const next = workspace.thumbnailOf(code) ?? null;
    if (next !== address) replace(thumb, picture(next));
    address = next;
    const state = workspace.stateOf(code);
    replace(states, badge(workspace.typeTitle(block.showType)),
      state.hidden ? badge(t('edit.state.hidden'), 'warn', 'eye-off') : null,
      state.scheduled && badge(t(`edit.state.${state.scheduled.phase}`), '', 'clock'),
      state.targeted && badge(t('edit.state.targeted'), '', 'target'),
      state.pinned && badge(t('edit.state.pinned'), '', 'pin'),
      state.changed && badge(t(`edit.state.${state.changed}`), 'accent'),
      h('code.edit-code', { title: t('edit.code') }, code));
    const label = t(state.hidden ? 'edit.show' : 'edit.hide');
    hide.setAttribute('aria-label', label);
    hide.title = label;
    replace(hide, icon(state.hidden ? 'eye-off' : 'eye'));
  }

  draw();
  return { element, draw, focus: () => name.focus() };
}

async function toggleShown({ workspace, code }) {
  const hidden = workspace.stateOf(code).hidden;
  const name = workspace.nameOf(code);
  try {
    await workspace.setEnabled([code], hidden);
    offerUndo(workspace, t(hidden ? 'edit.shown' : 'edit.hidden', { name }));
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
}

function actions(editor) {
  const { workspace, code } = editor;
  return [
    { label: t('edit.duplicate'), icon: 'copy', run: () => duplicate(editor) },
    canAnywhere('editor') && { label: t('list.copy'), icon: 'page', run: () => copy(editor) },
    { label: t('list.history'), icon: 'history', run: () => navigate(pagePath(workspace.slug, 'history'), { query: { block: code } }) },
    { label: t('edit.link'), icon: 'link', run: () => copyLink(workspace, code) },
    '-',
    { label: t('edit.delete'), icon: 'trash', danger: true, run: () => remove(editor) },
  ];
}

async function copyLink(workspace, code) {
  const address = new URL(href(pagePath(workspace.slug, 'blocks', code)), location.href);
  try {
    await navigator.clipboard.writeText(address.href);
    toast(t('edit.link.copied'));
  } catch {
    toast(address.href, { seconds: 20 });
  }
}

async function duplicate({ workspace, code, leave }) {
  if (!await leave()) return;
  const name = workspace.nameOf(code);
  try {
    const copy = await workspace.duplicate(code);
    offerUndo(workspace, t('edit.duplicated', { name }));
    navigate(pagePath(workspace.slug, 'blocks', copy));
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
}

async function copy({ workspace, code, leave }) {
  if (!await leave()) return;
  try {
    const { copyDialog } = await import('../page/copy-dialog.js');
    copyDialog(workspace, code);
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
}

async function remove(editor) {
  const { workspace, code } = editor;
  const name = workspace.nameOf(code);
  if (!await mayRemove(workspace, [code])) return;
  editor.gone = true;
  const removing = removeSections(workspace, [code]);
  editor.close();
  if (await removing) offerUndo(workspace, t('edit.deleted', { name }));
}
