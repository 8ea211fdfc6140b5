// Files that an operator chooses, drops or pastes: which of them are pictures, and of which type.
import { h } from '../core/dom.js';

const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml';
const TYPES = ACCEPT.split(',');
// A browser needs four bytes for each pixel of a decoded picture.
const LARGEST = 100 * 1024 * 1024;
const LONGEST_NAME = 200;

/** Opens a file picker; resolves with an empty list if the operator cancels. */
export function askForFiles({ multiple = false } = {}) {
  return new Promise((resolve) => {
    const input = h('input', { type: 'file', accept: ACCEPT, multiple });
    input.addEventListener('change', () => resolve([...input.files]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** Returns the files of a drop or a paste; none if it also has text. */
export function filesOf(transfer) {
  if (!transfer || transfer.types.includes('text/plain')) return [];
  return [...transfer.files];
}

export const hasFiles = (event) => Boolean(event.dataTransfer?.types.includes('Files'));

/** Returns a display name for a file. */
export function nameOf(file) {
  const name = file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
  return [...(name || file.name)].slice(0, LONGEST_NAME).join('');
}

const HEAD = 65536;
const text = (bytes, from, length) => new TextDecoder('latin1').decode(bytes.subarray(from, from + length));

// Whether a text starts like an SVG document: some files have neither the type nor the extension.
const isDrawing = (start) => /^(\xef\xbb\xbf)?\s*<(\?xml\s|!--|!DOCTYPE svg|([\w.-]+:)?svg[\s>])/.test(start) && /<([\w.-]+:)?svg[\s>]/.test(start);

// Returns the brands of an ISO media file. That of an AVIF file is not always the first.
function brandsOf(bytes) {
  const end = Math.min(new DataView(bytes.buffer).getUint32(0), bytes.length);
  const brands = [];
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) brands.push(text(bytes, at, 4));
  return brands;
}

/** Returns the type of a file by its first bytes, as its extension may be wrong; null if it is not a picture. */
function typeOf(bytes, file) {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (text(bytes, 1, 3) === 'PNG') return 'image/png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'image/webp';
  if (text(bytes, 0, 4) === 'GIF8') return 'image/gif';
  if (text(bytes, 4, 4) === 'ftyp' && brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif';
  if (file.type === 'image/svg+xml' || /\.svg$/i.test(file.name) || isDrawing(text(bytes, 0, HEAD))) return 'image/svg+xml';
  return null;
}

// Animations are marked before the first frame: in WebP by a bit of the first chunk, in PNG by a chunk.
function isAnimated(type, bytes) {
  if (type === 'image/gif') return true;
  if (type === 'image/webp') return text(bytes, 12, 4) === 'VP8X' && (bytes[20] & 2) !== 0;
  if (type === 'image/png') return text(bytes, 0, bytes.length).split('IDAT')[0].includes('acTL');
  return type === 'image/avif' && brandsOf(bytes).includes('avis');
}

/**
 * Returns {file, type, asItIs}, where `asItIs` is whether its bytes are uploaded unchanged, or {file, reason} with
 * 'type', 'large', 'empty' or 'unreadable' if it cannot be uploaded.
 */
export async function inspect(file) {
  if (!file.size) return { file, reason: 'empty' };
  if (file.size > LARGEST) return { file, reason: 'large' };
  let bytes;
  try {
    bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  } catch {
    // A folder, or a file that was moved in the meantime.
    return { file, reason: 'unreadable' };
  }
  const type = typeOf(bytes, file);
  if (!type) return { file, reason: TYPES.includes(file.type) || /^image\//.test(file.type) ? 'unreadable' : 'type' };
  return { file, type, asItIs: type === 'image/svg+xml' || isAnimated(type, bytes) };
}

// A file dropped outside a target would replace the console in the tab.
function refuse(event) {
  if (!hasFiles(event) || event.defaultPrevented) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

let isGuarding = false;

/** Prevents the browser from opening files that are dropped outside a target. */
export function guardDrops() {
  if (isGuarding) return;
  isGuarding = true;
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}

/** Accepts files dropped on an element, which has the class `dropping` while they are over it. */
export function dropTarget(element, take) {
  guardDrops();
  let depth = 0;
  const show = () => element.classList.toggle('dropping', depth > 0);
  element.addEventListener('dragenter', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth += 1;
    show();
  });
  element.addEventListener('dragleave', (event) => {
    if (!hasFiles(event)) return;
    depth = Math.max(0, depth - 1);
    show();
  });
  element.addEventListener('dragover', (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
  });
  element.addEventListener('drop', (event) => {
    depth = 0;
    show();
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    if (files.length) take(files);
  });
}
