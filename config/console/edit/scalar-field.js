// A field of the form for one scalar value: its input, its error, and in a language a button to restore the default.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { makeInput } from './inputs.js';
import { reasonOf } from '../ui/reasons.js';
import { titleOf, choiceOf } from './labels.js';
import { control, nullable } from './layout.js';

const WIDE = new Set(['long', 'lines', 'picture', 'link', 'json']);
// Controls that cannot show the default value as a placeholder.
const WITHOUT_PLACEHOLDER = new Set(['choice', 'switch', 'lines', 'instant', 'date']);
const SHORT = 60;
// Controls that may have an address, for which the server suggests the encoded form.
const ADDRESSES = new Set(['link', 'picture', 'text', 'long']);

const isWide = (kind, node) => WIDE.has(kind) || (kind === 'text' && !node.pattern && (node.maxLength ?? Infinity) > SHORT);

/** Returns the value of an empty input: null if allowed, undefined if not required. */
function emptyValue(slot, node, required, kind) {
  if (slot.overlay) return undefined;
  if (nullable(node)) return slot.value === undefined && !required ? undefined : null;
  if (!required) return undefined;
  return ['integer', 'number', 'instant', 'choice'].includes(kind) ? undefined : '';
}

function hintOf(node, kind, made) {
  const parts = [made.hint];
  if (kind === 'integer' || kind === 'number') {
    if ('minimum' in node && 'maximum' in node) parts.push(t('edit.hint.range', { min: node.minimum, max: node.maximum }));
  }
  return parts.filter(Boolean).join(' ');
}

/**
 * options: {required, soft: required only if its object is present, title, afterWrite(), siblings: the neighbouring
 * fields by name, light: the name of the light picture that this is the dark one of}
 */
export function scalarField(context, slot, name, node, options = {}) {
  return new ScalarField(context, slot, name, node, options);
}

class ScalarField {
  #made;
  #own;
  #back;
  #offer;

  constructor(context, slot, name, node, { required = false, soft = false, title, afterWrite, siblings = new Map(), light }) {
    const { readOnly } = context;
    this.kind = control(name, node, slot.shown);
    this.label = title ?? titleOf(node, name);
    Object.assign(this, { model: context.model, slot, node, required, afterWrite });
    const made = makeInput(this.kind, node, { readOnly, label: this.label, pictures: context.pictures, slot, siblings,
      light: () => siblings.get(light)?.picture,
      optional: !required || nullable(node) || slot.overlay, base: baseText(slot) });
    this.#made = made;
    this.input = made.input;
    this.picture = made.picture;
    this.#own = field({ label: made.isSwitch ? '' : this.label, input: made.input, control: made.control,
      required: required && !soft && !made.isSwitch && !nullable(node) && !slot.overlay, hint: hintOf(node, this.kind, made),
      className: `edit-field ${isWide(this.kind, node) ? 'wide' : ''} ${made.isSwitch ? 'edit-switch' : ''}` });
    this.element = this.#own.element;
    if (made.isSwitch) this.#own.label.remove();
    if (slot.overlay && !readOnly) this.#addBack();
    made.input.addEventListener(made.isSwitch || this.kind === 'choice' ? 'change' : 'input', () => this.#write());
    this.#display();
    this.refresh();
  }

  /** Sets a value as if it were typed. */
  put(value) {
    this.#made.show(value);
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  reveal() {
    this.input.focus();
    this.element.scrollIntoView({ block: 'nearest' });
    return this;
  }

  refresh() {
    const { slot } = this;
    const unread = this.model.unread.get(this);
    const reason = this.model.errorAt(slot.path());
    this.#own.setError(unread?.reason ?? (reason && reasonOf(reason)));
    this.#setOffer(unread || !ADDRESSES.has(this.kind) ? null : this.model.suggestionAt(slot.path()));
    if (this.#back) this.#back.hidden = slot.value === undefined;
    this.element.classList.toggle('edit-own', Boolean(slot.overlay && slot.value !== undefined));
  }

  /** Adds a button that applies the value suggested by the server. */
  #setOffer(value) {
    if (!value && !this.#offer) return;
    this.#offer ??= this.element.appendChild(h('div.edit-offer'));
    replace(this.#offer, value && h('code', value), value && h('button.button.small', { 'aria-label': t('edit.encodeFor', { label: this.label }),
      onClick: () => {
        this.put(value);
        this.input.focus();
      } }, icon('check', { size: 14 }), t('edit.encode')));
    this.#offer.hidden = !value;
  }

  /** In a language: adds a button that restores the default value. */
  #addBack() {
    this.#back = h('button.edit-back', { hidden: true, onClick: () => {
      this.slot.remove();
      this.#display();
      this.refresh();
      this.input.focus();
    } }, icon('undo', { size: 14 }), t('edit.language.back'));
    this.element.append(this.#back);
  }

  #display() {
    const { slot, kind } = this;
    const made = this.#made;
    const showsBase = !slot.overlay || WITHOUT_PLACEHOLDER.has(kind);
    made.show(showsBase ? slot.shown : slot.value);
    if (!slot.overlay) return;
    if (!showsBase) made.input.placeholder = baseText(slot) ?? '';
    if (kind === 'picture') made.show(slot.value);
  }

  #write() {
    const { slot, node, model } = this;
    const made = this.#made;
    let value;
    try {
      value = made.read();
    } catch (reason) {
      model.setUnread(this, { slot, reason: String(reason) });
      this.#own.setError(String(reason));
      return;
    }
    model.setUnread(this, null);
    if (value === '' || (made.isList && !value.length && (slot.overlay || nullable(node)))) {
      value = emptyValue(slot, node, this.required, this.kind);
    }
    if (value === undefined) slot.remove();
    else slot.set(value);
    this.afterWrite?.();
    this.refresh();
  }
}

function baseText(slot) {
  if (!slot.overlay || slot.base === null || slot.base === undefined) return null;
  return typeof slot.base === 'object' ? null : choiceOf(slot.base);
}
