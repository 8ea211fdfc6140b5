import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';

/** The toolbar for several selected sections. */
export function chosenBar(list) {
  const { selection, moves, actions, workspace } = list;
  const codes = () => selection.codes;
  const text = h('span.list-chosen-text', { role: 'status' });
  const tool = (key, name, run) => h('button.icon-button', { 'aria-label': t(key), title: t(key), onClick: run }, icon(name));
  const tools = [
    tool('list.toStart', 'top', () => moves.toStart(codes())),
    tool('list.up', 'up', () => moves.up(codes(), list.rows.shown)),
    tool('list.down', 'down', () => moves.down(codes(), list.rows.shown)),
    tool('list.toEnd', 'bottom', () => moves.toEnd(codes())),
    tool('list.toPosition', 'drag', () => actions.position(codes())),
    tool('list.hide', 'eye-off', () => actions.setEnabled(codes(), false)),
    tool('list.show', 'eye', () => actions.setEnabled(codes(), true)),
    tool('list.set', 'clock', () => actions.set(codes())),
    tool('list.delete', 'trash', () => actions.remove(codes())),
  ];
  const clear = tool('list.clear', 'close', () => {
    selection.clear();
    list.rows.focus(workspace.focused);
  });
  const box = h('div.list-chosen-tools');
  const element = h('div.list-chosen', { hidden: true, role: 'toolbar', 'aria-label': t('list.chosenTools') }, text, box, clear);
  return {
    element,
    show() {
      element.hidden = selection.count === 0;
      const said = selection.count === 0 ? '' : t('list.chosen', { count: selection.count });
      if (text.textContent !== said) text.textContent = said;
      if (list.mayEdit !== (box.childElementCount > 0)) replace(box, list.mayEdit ? tools : null);
    },
  };
}
