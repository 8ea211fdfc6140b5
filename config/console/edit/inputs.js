// Inputs of single values. Each returns {input, control, read(), show(value), hint}: `read` returns the value, or
// throws a text that says why it is not valid; '' means empty.
import { h } from '../core/dom.js';
import { numberOf, print } from '../core/exact-json.js';
import { t } from '../core/i18n.js';
import { tidyAddress, tidyNumber, tidyText } from '../core/typed-text.js';
import { zoneName } from '../core/zone.js';
import { localTimeOf } from '../ui/local-time.js';
import { toggle } from '../ui/widgets.js';
import { parseText } from './json-parser.js';
import { choiceOf, syntaxErrorText } from './labels.js';
import { choices } from './layout.js';
import { pictureControl } from './picture-input.js';
import { listOf } from './values.js';
import '../text/reasons.js';

// Whether a text is a JSON number.
const isNumberText = (text) => /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

const textOf = (value) => (value === null || value === undefined ? '' : String(value));

const MAKERS = { text, long, link: text, picture: pictureInput, colour, integer: whole, number: fraction,
  choice, switch: switchInput, instant, date: isoDate, lines, json };

export function makeInput(kind, node, context) {
  return (MAKERS[kind] ?? text)(node, context, kind);
}

function text(node, { readOnly }, kind) {
  const input = h('input', { type: 'text', readOnly, spellcheck: kind === 'text' ? null : 'false',
    inputmode: kind === 'link' ? 'url' : null, autocomplete: 'off' });
  return tidied(input, kind === 'link' ? tidyAddress : tidyText);
}

// `read` always returns tidy text; the input shows it when the field is left.
function tidied(input, tidy) {
  input.addEventListener('change', () => { if (input.value !== tidy(input.value)) input.value = tidy(input.value); });
  return { input, read: () => tidy(input.value), show: (value) => { input.value = textOf(value); } };
}

// Values without a control of their own are edited as JSON.
function json(node, { readOnly }) {
  const input = h('input', { type: 'text', readOnly, spellcheck: 'false', autocomplete: 'off' });
  return { input, show: (value) => { input.value = value === undefined ? '' : print(value); }, read: () => {
    try {
      return input.value.trim() && parseText(input.value);
    } catch (error) {
      throw syntaxErrorText(error);
    }
  } };
}

function long(node, { readOnly }) {
  const input = h('textarea', { rows: 3, readOnly });
  const grow = () => { input.rows = Math.min(10, Math.max(3, input.value.split('\n').length + 1)); };
  input.addEventListener('input', grow);
  const made = tidied(input, tidyText);
  return { ...made, show: (value) => { made.show(value); grow(); } };
}

function whole(node, { readOnly }) {
  const made = text(node, { readOnly });
  made.input.inputMode = 'numeric';
  return { ...made, read: () => {
    const typed = tidyNumber(made.input.value).replaceAll(/[\s,_]/g, '');
    if (typed === '') return '';
    if (!/^[-+]?\d+$/.test(typed)) throw t('reason.integer');
    const number = Number(typed);
    return Number.isSafeInteger(number) ? number : BigInt(typed.replace('+', ''));
  } };
}

function fraction(node, { readOnly }) {
  const made = text(node, { readOnly });
  made.input.inputMode = 'decimal';
  return { ...made, read: () => {
    const typed = tidyNumber(made.input.value);
    if (typed === '') return '';
    const number = Number(typed);
    if (!Number.isFinite(number)) throw t('reason.number');
    return isNumberText(typed) ? numberOf(typed) : number;
  } };
}

function choice(node, { readOnly, optional, base }) {
  const values = choices(node);
  const none = optional && h('option', { value: '' }, base ?? t('edit.none'));
  const input = h('select', { disabled: readOnly }, none,
    values.map((value, place) => h('option', { value: String(place) }, choiceOf(value))));
  const show = (value) => {
    const place = values.indexOf(value);
    if (place < 0 && value !== null && value !== undefined && value !== '') {
      // Keeps a value that the layout does not list, until another one is chosen.
      values.push(value);
      input.append(h('option', { value: String(values.length - 1) }, String(value)));
    }
    input.value = values.includes(value) ? String(values.indexOf(value)) : '';
  };
  return { input, show, read: () => (input.value === '' ? '' : values[Number(input.value)]) };
}

function switchInput(node, { readOnly, label }) {
  const element = toggle({ label, disabled: readOnly });
  return { input: element.input, control: element, isSwitch: true, read: () => element.input.checked,
    show: (value) => element.setChecked(Boolean(value ?? node.default ?? false)) };
}

function colour(node, { readOnly }) {
  const made = text(node, { readOnly });
  const swatch = h('input.edit-swatch', { type: 'color', disabled: readOnly, 'aria-label': t('edit.colour.choose'),
    onInput: () => {
      made.input.value = swatch.value;
      made.input.dispatchEvent(new Event('input', { bubbles: true }));
    } });
  const follow = () => { swatch.value = /^#[0-9a-f]{6}$/i.test(made.input.value) ? made.input.value : '#888888'; };
  made.input.addEventListener('input', follow);
  return { ...made, control: h('div.edit-adjacent', swatch, made.input),
    show: (value) => { made.show(value); follow(); } };
}

function pictureInput(node, context) {
  const made = text(node, context, 'link');
  const picture = pictureControl(made.input, node, context);
  return { ...made, picture, control: picture.control, show: (value) => { made.show(value); picture.show(); } };
}

function dated(readOnly, toIso, fromIso) {
  const input = h('input', { type: 'datetime-local', readOnly });
  const time = localTimeOf(input, () => input.dispatchEvent(new Event('input', { bubbles: true })));
  let shown = null;
  return { input, control: h('div.field-when', h('div.field-date', input, h('span.field-zone', zoneName())), time.note),
    // A value keeps its format until it is edited.
    read: () => (time.value === shown?.iso ? shown.value : time.value && fromIso(time.value)),
    show: (value) => {
      const iso = value === null || value === undefined || value === '' ? '' : toIso(value);
      time.value = iso;
      shown = { iso, value };
    } };
}

function instant(node, { readOnly }) {
  return dated(readOnly, (value) => {
    const date = new Date(Number(value));
    return Number.isNaN(date.getTime()) ? '' : date.toISOString();
  }, (iso) => Date.parse(iso));
}

function isoDate(node, { readOnly }) {
  return dated(readOnly, (value) => value, (iso) => iso);
}

function lines(node, { readOnly }) {
  const input = h('textarea', { rows: 2, readOnly });
  const numeric = ['integer', 'number'].includes(node.items?.type);
  const read = () => input.value.split('\n').map((line) => line.trim()).filter(Boolean).map((line) => {
    if (!numeric) return line;
    const typed = tidyNumber(line);
    if (!isNumberText(typed)) throw t('reason.number');
    return numberOf(typed);
  });
  return { input, hint: t('edit.lines.hint'), isList: true, read,
    show: (value) => {
      input.value = listOf(value).map(textOf).join('\n');
      input.rows = Math.min(8, Math.max(2, listOf(value).length + 1));
    } };
}
