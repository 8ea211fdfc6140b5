// The shown part of a photo: a rectangle of a ratio around a focal point. All lengths are pixels of the photo.

const MOST_ZOOM = 8;
const between = (value, low, high) => Math.max(low, Math.min(high, value));

/** Returns the ratio of "1080:420", or null. */
export function ratioOf(text) {
  const [width, height] = String(text ?? '').split(':').map(Number);
  return width > 0 && height > 0 ? width / height : null;
}

export class Crop {
  zoom = 1;

  constructor(width, height, ratio) {
    Object.assign(this, { width, height, x: width / 2, y: height / 2, ratio: ratio ?? width / height });
  }

  /** The shown part: {x, y, width, height}; always within the photo. */
  get rect() {
    const width = Math.max(1, Math.min(this.width, this.height * this.ratio) / this.zoom);
    const height = Math.max(1, Math.min(this.height, width / this.ratio));
    const x = between(this.x - width / 2, 0, this.width - width);
    const y = between(this.y - height / 2, 0, this.height - height);
    return { x, y, width, height };
  }

  /** The focal point, in fractions of the photo. */
  get focus() {
    const { x, y, width, height } = this.rect;
    return { x: (x + width / 2) / this.width, y: (y + height / 2) / this.height };
  }

  /** The shown part, in fractions of the photo: {x, y, zoom}. */
  get part() {
    return { ...this.focus, zoom: this.zoom };
  }

  /** Shows a part that was chosen in another photo. */
  showPart({ x, y, zoom }) {
    Object.assign(this, { x: x * this.width, y: y * this.height, zoom: between(zoom, 1, MOST_ZOOM) });
    this.#settle();
  }

  get mostZoom() {
    return MOST_ZOOM;
  }

  get isWhole() {
    const { width, height } = this.rect;
    return Math.round(width) === this.width && Math.round(height) === this.height;
  }

  setRatio(ratio) {
    this.ratio = ratio ?? this.width / this.height;
    this.#settle();
  }

  setZoom(zoom) {
    this.zoom = between(zoom, 1, MOST_ZOOM);
    this.#settle();
  }

  /** Zooms so that the pixel under a point of the frame (0 to 1) stays there. */
  zoomAt(zoom, at) {
    const before = this.rect;
    this.zoom = between(zoom, 1, MOST_ZOOM);
    const after = this.rect;
    this.move((before.width - after.width) * (at.x - 0.5), (before.height - after.height) * (at.y - 0.5));
  }

  move(x, y) {
    this.x += x;
    this.y += y;
    this.#settle();
  }

  reset() {
    Object.assign(this, { x: this.width / 2, y: this.height / 2, zoom: 1 });
  }

  // Moves the focal point to the center of the shown part, from which the next step starts.
  #settle() {
    const { x, y, width, height } = this.rect;
    this.x = x + width / 2;
    this.y = y + height / 2;
  }
}
