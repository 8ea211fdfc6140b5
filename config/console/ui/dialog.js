import { h, onKey, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from './icons.js';
import { explain } from './states.js';

function actionButton(action, handle) {
  const button = h('button', { class: `button ${action.kind ?? ''}`, type: 'button',
    disabled: action.disabled ?? false }, action.icon && icon(action.icon), action.label);
  button.addEventListener('click', () => perform(action, handle, button));
  action.button = button;
  return button;
}

async function perform(action, handle, button) {
  if (handle.busy || button.disabled) return;
  handle.setError(null);
  let result;
  try {
    result = action.run?.(handle);
    if (result instanceof Promise) {
      handle.setBusy(true, button);
      result = await result;
    }
  } catch (error) {
    handle.setError(explain(error)[1]);
    result = false;
  } finally {
    handle.setBusy(false, button);
  }
  if (result !== false) handle.close(result);
}

function build(options, kind) {
  const { actions = [], onClose, locked } = options;
  const { element, form, errorText } = elementsOf(options, kind, dismiss);
  const handle = handleOf(element, form, errorText);
  const opener = document.activeElement;
  let isDismissed = false;

  // `onClose` may return false to keep the dialog open, for example with unsaved input.
  async function dismiss() {
    if (locked || handle.busy) return;
    if (await onClose?.(undefined) === false) return;
    isDismissed = true;
    handle.close();
  }

  const buttons = actions.map((action) => actionButton(action, handle));
  if (buttons.length) element.append(h('footer.dialog-foot', buttons));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = actions.find((action) => action.kind === 'primary' || action.kind === 'danger');
    if (first) perform(first, handle, first.button);
  });
  dismissOnEscapeAndBackdrop(element, dismiss);
  element.addEventListener('close', () => {
    element.remove();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    if (!isDismissed) onClose?.(handle.value);
    handle.finish(handle.value);
  });
  document.body.append(element);
  element.showModal();
  focusFirst(element);
  return handle;
}

function elementsOf({ title, body, wide, locked, plain }, kind, dismiss) {
  const id = uid('dialog');
  const form = h(plain ? 'div.dialog-body' : 'form.dialog-body', plain ? {} : { noValidate: true },
    // With several fields, Enter only submits a form that has a submit button.
    body, !plain && h('button', { type: 'submit', hidden: true, tabIndex: -1 }));
  const errorText = h('p.dialog-error', { role: 'alert', hidden: true });
  const closeButton = !locked && h('button.icon-button', { 'aria-label': t('close'), title: t('close'),
    onClick: () => dismiss() }, icon('close'));
  const element = h('dialog', { class: `${kind} ${wide ? 'wide' : ''}`, 'aria-labelledby': id },
    h('header.dialog-head', h('h2', { id }, title), closeButton), form, errorText);
  return { element, form, errorText };
}

function handleOf(element, form, errorText) {
  let finish;
  const closed = new Promise((resolve) => { finish = resolve; });
  const handle = {
    element,
    form,
    closed,
    finish,
    busy: false,
    close(value) {
      if (!element.open) return;
      handle.value = value;
      element.close();
    },
    setError(text) {
      replace(errorText, text && icon('warning', { size: 16 }), text && h('span', text));
      errorText.hidden = !text;
    },
    setBusy(busy, button) {
      handle.busy = busy;
      element.toggleAttribute('data-busy', busy);
      button?.classList.toggle('busy', busy);
      button?.setAttribute('aria-busy', String(busy));
    },
  };
  return handle;
}

function dismissOnEscapeAndBackdrop(element, dismiss) {
  element.addEventListener('cancel', (event) => {
    event.preventDefault();
    dismiss();
  });
  onKey(element, (event) => {
    // The view below must not react to keys pressed in a dialog.
    event.stopPropagation();
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    dismiss();
  });
  // A click closes the dialog only if the pointer was also pressed on the backdrop.
  let pressed = false;
  element.addEventListener('pointerdown', (event) => { pressed = event.target === element; });
  element.addEventListener('click', (event) => {
    if (pressed && event.target === element && isOutside(element, event)) dismiss();
    pressed = false;
  });
}

function isOutside(element, event) {
  const box = element.getBoundingClientRect();
  return event.clientX < box.left || event.clientX > box.right
    || event.clientY < box.top || event.clientY > box.bottom;
}

function focusFirst(element) {
  const first = element.querySelector('[autofocus]')
    ?? element.querySelector('.dialog-body :is(input, select, textarea):not([disabled],[type=hidden])')
    ?? element.querySelector('.dialog-foot .primary')
    ?? element.querySelector('.dialog-foot button');
  first?.focus();
}

/**
 * A modal dialog. `actions` are its buttons; Enter in a field runs the first of kind 'primary' or 'danger'. On
 * dismissal, `onClose` may return false to keep the dialog open. A `locked` dialog cannot be dismissed. The body of a
 * `plain` one has its own forms.
 */
export function dialog(options) {
  return build(options, 'dialog');
}

/** A dialog at the right edge. */
export function sheet(options) {
  return build(options, 'sheet');
}

/** Asks for a confirmation. Resolves with true only for the confirming button. */
export function confirm({ title, text, action, danger = false }) {
  const handle = dialog({ title, body: [text].flat().map((part) => (
    part instanceof Node ? part : h('p', part))),
  actions: [
    { label: t('cancel'), run: (own) => own.close(false) },
    { label: action ?? t('ok'), kind: danger ? 'danger' : 'primary', run: () => true },
  ] });
  return handle.closed.then((value) => value === true);
}
