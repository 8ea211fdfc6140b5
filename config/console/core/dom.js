// Creates elements without HTML strings: Trusted Types forbid those, and text can never become markup.
import { isObject } from './exact-json.js';
import { longestIncreasingSubsequence } from './longest-increasing-subsequence.js';
import { located } from './paths.js';

const SVG = 'http://www.w3.org/2000/svg';
const PROPERTIES = new Set([
  'value', 'checked', 'disabled', 'selected', 'indeterminate', 'open', 'readOnly', 'multiple',
  'hidden', 'inert', 'required', 'noValidate', 'tabIndex', 'scrollTop', 'scrollLeft', 'muted',
  'htmlFor', 'defaultValue', 'defaultChecked',
]);
const AFTER_CHILDREN = new Set(['value', 'scrollTop', 'scrollLeft']);
let serial = 0;

/** Whether shortcuts use ⌘ instead of Ctrl. */
export const isMac = /^(Mac|iP)/.test(navigator.platform);

/** An id that is unique in this document, for ARIA references. */
export function uid(prefix = 'id') {
  serial += 1;
  return `${prefix}-${serial}`;
}

function isProps(value) {
  return isObject(value) && !(value instanceof Node);
}

function setOne(element, name, value) {
  if (name.startsWith('on') && typeof value === 'function') {
    if (name === 'onKeydown') onKey(element, value);
    else element.addEventListener(name.slice(2).toLowerCase(), value);
  } else if (name === 'class') {
    if (value) element.classList.add(...String(value).split(/\s+/).filter(Boolean));
  } else if (name === 'text') {
    if (value !== null && value !== undefined) element.append(String(value));
  } else if (name === 'dataset') {
    for (const [key, data] of Object.entries(value ?? {})) {
      if (data !== null && data !== undefined && data !== false) element.dataset[key] = data;
    }
  } else if (name === 'style') {
    for (const [key, rule] of Object.entries(value ?? {})) {
      if (rule === null || rule === undefined) continue;
      if (key.includes('-')) element.style.setProperty(key, rule);
      else element.style[key] = rule;
    }
  } else if (PROPERTIES.has(name) && name in element && element.namespaceURI !== SVG) {
    element[name] = value ?? (typeof element[name] === 'boolean' ? false : '');
  } else if (name.startsWith('aria-') && typeof value === 'boolean') {
    element.setAttribute(name, String(value));
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else if (name === 'src') {
    element.setAttribute(name, located(String(value)));
  } else {
    element.setAttribute(name, value === true ? '' : String(value));
  }
}

function flat(children) {
  return children.flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== true
      && child !== '')
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

/** Creates an element: `h('button.primary', { type: 'button', onClick }, icon('plus'), 'Add')`. */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = name.startsWith('svg:')
    ? document.createElementNS(SVG, name.slice(4))
    : document.createElement(name || 'div');
  if (classes.length) element.classList.add(...classes);
  const given = isProps(props) ? props : {};
  const rest = isProps(props) || props === null || props === undefined
    ? children : [props, ...children];
  if (name === 'button' && !('type' in given)) element.type = 'button';
  for (const key of Object.keys(given)) {
    if (!AFTER_CHILDREN.has(key)) setOne(element, key, given[key]);
  }
  element.append(...flat(rest));
  // A select accepts its value only once it has its options.
  for (const key of AFTER_CHILDREN) {
    if (key in given && given[key] !== undefined) setOne(element, key, given[key]);
  }
  return element;
}

/** Replaces the children of `parent`. */
export function replace(parent, ...children) {
  parent.replaceChildren(...flat(children));
  return parent;
}

const keys = new WeakMap();

// Returns the scroll positions in an element: moving it resets them.
function scrollPlaces(element) {
  return [element, ...element.querySelectorAll('*')].map((one) => [one, one.scrollLeft, one.scrollTop])
    .filter(([, left, top]) => left !== 0 || top !== 0);
}

/**
 * Updates the children of `parent` to match `items`. Elements of remaining items are reused and moved only where
 * necessary, so that focus, scroll positions and input survive.
 */
export function reconcile(parent, items, key, create, update) {
  const old = new Map();
  for (const element of [...parent.children]) {
    if (keys.has(element)) old.set(keys.get(element), element);
    else element.remove();
  }
  const wanted = items.map((item) => {
    const id = String(key(item));
    let element = old.get(id);
    if (element) {
      old.delete(id);
    } else {
      element = create(item);
      keys.set(element, id);
    }
    update?.(element, item);
    return element;
  });
  for (const element of old.values()) element.remove();
  const place = new Map([...parent.children].map((element, index) => [element, index]));
  const staying = wanted.filter((element) => place.has(element));
  const steady = new Set(longestIncreasingSubsequence(staying.map((element) => place.get(element))).map((i) => staying[i]));
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = staying.filter((element) => !steady.has(element)).flatMap(scrollPlaces);
  let next = null;
  for (const element of wanted.toReversed()) {
    if (!steady.has(element)) parent.insertBefore(element, next);
    next = element;
  }
  for (const [element, left, top] of scrolled) element.scrollTo({ left, top, behavior: 'instant' });
  if (focused && document.activeElement !== focused && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

// Keyboard input. Input methods also send the keys with which a user chooses characters: these are ignored.

/**
 * Whether an input method handles the key, for example to choose a character. Chrome and Firefox set isComposing;
 * Safari reports the key that ends a composition after its end, with the code 229.
 */
const isOfInputMethod = (event) => event.isComposing || event.keyCode === 229;

/** Wraps a key handler to ignore the keys of input methods. */
export const guarded = (fn) => (event) => (isOfInputMethod(event) ? undefined : fn(event));

/** Calls `fn` for each key press, except those of input methods. Returns a function that removes the listener. */
export function onKey(target, fn, options) {
  const handler = guarded(fn);
  target.addEventListener('keydown', handler, options);
  return () => target.removeEventListener('keydown', handler, options);
}
