// Binds a field of the form to its value. A slot follows its card when others are inserted or removed. In a language,
// it has the default value.
import { equal, isObject, member, setMember } from './values.js';

class Slot {
  /** Whether only differences from `base` are stored. */
  get overlay() {
    return false;
  }

  get base() {
    return undefined;
  }

  /** The field's own value, or else the default. */
  get shown() {
    return this.value === undefined ? this.base : this.value;
  }

  child(key, blank) {
    return new MemberSlot(this, key, blank);
  }

  card(item) {
    return new CardSlot(this, item);
  }
}

/** The root of a form: `path` in the section; `base` returns the content that a language overlays. */
export class RootSlot extends Slot {
  constructor(model, path, base = null) {
    super();
    Object.assign(this, { model, root: path, baseOf: base });
  }

  get overlay() {
    return this.baseOf !== null;
  }

  get base() {
    return this.baseOf?.();
  }

  get value() {
    return this.root.reduce(member, this.model.value);
  }

  path() {
    return this.root;
  }

  /** The path within the form. */
  inside() {
    return [];
  }

  ensure() {
    let inner = this.model.value;
    for (const key of this.root) {
      if (!isObject(member(inner, key))) setMember(inner, key, {});
      inner = inner[key];
    }
    return inner;
  }

  prune() {}
}

class MemberSlot extends Slot {
  constructor(parent, key, blank) {
    super();
    Object.assign(this, { parent, key, blank, model: parent.model });
  }

  get overlay() {
    return this.parent.overlay;
  }

  get base() {
    return this.parent.overlay ? member(this.parent.base, this.key) : undefined;
  }

  get value() {
    return member(this.parent.value, this.key);
  }

  path() {
    return [...this.parent.path(), this.key];
  }

  inside() {
    return [...this.parent.inside(), this.key];
  }

  /** Returns the object at this path; creates it if there is none. */
  ensure() {
    const holder = this.parent.ensure();
    if (!isObject(member(holder, this.key))) {
      // A patch of an existing object may be partial; a new object must be complete.
      setMember(holder, this.key, this.overlay && isObject(this.base) ? {} : this.blank?.() ?? {});
    }
    return holder[this.key];
  }

  set(value) {
    if (this.overlay && equal(value, this.base)) this.remove();
    else this.keep(value);
  }

  /** Stores a value even if it equals the default. */
  keep(value) {
    setMember(this.parent.ensure(), this.key, value);
    this.model.changed(this);
  }

  remove() {
    const holder = this.parent.value;
    if (isObject(holder)) delete holder[this.key];
    this.parent.prune();
    this.model.changed(this);
  }

  // Drops empty localization patches.
  prune() {
    if (!this.overlay || !isObject(this.value) || Object.keys(this.value).length) return;
    const holder = this.parent.value;
    delete holder[this.key];
    this.parent.prune();
  }
}

class CardSlot extends Slot {
  constructor(parent, item) {
    super();
    Object.assign(this, { parent, item, model: parent.model });
  }

  get value() {
    return this.item;
  }

  path() {
    return [...this.parent.path(), this.parent.value?.indexOf(this.item) ?? -1];
  }

  inside() {
    return [...this.parent.inside(), this.parent.value?.indexOf(this.item) ?? -1];
  }

  ensure() {
    return this.item;
  }

  prune() {}
}
