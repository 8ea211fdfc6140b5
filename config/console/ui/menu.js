import { h, onKey, replace, uid } from '../core/dom.js';
import { folded } from '../core/folded.js';
import { icon } from './icons.js';

let open = null;

function line(item, close) {
  if (item === '-') return h('div.menu-line', { role: 'separator' });
  if (item.heading) return h('div.menu-heading', { role: 'presentation' }, item.heading);
  const role = item.checked === undefined ? 'menuitem' : 'menuitemradio';
  const hint = item.hint && h('span.menu-hint', { id: uid('hint') }, item.hint);
  const props = { role, tabIndex: -1, 'aria-disabled': item.disabled ? 'true' : null,
    'aria-checked': item.checked === undefined ? null : Boolean(item.checked),
    'aria-label': item.hint ? item.label : null, 'aria-describedby': hint ? hint.id : null,
    class: item.danger ? 'danger' : '',
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

// Places a frame below the anchor if there is room, else above it; never beyond an edge.
function put(frame, at) {
  const { width, height } = frame.getBoundingClientRect();
  const gap = 4;
  const below = window.innerHeight - at.bottom - gap;
  const top = height <= below || below >= at.top ? at.bottom + gap : at.top - gap - height;
  const rightwards = at.left + width <= window.innerWidth - 8;
  const left = rightwards ? at.left : at.right - width;
  frame.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`;
  frame.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
}

/**
 * A frame over the view at `anchor` (or at `point` {x, y}), which closes on a press outside it. Escape returns the
 * focus to the anchor.
 */
export function popover(anchor, { label, content, className = '', role = 'dialog', onClose,
  point }) {
  open?.(false);
  const frame = h('div.popover', { role, 'aria-label': label, class: className,
    id: uid('popover') }, content);
  if ('popover' in frame) frame.popover = 'manual';
  const close = (giveBack = true) => {
    if (open !== close) return;
    open = null;
    for (const [target, name, fn] of watched) target.removeEventListener(name, fn, true);
    const within = frame.contains(document.activeElement);
    frame.remove();
    onClose?.();
    if (giveBack && within && anchor.isConnected) anchor.focus({ preventScroll: true });
  };
  onKey(frame, (event) => {
    // The view below must not handle keys pressed here.
    event.stopPropagation();
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  });
  const inside = (event) => frame.contains(event.target);
  const away = (event) => { if (!inside(event) && !anchor.contains(event.target)) close(false); };
  const watched = [[document, 'pointerdown', away],
    [window, 'resize', () => close()],
    // Closes on scrolling, because it is positioned next to its anchor.
    [document, 'scroll', (event) => { if (event.target.contains(anchor)) close(); }],
    [document, 'focusin', away]];
  for (const [target, name, fn] of watched) target.addEventListener(name, fn, true);
  // Inside the anchor's landmark, for landmark navigation.
  (anchor.closest('dialog, .shell-bar, main') ?? document.body).append(frame);
  if (frame.popover) frame.showPopover();
  open = close;
  put(frame, point ? new DOMRect(point.x, point.y, 0, 0) : anchor.getBoundingClientRect());
  return { element: frame, close };
}

/** Opens a menu at `anchor`, or at the pointer's `point` {x, y}. */
export function openMenu(anchor, items, { label, last = false, onClose, point } = {}) {
  const menu = popover(anchor, { label, role: 'menu', className: 'menu', onClose, point,
    content: items.filter(Boolean).map((item) => line(item, () => menu.close())) });
  const content = menu.element;
  const entries = [...content.querySelectorAll('.menu-item')];
  let typed = '';
  let typedAt = 0;
  const go = (index) => entries[(index + entries.length) % entries.length]?.focus();

  function type(event, index) {
    typed = event.timeStamp - typedAt > 700 ? event.key : typed + event.key;
    typedAt = event.timeStamp;
    const begins = (entry) => folded(entry.textContent.trim()).startsWith(folded(typed));
    [...entries.slice(index + (typed.length === 1 ? 1 : 0)), ...entries].find(begins)?.focus();
  }

  onKey(content, (event) => {
    const index = entries.indexOf(document.activeElement);
    const moves = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: entries.length - 1 };
    if (event.key in moves) {
      event.preventDefault();
      go(moves[event.key]);
    } else if (event.key === 'Tab') {
      menu.close();
    } else if (event.key === ' ' && entries[index]) {
      event.preventDefault();
      entries[index].click();
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      type(event, index);
    }
  });
  go(last ? entries.length - 1 : Math.max(0, entries.findIndex((entry) => (
    entry.getAttribute('aria-checked') === 'true'))));
  return menu;
}

/**
 * A button that opens a menu. Without `text`, it only shows its icon, with `label` as its accessible name. `items()` →
 * `{label, icon, run, danger, disabled, hint, checked, href}`, `{heading}` or '-'. `instead(button, onClose)` may
 * return another popover to open.
 */
export function menuButton({ label, icon: name, text, items, className = '', caret = false,
  instead }) {
  const button = h(text ? 'button.button' : 'button.icon-button', { class: className,
    'aria-haspopup': 'menu', 'aria-expanded': 'false', 'aria-label': text ? null : label,
    title: text ? null : label }, name && icon(name), text,
  caret && icon('chevron-down', { size: 14 }));
  let shown = null;
  const onClose = () => {
    shown = null;
    button.setAttribute('aria-expanded', 'false');
    button.removeAttribute('aria-controls');
  };
  const show = (last = false) => {
    const other = instead?.(button, onClose);
    shown = other ?? openMenu(button, items(), { label, last, onClose });
    button.setAttribute('aria-haspopup', other ? 'dialog' : 'menu');
    button.setAttribute('aria-expanded', 'true');
    button.setAttribute('aria-controls', shown.element.id);
  };
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    if (shown) shown.close();
    else show();
  });
  onKey(button, (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    event.stopPropagation();
    show(event.key === 'ArrowUp');
  });
  return button;
}
