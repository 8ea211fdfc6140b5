import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from './announcer.js';
import { icon } from './icons.js';

const ICONS = { info: 'info', good: 'check', bad: 'warning' };
let shelf = null;

function place(element) {
  if (!shelf?.isConnected) {
    shelf = document.body.appendChild(h('section.toasts', { 'aria-label': t('toasts') }));
    if ('popover' in shelf) shelf.popover = 'manual';
  }
  shelf.append(element);
  // In the top layer, toasts stay visible over dialogs.
  if (shelf.popover) {
    if (shelf.matches(':popover-open')) shelf.hidePopover();
    shelf.showPopover();
  }
}

/** Shows a short message; one with an action stays longer. */
export function toast(text, { action, kind = 'info', seconds } = {}) {
  let timer = null;
  const element = h('div.toast', { class: kind }, icon(ICONS[kind] ?? 'info'), h('p', text),
    action && h('button.toast-action', { onClick: () => { close(); action.run(); } },
      action.label),
    h('button.icon-button.small', { 'aria-label': t('dismiss'), onClick: () => close() },
      icon('close', { size: 16 })));
  function close() {
    clearTimeout(timer);
    element.remove();
    if (shelf && !shelf.children.length && shelf.popover) shelf.hidePopover();
  }
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(close, (seconds ?? (action ? 8 : kind === 'bad' ? 7 : 4)) * 1000);
  };
  const hold = () => clearTimeout(timer);
  for (const name of ['pointerenter', 'focusin']) element.addEventListener(name, hold);
  for (const name of ['pointerleave', 'focusout']) element.addEventListener(name, wait);
  place(element);
  while (shelf.children.length > 4) shelf.firstChild.remove();
  announce(text, { assertive: kind === 'bad' });
  wait();
  return { element, close };
}
