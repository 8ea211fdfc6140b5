// Stores unsaved input for this tab until it is saved or discarded, so that a reload or a crash loses nothing.
import { parse, print } from '../core/exact-json.js';

const DELAY = 300;

export class UnsavedInputStorage {
  constructor(workspace, code) {
    this.name = `homeblocks.edit:${workspace.slug}:${workspace.stage}:${code}`;
    this.flush = () => this.timer && this.now();
    addEventListener('pagehide', this.flush);
  }

  /** Returns the stored input {tag, base, value, at}, or null. */
  read() {
    try {
      const text = sessionStorage.getItem(this.name);
      return text ? parse(text) : null;
    } catch {
      return null;
    }
  }

  later(model) {
    this.model = model;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), DELAY);
  }

  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    const { model } = this;
    if (!model?.dirty) return this.forget();
    try {
      sessionStorage.setItem(this.name, print({
        tag: model.tag, base: model.saved, value: model.value, at: new Date().toISOString() }));
    } catch {
      // Full or forbidden: the console still asks before leaving.
    }
    return undefined;
  }

  forget() {
    clearTimeout(this.timer);
    this.timer = 0;
    try {
      sessionStorage.removeItem(this.name);
    } catch {
      // Nothing was stored.
    }
  }

  destroy() {
    this.flush();
    removeEventListener('pagehide', this.flush);
  }
}
