import { onKey } from '../core/dom.js';
// Drags rows of a short list by pointer or finger: the row follows, and a line marks the drop position.

const EDGE = 48;
const SPEED = 12;

/** `onDrop(from, to)` gets indices among the children of `list`. */
export function dragRows(list, onDrop) {
  list.addEventListener('pointerdown', (event) => {
    const grip = event.target.closest('.edit-card-grip');
    if (!grip || grip.closest('ol') !== list || event.button !== 0) return;
    event.preventDefault();
    new CardDrag(list, grip.closest('.edit-card'), event, onDrop);
  });
}

class CardDrag {
  #frame = 0;
  #listeners = new AbortController();

  constructor(list, row, start, onDrop) {
    Object.assign(this, { row, start, onDrop, pointerY: start.clientY });
    this.rows = [...list.children];
    this.from = this.rows.indexOf(row);
    this.to = this.from;
    this.scroller = scrollerOf(list);
    this.startScroll = this.scroller.scrollTop;
    row.classList.add('dragged');
    row.setPointerCapture?.(start.pointerId);
    this.#listen();
  }

  #listen() {
    const { signal } = this.#listeners;
    document.addEventListener('pointermove', (event) => this.#moved(event), { signal });
    document.addEventListener('pointerup', (event) => this.#released(event), { signal });
    document.addEventListener('pointercancel', (event) => this.#released(event), { signal });
    onKey(document, (event) => this.#pressed(event), { signal, capture: true });
  }

  #moved(event) {
    if (event.pointerId !== this.start.pointerId) return;
    this.pointerY = event.clientY;
    this.#frame ||= requestAnimationFrame(() => this.#draw());
  }

  #pressed(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#end(false);
  }

  #released(event) {
    if (event.pointerId !== this.start.pointerId) return;
    this.pointerY = event.clientY;
    const isDrop = event.type === 'pointerup';
    // The pointer may have moved since the last frame.
    if (isDrop) this.#draw();
    this.#end(isDrop);
  }

  #draw() {
    this.#frame = 0;
    const by = this.#scroll();
    const { row, rows, pointerY, from } = this;
    row.style.transform = `translateY(${pointerY - this.start.clientY + this.scroller.scrollTop - this.startScroll}px)`;
    const others = rows.filter((one) => one !== row);
    this.to = others.filter((one) => {
      const box = one.getBoundingClientRect();
      return box.top + box.height / 2 < pointerY;
    }).length;
    others.forEach((one, place) => {
      one.classList.toggle('drop-before', place === this.to && this.to !== from);
      one.classList.toggle('drop-after', place === others.length - 1 && this.to === others.length && this.to !== from);
    });
    if (by) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Scrolls while the pointer is near an edge; returns the distance. */
  #scroll() {
    const view = this.scroller.getBoundingClientRect();
    const [top, bottom] = [Math.max(view.top, 0), Math.min(view.bottom, window.innerHeight)];
    const by = this.pointerY < top + EDGE ? -SPEED : this.pointerY > bottom - EDGE ? SPEED : 0;
    if (by) this.scroller.scrollTop += by;
    return by;
  }

  #end(isDrop) {
    cancelAnimationFrame(this.#frame);
    this.#listeners.abort();
    this.row.style.transform = '';
    this.rows.forEach((one) => one.classList.remove('dragged', 'drop-before', 'drop-after'));
    if (isDrop && this.to !== this.from) this.onDrop(this.from, this.to);
  }
}

function scrollerOf(element) {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return document.scrollingElement;
}
