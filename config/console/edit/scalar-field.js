// A field of the form for one plain value: its input, its error, and in a language the way back.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { makeInput } from './inputs.js';
import { titleOf, reasonOf, choiceOf } from './labels.js';
import { control, nullable } from './layout.js';

const WIDE = new Set(['long', 'lines', 'picture', 'link', 'json']);
const SHORT = 60;

const isWide = (kind, node) => WIDE.has(kind) || (kind === 'text' && !node.pattern && (node.maxLength ?? Infinity) > SHORT);

/** What an empty input stands for: null where that is allowed, nothing where nothing is required. */
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

/** options: {required, soft: needed only if its object is there, title, afterWrite()} */
export function scalarField(context, slot, name, node, { required = false, soft = false, title, afterWrite } = {}) {
  const { model, readOnly } = context;
  const kind = control(name, node, slot.shown);
  const label = title ?? titleOf(node, name);
  const made = makeInput(kind, node, { readOnly, label, pictures: context.pictures,
    optional: !required || nullable(node) || slot.overlay, base: baseText(slot) });
  const own = field({ label: made.isSwitch ? '' : label, input: made.input, control: made.control,
    required: required && !soft && !made.isSwitch && !nullable(node) && !slot.overlay, hint: hintOf(node, kind, made),
    className: `edit-field ${isWide(kind, node) ? 'wide' : ''} ${made.isSwitch ? 'edit-switch' : ''}` });
  if (made.isSwitch) own.label.remove();
  const back = slot.overlay && !readOnly && h('button.edit-back', { hidden: true, onClick: () => {
    slot.remove();
    display();
    handle.refresh();
    made.input.focus();
  } }, icon('undo', { size: 14 }), t('edit.language.back'));
  if (back) own.element.append(back);

  function display() {
    const plain = ['choice', 'switch', 'lines', 'instant', 'date'].includes(kind);
    made.show(slot.overlay && !plain ? slot.value : slot.shown);
    if (!slot.overlay) return;
    if (!plain) made.input.placeholder = baseText(slot) ?? '';
    if (kind === 'picture') made.show(slot.value);
  }

  function write() {
    let value;
    try {
      value = made.read();
    } catch (reason) {
      model.setUnread(handle, { slot, reason: String(reason) });
      own.setError(String(reason));
      return;
    }
    model.setUnread(handle, null);
    if (value === '' || (made.isList && !value.length && (slot.overlay || nullable(node)))) {
      value = emptyValue(slot, node, required, kind);
    }
    if (value === undefined) slot.remove();
    else slot.set(value);
    afterWrite?.();
    handle.refresh();
  }

  const handle = {
    element: own.element,
    slot,
    input: made.input,
    label,
    reveal() {
      made.input.focus();
      own.element.scrollIntoView({ block: 'nearest' });
      return handle;
    },
    refresh() {
      const unread = model.unread.get(handle);
      const reason = model.errorAt(slot.path());
      own.setError(unread?.reason ?? (reason && reasonOf(reason)));
      if (back) back.hidden = slot.value === undefined;
      own.element.classList.toggle('edit-own', Boolean(slot.overlay && slot.value !== undefined));
    },
  };
  made.input.addEventListener(made.isSwitch || kind === 'choice' ? 'change' : 'input', write);
  display();
  handle.refresh();
  return handle;
}

function baseText(slot) {
  if (!slot.overlay || slot.base === null || slot.base === undefined) return null;
  return typeof slot.base === 'object' ? null : choiceOf(slot.base);
}
