// Drags rows of a list by mouse, pen and finger. Positions are measured once when a drag begins; a frame then only
// needs the scroll position and two transforms, however long the list is.
import { guarded, h } from '../core/dom.js';

const threshold = 5;
const patience = 420;
const edge = 64;
const fastest = 22;

/**
 * Makes the rows in `scroller` draggable. `options`: `rows()` → the row elements in order; `rowAt(target)` → the
 * pressed row, or null; `isGrip(target)` → whether a finger there drags at once instead of after a long press;
 * `group(row)` → the rows to drag together, or null to refuse; `last()` → the last gap where rows may be dropped;
 * `ghost(rows)` → what follows the pointer; `onStart(rows)`, `onDrop(rows, {before} | {after})`. Returns `cancel()` →
 * whether a drag was in progress, and `destroy()`.
 */
export function draggable(scroller, options) {
  const drag = new Drag(scroller, options);
  const on = { pointerdown: drag.press, dragstart: (event) => event.preventDefault(),
    touchmove: drag.hold, contextmenu: drag.quiet };
  for (const [name, fn] of Object.entries(on)) scroller.addEventListener(name, fn, { passive: false });
  return {
    cancel: () => drag.cancel(),
    destroy() {
      drag.cancel();
      for (const [name, fn] of Object.entries(on)) scroller.removeEventListener(name, fn);
    },
  };
}

class Drag {
  #state = 'idle';
  #watched = [];

  constructor(scroller, options) {
    this.scroller = scroller;
    this.options = options;
  }

  press = (event) => {
    if (event.button !== 0 || !event.isPrimary || this.#state !== 'idle') return;
    const row = this.options.rowAt(event.target);
    if (!row) return;
    const grip = this.options.isGrip(event.target);
    const touch = event.pointerType !== 'mouse';
    if (grip) event.preventDefault();
    Object.assign(this, { row, touch, pointer: event.pointerId, slow: touch && !grip });
    Object.assign(this, { x: event.clientX, y: event.clientY, startX: event.clientX, startY: event.clientY });
    this.#state = 'pressed';
    this.#watch(window, 'pointermove', this.move);
    this.#watch(window, 'pointerup', this.release);
    this.#watch(window, 'pointercancel', () => this.cancel());
    this.#watch(window, 'blur', () => this.cancel());
    this.#watch(document, 'keydown', guarded(this.key), true);
    if (this.slow) this.timer = setTimeout(() => this.start(), patience);
  };

  move = (event) => {
    if (event.pointerId !== this.pointer) return;
    [this.x, this.y] = [event.clientX, event.clientY];
    if (this.#state !== 'pressed') return;
    const far = Math.hypot(this.x - this.startX, this.y - this.startY) > threshold;
    if (far && this.slow) this.cancel();
    else if (far) this.start();
  };

  release = (event) => {
    if (event.pointerId !== this.pointer) return;
    const dragged = this.#state === 'dragging';
    if (dragged) this.frame(performance.now(), true);
    const { slot, rows, all } = this;
    this.#stop();
    if (!dragged) return;
    swallowClick();
    this.options.onDrop(rows, slot < all.length ? { before: all[slot] } : { after: all.at(-1) });
  };

  key = (event) => {
    if (event.key !== 'Escape' || this.#state !== 'dragging') return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  };

  // While a finger drags, the page must not scroll and no menu may open.
  hold = (event) => { if (this.#state === 'dragging' && event.cancelable) event.preventDefault(); };
  quiet = (event) => { if (this.#state !== 'idle' && this.touch) event.preventDefault(); };

  start() {
    clearTimeout(this.timer);
    const rows = this.options.group(this.row);
    if (!rows?.length) {
      this.#stop();
      return;
    }
    this.#state = 'dragging';
    this.rows = rows;
    this.all = this.options.rows();
    this.last = this.options.last();
    this.#measure();
    this.ghost = h('div.list-ghost', { 'aria-hidden': 'true' }, this.options.ghost(rows));
    this.line = h('div.list-line', { 'aria-hidden': 'true' });
    // Covers the rows, so that the browser does not search for the one under the pointer.
    this.veil = h('div.list-veil', { 'aria-hidden': 'true' });
    document.body.append(this.ghost);
    this.all[0].parentNode.append(this.veil, this.line);
    for (const row of rows) row.classList.add('list-dragged');
    document.documentElement.classList.add('list-dragging');
    this.options.onStart?.(rows);
    if (this.touch) navigator.vibrate?.(12);
    this.time = performance.now();
    this.request = requestAnimationFrame(this.frame);
  }

  #measure() {
    this.box = this.scroller.getBoundingClientRect();
    this.scrolled = this.scroller.scrollTop;
    this.limit = this.scroller.scrollHeight - this.scroller.clientHeight;
    const origin = this.all[0].offsetTop;
    const parent = this.all[0].parentNode.getBoundingClientRect().top;
    // The top of the first row in coordinates of the scrolled content.
    this.origin = this.all[0].getBoundingClientRect().top - this.box.top + this.scrolled;
    this.lineFrom = this.all[0].getBoundingClientRect().top - parent;
    this.tops = this.all.map((row) => row.offsetTop - origin);
    const end = this.all.at(-1);
    this.tops.push(this.tops.at(-1) + end.offsetHeight);
  }

  frame = (now, final = false) => {
    if (this.#state !== 'dragging') return;
    this.#scroll(Math.min(now - this.time, 50) / 16.7);
    this.time = now;
    this.ghost.style.transform = `translate3d(${this.x + 14}px, ${this.y - 18}px, 0)`;
    const slot = this.#slotAt(this.y - this.box.top + this.scroller.scrollTop - this.origin);
    if (slot !== this.slot) {
      this.slot = slot;
      this.line.style.transform = `translate3d(0, ${this.lineFrom + this.tops[slot]}px, 0)`;
    }
    if (!final) this.request = requestAnimationFrame(this.frame);
  };

  #scroll(frames) {
    const above = this.box.top + edge - this.y;
    const below = this.y - (this.box.bottom - edge);
    const pull = above > 0 ? -above : below > 0 ? below : 0;
    if (pull === 0) return;
    const step = Math.sign(pull) * Math.min(1, Math.abs(pull) / edge) ** 2 * fastest * frames;
    this.scroller.scrollTop = Math.max(0, Math.min(this.limit, this.scroller.scrollTop + step));
  }

  // Returns the gap between rows that is nearest to a height.
  #slotAt(height) {
    let low = 0;
    let high = this.all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.tops[middle] + this.tops[middle + 1]) / 2 < height) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, this.last);
  }

  cancel() {
    const dragged = this.#state === 'dragging';
    this.#stop();
    if (dragged) swallowClick();
    return dragged;
  }

  #stop() {
    if (this.#state === 'idle') return;
    clearTimeout(this.timer);
    cancelAnimationFrame(this.request);
    this.ghost?.remove();
    this.line?.remove();
    this.veil?.remove();
    for (const row of this.rows ?? []) row.classList.remove('list-dragged');
    document.documentElement.classList.remove('list-dragging');
    for (const [target, name, fn, capture] of this.#watched.splice(0)) target.removeEventListener(name, fn, capture);
    this.#state = 'idle';
    Object.assign(this, { ghost: null, line: null, rows: null, slot: null });
  }

  #watch(target, name, fn, capture = false) {
    target.addEventListener(name, fn, capture);
    this.#watched.push([target, name, fn, capture]);
  }
}

// Ignores the click at the end of a drag.
function swallowClick() {
  const swallow = (event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
}
