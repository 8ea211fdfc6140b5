// The photo with the frame of the chosen part: dragged, or zoomed by wheel, two fingers or keys.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';

const MARGIN = 20;
const STEP = 0.02;
const LARGE_STEP = 0.1;
const ZOOM_STEP = 1.1;

/** `onChange()` is called after each change of the crop. */
export class CropStage {
  #pointers = new Map();

  constructor(bitmap, crop, { onChange, onAccept }) {
    Object.assign(this, { bitmap, crop, onChange, onAccept });
    this.canvas = h('canvas');
    this.element = h('div.picture-stage', { tabIndex: 0, role: 'application', autofocus: true, 'aria-label': t('pictures.stage'),
      onKeydown: (event) => this.#onKey(event) }, this.canvas);
    for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel']) {
      this.element.addEventListener(name, (event) => this[name](event));
    }
    this.element.addEventListener('wheel', (event) => this.#onWheel(event), { passive: false });
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.element);
  }

  destroy() {
    this.observer.disconnect();
  }

  /** The frame's rectangle within the stage, in CSS pixels. */
  get frame() {
    const { clientWidth, clientHeight } = this.element;
    const room = { width: clientWidth - 2 * MARGIN, height: clientHeight - 2 * MARGIN };
    const width = Math.max(1, Math.min(room.width, room.height * this.crop.ratio));
    const height = Math.max(1, width / this.crop.ratio);
    return { x: (clientWidth - width) / 2, y: (clientHeight - height) / 2, width, height };
  }

  draw() {
    const { canvas, element, bitmap, crop, frame } = this;
    const density = window.devicePixelRatio || 1;
    canvas.width = Math.round(element.clientWidth * density);
    canvas.height = Math.round(element.clientHeight * density);
    const context = canvas.getContext('2d');
    context.scale(density, density);
    const { rect } = crop;
    const scale = frame.width / rect.width;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, frame.x - rect.x * scale, frame.y - rect.y * scale, crop.width * scale, crop.height * scale);
    context.fillStyle = 'rgb(20 24 33 / 62%)';
    context.beginPath();
    context.rect(0, 0, element.clientWidth, element.clientHeight);
    context.rect(frame.x, frame.y, frame.width, frame.height);
    context.fill('evenodd');
    context.lineWidth = 4;
    context.strokeStyle = 'rgb(20 24 33 / 70%)';
    context.strokeRect(frame.x, frame.y, frame.width, frame.height);
    context.lineWidth = 2;
    context.strokeStyle = '#ffffff';
    context.strokeRect(frame.x, frame.y, frame.width, frame.height);
  }

  change() {
    this.draw();
    this.onChange();
  }

  #onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { crop } = this;
    const { width, height } = crop.rect;
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const keys = { ArrowLeft: () => crop.move(-width * step, 0), ArrowRight: () => crop.move(width * step, 0),
      ArrowUp: () => crop.move(0, -height * step), ArrowDown: () => crop.move(0, height * step),
      '+': () => crop.setZoom(crop.zoom * ZOOM_STEP), '=': () => crop.setZoom(crop.zoom * ZOOM_STEP),
      '-': () => crop.setZoom(crop.zoom / ZOOM_STEP), '_': () => crop.setZoom(crop.zoom / ZOOM_STEP),
      0: () => crop.reset(), Home: () => crop.reset() };
    if (event.key === 'Enter') this.onAccept();
    else if (!Object.hasOwn(keys, event.key)) return;
    else keys[event.key]();
    event.preventDefault();
    if (event.key !== 'Enter') this.change();
  }

  /** Returns a point of the window as fractions of the frame. */
  #at(x, y) {
    const box = this.element.getBoundingClientRect();
    const { frame } = this;
    return { x: (x - box.left - frame.x) / frame.width, y: (y - box.top - frame.y) / frame.height };
  }

  #onWheel(event) {
    event.preventDefault();
    this.crop.zoomAt(this.crop.zoom * Math.exp(-event.deltaY / 400), this.#at(event.clientX, event.clientY));
    this.change();
  }

  pointerdown(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.element.classList.add('dragging');
  }

  pointermove(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    const scale = this.crop.rect.width / this.frame.width;
    // With two fingers, each moves the photo by half its distance.
    const share = other ? 0.5 : 1;
    this.crop.move((before.x - now.x) * scale * share, (before.y - now.y) * scale * share);
    if (other) {
      const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      this.crop.zoomAt(this.crop.zoom * (distance(now) / distance(before)), this.#at((now.x + other.x) / 2, (now.y + other.y) / 2));
    }
    this.change();
  }

  pointerup(event) {
    this.#pointers.delete(event.pointerId);
    this.element.classList.toggle('dragging', this.#pointers.size > 0);
  }

  pointercancel(event) {
    this.pointerup(event);
  }
}
