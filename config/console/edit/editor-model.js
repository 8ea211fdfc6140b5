// The section being edited: the saved value, the input, and its issues.
import { tidyRules } from './card-rules.js';
import { clone, equal, pointer } from './values.js';

const ORDER = ['blockCode', 'showType', 'enabled', 'from', 'until', 'audience', 'cards', 'source', 'localizations',
  'fallback', 'content'];

const PARTS = ['content', 'localizations', 'fallback', 'audience', 'cards', 'source'];

/** Returns a copy of a section without `info`, with its members in the documented order. */
export function bareResource(resource) {
  const { info, ...rest } = resource;
  const names = [...ORDER.filter((name) => name in rest), ...Object.keys(rest).filter((n) => !ORDER.includes(n))];
  return clone(Object.fromEntries(names.map((name) => [name, rest[name]])));
}

export class EditorModel {
  constructor(resource) {
    this.listeners = new Set();
    this.unread = new Map();
    this.broken = null;
    this.errors = new Map();
    // Values that the server would accept instead, by pointer.
    this.suggestions = new Map();
    this.take(resource);
  }

  take(resource) {
    this.saved = bareResource(resource);
    this.value = clone(this.saved);
    this.tag = resource.info?.etag ?? null;
    this.dirty = false;
  }

  on(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(type, detail) {
    for (const listener of [...this.listeners]) listener(type, detail);
  }

  look() {
    this.dirty = this.unread.size > 0 || !equal(this.value, this.saved);
  }

  /** A field changed its value. */
  changed(slot) {
    if (slot) this.#forgetError(pointer(slot.path()));
    tidyRules(this.value);
    this.look();
    this.emit('change', slot);
  }

  /** Replaces the whole value: forms are created again. */
  replace(value) {
    this.value = value;
    this.broken = null;
    this.unread.clear();
    this.look();
    this.emit('replace');
    this.emit('change');
  }

  /**
   * Accepts the server's state after saving. Keeps input since `sent`, and unchanged objects, to which forms are bound.
   */
  accept(resource, sent = this.value) {
    const typed = this.value;
    const goneOn = !equal(sent, typed);
    this.take(resource);
    if (goneOn) this.value = typed;
    const kept = PARTS.filter((name) => goneOn || equal(this.value[name], typed[name]));
    for (const name of kept) if (name in typed) this.value[name] = typed[name];
    this.look();
    this.setErrors([]);
    if (kept.length < PARTS.length) this.emit('replace');
    this.emit('change');
  }

  /** Sets a newer server state as the base, and keeps the input. */
  rebase(resource, value = this.value) {
    this.saved = bareResource(resource);
    this.tag = resource.info?.etag ?? null;
    if (value === this.value) this.changed();
    else this.replace(value);
  }

  /** Records input that cannot be parsed yet, such as letters in a number: it prevents saving. */
  setUnread(field, problem) {
    if (problem) this.unread.set(field, problem);
    else if (!this.unread.delete(field)) return;
    this.changed();
  }

  /** Discards input that cannot be parsed in the fields of an object whose values are replaced. */
  forgetUnread(item) {
    for (const [field, { slot }] of this.unread) {
      for (let one = slot; one; one = one.parent) if (one.item === item) this.unread.delete(field);
    }
  }

  setErrors(errors) {
    this.errors = new Map(errors.map(({ pointer: place, reason }) => [place, reason]));
    this.suggestions = new Map(errors.filter(({ suggestion }) => suggestion !== undefined)
      .map(({ pointer: place, suggestion }) => [place, suggestion]));
    this.emit('errors');
  }

  #forgetError(place) {
    this.errors.delete(place);
    this.suggestions.delete(place);
  }

  errorAt(path) {
    return this.errors.get(pointer(path)) ?? null;
  }

  suggestionAt(path) {
    return this.suggestions.get(pointer(path)) ?? null;
  }

  errorsBelow(path) {
    const prefix = pointer(path);
    return [...this.errors.keys()].filter((place) => place === prefix || place.startsWith(`${prefix}/`)).length;
  }

  /** Discards issues below a path whose elements have moved. */
  forgetErrors(path) {
    const prefix = `${pointer(path)}/`;
    for (const place of [...this.errors.keys()]) if (place.startsWith(prefix)) this.#forgetError(place);
    this.emit('errors');
  }
}
