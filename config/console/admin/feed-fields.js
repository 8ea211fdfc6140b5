// The rows of a feed's mapping: the source of each field of a card.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { parse, print } from '../core/exact-json.js';
import { pointer } from '../edit/values.js';

const KINDS = ['pointer', 'template', 'value'];

function parsed(text) {
  try {
    return { value: parse(text) };
  } catch {
    return null;
  }
}

/**
 * Parses typed text as JSON. Returns the text itself if the field of the card is a string, or if the text is not valid
 * JSON.
 */
const typedValue = (text, isText) => (text.trim() === 'null' || !isText ? parsed(text) ?? { value: text } : { value: text }).value;

const shownValue = (value) => (typeof value === 'string' ? value : print(value));

/** Returns a field's definition as {kind, text, otherwise}. */
function partsOf(definition) {
  if (typeof definition === 'string') return { kind: 'pointer', text: definition, otherwise: '' };
  if ('template' in definition) return { kind: 'template', text: definition.template, otherwise: '' };
  if ('value' in definition) return { kind: 'value', text: shownValue(definition.value), otherwise: '' };
  return { kind: 'pointer', text: definition.pointer,
    otherwise: 'otherwise' in definition ? shownValue(definition.otherwise) : '' };
}

export class FeedFields {
  constructor({ fields, readOnly, onChange }) {
    Object.assign(this, { readOnly, onChange, rows: [], places: [] });
    this.cardPlaces = h('datalist', { id: uid('places') });
    this.itemPlaces = h('datalist', { id: uid('items') });
    this.list = h('div.feed-rows');
    this.error = h('p.field-error', { hidden: true, tabIndex: -1 });
    this.add = h('button.button.small', { onClick: () => {
      this.make('', '');
      this.draw();
      this.rows.at(-1).place.input.focus();
    } }, icon('plus', { size: 16 }), t('admin.feed.field.add'));
    this.element = h('div.feed-part', this.error, this.list, !readOnly && this.add, this.cardPlaces, this.itemPlaces);
    for (const [place, definition] of Object.entries(fields ?? {})) this.make(place, definition);
    this.draw();
  }

  /**
   * Suggests the positions of a layout. If all rows are untouched, replaces them with one for each required position.
   */
  take(places) {
    this.places = places;
    replace(this.cardPlaces, places.map(({ pointer: value, title }) => h('option', { value, label: title })));
    if (!this.readOnly && this.rows.every((row) => row.isUntouched)) {
      this.rows = [];
      for (const place of places.filter(({ isRequired }) => isRequired)) this.make(place.pointer, '').isUntouched = true;
      if (!this.rows.length) this.make('', '').isUntouched = true;
    }
    this.draw();
  }

  /** Suggests the positions in an item of the upstream. */
  suggest(places) {
    replace(this.itemPlaces, places.map(({ pointer: value, text }) => h('option', { value, label: text })));
  }

  input(value, props) {
    return h('input', { type: 'text', value, readOnly: this.readOnly, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off',
      ...props });
  }

  make(place, definition) {
    const { readOnly } = this;
    const parts = partsOf(definition);
    const row = { isUntouched: false, first: typeof definition === 'string' ? {} : definition };
    const changed = () => {
      row.isUntouched = false;
      show();
      this.onChange();
    };
    row.place = field({ label: t('admin.feed.field.place'), input: this.input(place, { list: this.cardPlaces.id, placeholder: '/title',
      onInput: changed }) });
    const kind = h('select', { disabled: readOnly, onChange: changed },
      KINDS.map((value) => h('option', { value }, t(`admin.feed.field.${value}`))));
    kind.value = parts.kind;
    row.kind = field({ label: t('admin.feed.field.kind'), input: kind });
    row.value = field({ label: t('admin.feed.field.what'), input: this.input(parts.text, { onInput: changed }) });
    row.otherwise = field({ label: t('admin.feed.field.otherwise'), hint: t('admin.feed.field.otherwise.hint'),
      input: this.input(parts.otherwise, { onInput: changed }) });
    row.fault = h('p.feed-fault', { hidden: true });
    const show = () => {
      row.otherwise.element.hidden = kind.value !== 'pointer';
      row.value.input.placeholder = t(`admin.feed.field.${kind.value}.example`);
      if (kind.value === 'pointer' && !readOnly) row.value.input.setAttribute('list', this.itemPlaces.id);
      else row.value.input.removeAttribute('list');
      row.place.setHint(this.places.find((one) => one.pointer === row.place.input.value.trim())?.title ?? '');
    };
    row.show = show;
    row.read = () => this.read(row, kind.value);
    const drop = () => {
      this.rows = this.rows.filter((other) => other !== row);
      this.draw();
      this.add.focus();
      this.onChange();
    };
    row.element = h('div.feed-row.of-field', { role: 'group', 'aria-label': t('admin.feed.field') }, row.place.element, row.kind.element,
      row.value.element, row.otherwise.element, !readOnly && h('button.icon-button.feed-drop', {
        'aria-label': t('admin.feed.field.remove'), title: t('admin.feed.field.remove'), onClick: drop }, icon('trash')), row.fault);
    this.rows.push(row);
    return row;
  }

  read(row, kind) {
    const place = row.place.input.value.trim();
    const text = row.value.input.value;
    const isText = this.places.find((one) => one.pointer === place)?.isText ?? false;
    const otherwise = row.otherwise.input.value;
    if (kind === 'template') return [place, { template: text }];
    // An unchanged value keeps its type: the string "7" does not become a number.
    const value = (typed, name) => (name in row.first && typed === shownValue(row.first[name]) ? row.first[name]
      : typedValue(typed, isText));
    if (kind === 'value') return [place, { value: value(text, 'value') }];
    return [place, otherwise === '' ? text.trim() : { pointer: text.trim(), otherwise: value(otherwise, 'otherwise') }];
  }

  draw() {
    replace(this.list, this.rows.map((row) => row.element));
    for (const row of this.rows) row.show();
  }

  /** The rows with input. */
  get filled() {
    return this.rows.filter((row) => row.value.input.value !== '' || (row.place.input.value.trim() && !row.isUntouched));
  }

  get value() {
    return Object.fromEntries(this.filled.map((row) => row.read()));
  }

  /** Issues that the server cannot see: two rows for one position. */
  localIssues() {
    const seen = new Set();
    return this.filled.map((row) => {
      const [place] = row.read();
      const isTwice = seen.has(place);
      seen.add(place);
      return [row.place, isTwice ? t('admin.feed.field.twice') : null];
    });
  }

  /** Shows issues at their rows; `take(pointer)` returns the text for a pointer, and marks it as shown. */
  showIssues(take) {
    const shown = this.rows.flatMap((row) => {
      const whole = pointer(['fields', row.read()[0]]);
      return [[row.value, take(`${whole}/template`)], [row.place, take(whole)]];
    });
    const text = take('/fields');
    this.error.hidden = !text;
    replace(this.error, text && icon('warning', { size: 14 }), text && h('span', text));
    return shown;
  }

  /** Shows at each row the number of items with a fault there. */
  showFaults(faults) {
    for (const row of this.rows) {
      const [place] = row.read();
      const count = place ? faults.filter(({ card }) => card === place || card?.startsWith(`${place}/`)).length : 0;
      row.fault.hidden = !count;
      replace(row.fault, count > 0 && icon('warning', { size: 14 }), count > 0 && h('span', t('admin.feed.field.faults', { count })));
    }
  }
}
