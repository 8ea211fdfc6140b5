import { h, replace, uid } from '../core/dom.js';
import { icon } from './icons.js';

let open = null;

function line(item, close) {
  if (item === '-') return h('div.menu-line', { role: 'separator' });
  if (item.heading) return h('div.menu-heading', { role: 'presentation' }, item.heading);
  const role = item.checked === undefined ? 'menuitem' : 'menuitemradio';
  const hint = item.hint && h('span.menu-hint', { id: uid('hint') }, item.hint);
  const props = { role, tabIndex: -1, 'aria-disabled': item.disabled ? 'true' : null,
    'aria-checked': item.checked === undefined ? null : Boolean(item.checked),
    'aria-describedby': hint ? hint.id : null, class: item.danger ? 'danger' : '',
    onClick: (event) => {
      if (item.disabled) {
        event.preventDefault();
        return;
      }
      close();
      if (item.href && (event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      item.run?.();
    } };
  const mark = item.checked ? icon('check') : item.icon ? icon(item.icon) : h('span.menu-blank');
  const inside = [mark, h('span.menu-label', item.label), hint];
  return item.href ? h('a.menu-item', { ...props, href: item.href }, inside)
    : h('button.menu-item', props, inside);
}

// Below the button where there is room, else above it; never past an edge.
function put(menu, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = menu.getBoundingClientRect();
  const gap = 4;
  const below = window.innerHeight - at.bottom - gap;
  const top = height <= below || below >= at.top ? at.bottom + gap : at.top - gap - height;
  const rightwards = at.left + width <= window.innerWidth - 8;
  const left = rightwards ? at.left : at.right - width;
  menu.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`;
  menu.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
}

/** Opens a menu at `anchor`; `point` {x, y} for one at the pointer. */
export function openMenu(anchor, items, { label, last = false, onClose, point } = {}) {
  open?.();
  const menu = h('div.menu', { role: 'menu', 'aria-label': label, id: uid('menu') });
  if ('popover' in menu) menu.popover = 'manual';
  const close = (giveBack = true) => {
    if (open !== close) return;
    open = null;
    for (const [target, name, fn] of watched) target.removeEventListener(name, fn, true);
    const within = menu.contains(document.activeElement);
    menu.remove();
    onClose?.();
    if (giveBack && within && anchor.isConnected) anchor.focus({ preventScroll: true });
  };
  replace(menu, items.filter(Boolean).map((item) => line(item, close)));
  const entries = [...menu.querySelectorAll('.menu-item')];
  let typed = '';
  let typedAt = 0;
  const go = (index) => entries[(index + entries.length) % entries.length]?.focus();
  menu.addEventListener('keydown', (event) => {
    const index = entries.indexOf(document.activeElement);
    const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 };
    event.stopPropagation();
    if (event.key in moves) {
      event.preventDefault();
      go(moves[event.key]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Tab') {
      close();
    } else if (event.key === ' ' && entries[index]) {
      event.preventDefault();
      entries[index].click();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
      typedAt = event.timeStamp;
      const begins = (entry) => entry.textContent.trim().toLowerCase()
        .startsWith(typed.toLowerCase());
      const found = [...entries.slice(index + (typed.length === 1 ? 1 : 0)), ...entries]
        .find(begins);
      found?.focus();
    }
  });
  const away = (event) => {
    if (!menu.contains(event.target) && !anchor.contains(event.target)) close(false);
  };
  const gone = (event) => { if (!menu.contains(event.target)) close(); };
  const resized = () => close();
  const watched = [[document, 'pointerdown', away], [window, 'resize', resized],
    [document, 'scroll', gone]];
  for (const [target, name, fn] of watched) target.addEventListener(name, fn, true);
  (anchor.closest('dialog') ?? document.body).append(menu);
  if (menu.popover) menu.showPopover();
  open = close;
  put(menu, point ? { getBoundingClientRect: () => new DOMRect(point.x, point.y, 0, 0) } : anchor);
  go(last ? entries.length - 1 : Math.max(0, entries.findIndex((entry) => (
    entry.getAttribute('aria-checked') === 'true'))));
  return { element: menu, close };
}

/**
 * A button that opens a menu. Without `text` it shows only its icon, and `label` is its name.
 * `items()` → `{label, icon, run, danger, disabled, hint, checked, href}`, `{heading}` or '-'.
 */
export function menuButton({ label, icon: name, text, items, className = '', caret = false }) {
  const button = h(text ? 'button.button' : 'button.icon-button', { class: className,
    'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-label': text ? null : label,
    title: text ? null : label }, name && icon(name), text,
  caret && icon('chevron-down', { size: 14 }));
  let shown = null;
  const show = (last = false) => {
    button.setAttribute('aria-expanded', 'true');
    shown = openMenu(button, items(), { label, last, onClose: () => {
      shown = null;
      button.setAttribute('aria-expanded', 'false');
    } });
    button.setAttribute('aria-controls', shown.element.id);
  };
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    if (shown) shown.close();
    else show();
  });
  button.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    show(event.key === 'ArrowUp');
  });
  return button;
}
