// The members that have a picture's width and height, as the `x-picture` of its field names them.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { pixels } from '../pictures/words.js';

// Smaller differences come from rounding.
const TOLERANCE = 0.01;

const isSame = (one, other) => one.width === other.width && one.height === other.height;
const hasShapeOf = (one, other) => Math.abs(Math.log((one.width * other.height) / (one.height * other.width))) < TOLERANCE;
// A new card has 1 × 1.
const isSet = ({ width, height }) => width > 0 && height > 0 && !(width === 1 && height === 1);

export class PictureSize {
  // The size of the current picture: null if there is none, undefined if unknown.
  #own;

  /** `names`: {width, height}; `siblings`: the shown fields by name. */
  constructor(names, slot, siblings) {
    Object.assign(this, { names, slot, siblings });
    this.element = h('p.field-hint.edit-picture-note', { role: 'status', hidden: true });
  }

  get value() {
    const { names, slot } = this;
    return { width: Number(slot.parent.shown?.[names.width]), height: Number(slot.parent.shown?.[names.height]) };
  }

  /** Records the size of the current picture. */
  know(size) {
    this.#own = size;
  }

  clear() {
    replace(this.element);
    this.element.hidden = true;
  }

  /**
   * Applies the size of another picture if the members are unset or fit the previous picture. Keeps other values of the
   * operator, with a button that replaces them.
   */
  follow(size) {
    const { value } = this;
    const isFree = !isSet(value) || this.#own === null || Boolean(this.#own && hasShapeOf(value, this.#own));
    this.#own = size;
    this.clear();
    if (isSame(value, size)) return;
    if (isFree) this.#fill(size);
    else this.#offer(value, size);
  }

  #fill(size) {
    for (const side of ['width', 'height']) {
      const name = this.names[side];
      const field = this.siblings.get(name);
      if (field?.put) field.put(size[side]);
      else this.slot.parent.child(name).set(size[side]);
    }
    announce(t('pictures.size.filled', { size: pixels(size) }));
  }

  #offer(value, size) {
    const text = t('pictures.size.kept', { old: pixels(value), size: pixels(size) });
    const button = h('button.button.small', { onClick: () => {
      this.clear();
      this.#fill(size);
    } }, t('pictures.size.use', { size: pixels(size) }));
    replace(this.element, icon('info', { size: 14 }), h('span', text, ' ', button));
    this.element.hidden = false;
  }
}
