// Input of operators and imported pages is untrusted: all values are read with these functions.
import { h } from '../core/dom.js';
import { located } from '../core/paths.js';
import { icon } from '../ui/icons.js';

/** Returns a string or number as text; '' for other values. */
export function str(value) {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

export const list = (value) => (Array.isArray(value) ? value : []);

/** Returns the sections of a document, or of a response with one. */
export const blocksOf = (response) => list((response?.data ?? response)?.blocks).filter((block) => block);

/** Returns a finite number, or null. */
export const num = (value) => (Number.isFinite(value) ? value : null);

/** Returns the value at a path, or undefined wherever the path ends. */
export function at(value, ...path) {
  return path.reduce((part, key) => (part == null ? undefined : part[key]), value);
}

/** Returns the address of a picture, or null: allows the web, this server, and data URLs of images. */
export function pictureUrl(value) {
  if (typeof value !== 'string' || !value.trim()) return null;
  const text = value.trim();
  if (/^data:/i.test(text)) return /^data:image\//i.test(text) ? text : null;
  try {
    const url = new URL(located(text), `${location.origin}/`);
    return /^https?:$/.test(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

export function colour(value) {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
}

/**
 * A picture, or a placeholder. `alt`: only for pictures without an equivalent text; `dark`: the address of the picture
 * for dark screens.
 */
export function picture(value, { kind = '', alt = '', ratio = null, dark = null } = {}) {
  const frame = h('span', { class: `phone-pic ${kind}`.trim() });
  if (ratio) frame.style.aspectRatio = ratio;
  const url = pictureUrl(value);
  if (url) frame.append(image(url, alt, () => markBroken(frame, alt)));
  else markBroken(frame, alt);
  const darkUrl = url && pictureUrl(dark);
  if (darkUrl) addDark(frame, darkUrl, alt);
  return frame;
}

function image(url, alt, onError) {
  const img = h('img', { alt, loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer' });
  img.draggable = false;
  img.addEventListener('error', onError, { once: true });
  img.src = url;
  return img;
}

// The style sheet shows one of the two; the other is not loaded.
function addDark(frame, url, alt) {
  const img = image(url, alt, () => {
    img.remove();
    frame.classList.remove('phone-pic-two');
  });
  frame.classList.add('phone-pic-two');
  frame.append(img);
}

function markBroken(frame, alt) {
  frame.classList.add('phone-pic-none');
  frame.replaceChildren(icon('image'));
  if (!alt) return;
  frame.setAttribute('role', 'img');
  frame.setAttribute('aria-label', alt);
}
