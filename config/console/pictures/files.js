// Files that an operator chooses, drops or pastes: which of them are pictures, and of what kind.
import { h } from '../core/dom.js';

const ACCEPT = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml';
const TYPES = ACCEPT.split(',');
// A browser needs four bytes for each pixel of a picture that it decodes.
const LARGEST = 100 * 1024 * 1024;
const LONGEST_NAME = 200;

/** Asks for files of this computer; none if the operator cancels. */
export function askForFiles({ multiple = false } = {}) {
  return new Promise((resolve) => {
    const input = h('input', { type: 'file', accept: ACCEPT, multiple });
    input.addEventListener('change', () => resolve([...input.files]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** The files of a drop or a paste; those of a paste only if it has no text. */
export function filesOf(transfer) {
  if (!transfer || transfer.types.includes('text/plain')) return [];
  return [...transfer.files];
}

export const hasFiles = (event) => Boolean(event.dataTransfer?.types.includes('Files'));

/** A name for people from the name of a file. */
export function nameOf(file) {
  const name = file.name.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
  return [...(name || file.name)].slice(0, LONGEST_NAME).join('');
}

const HEAD = 65536;
const text = (bytes, from, length) => new TextDecoder('latin1').decode(bytes.subarray(from, from + length));

// Whether a text begins as an SVG document does: some come without a type and with another name.
const isDrawing = (start) => /^(\xef\xbb\xbf)?\s*<(\?xml\s|!--|!DOCTYPE svg|([\w.-]+:)?svg[\s>])/.test(start) && /<([\w.-]+:)?svg[\s>]/.test(start);

// The brands of a file of boxes. That of an AVIF file is not always the first one.
function brandsOf(bytes) {
  const end = Math.min(new DataView(bytes.buffer).getUint32(0), bytes.length);
  const brands = [];
  for (let at = 8; at + 4 <= end; at += at === 8 ? 8 : 4) brands.push(text(bytes, at, 4));
  return brands;
}

/** The type of a file by its first bytes: a name may have any ending. Null if it is no picture. */
function typeOf(bytes, file) {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (text(bytes, 1, 3) === 'PNG') return 'image/png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === 'WEBP') return 'image/webp';
  if (text(bytes, 0, 4) === 'GIF8') return 'image/gif';
  if (text(bytes, 4, 4) === 'ftyp' && brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand))) return 'image/avif';
  if (file.type === 'image/svg+xml' || /\.svg$/i.test(file.name) || isDrawing(text(bytes, 0, HEAD))) return 'image/svg+xml';
  return null;
}

// An animation says so before its first picture: a WebP by a bit of its first chunk, a PNG by a chunk of its own.
function isAnimated(type, bytes) {
  if (type === 'image/gif') return true;
  if (type === 'image/webp') return text(bytes, 12, 4) === 'VP8X' && (bytes[20] & 2) !== 0;
  if (type === 'image/png') return text(bytes, 0, bytes.length).split('IDAT')[0].includes('acTL');
  return type === 'image/avif' && brandsOf(bytes).includes('avis');
}

/**
 * Looks at a file: {file, type, asItIs}, where `asItIs` says that its bytes are uploaded unchanged; {file, reason} with
 * 'type', 'large' or 'empty' if it cannot be uploaded.
 */
export async function inspect(file) {
  if (!file.size) return { file, reason: 'empty' };
  if (file.size > LARGEST) return { file, reason: 'large' };
  let bytes;
  try {
    bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  } catch {
    // A folder, or a file that was moved away in the meantime.
    return { file, reason: 'unreadable' };
  }
  const type = typeOf(bytes, file);
  if (!type) return { file, reason: TYPES.includes(file.type) || /^image\//.test(file.type) ? 'unreadable' : 'type' };
  return { file, type, asItIs: type === 'image/svg+xml' || isAnimated(type, bytes) };
}

// A file that is dropped beside a field would be opened in the place of the console.
function refuse(event) {
  if (!hasFiles(event) || event.defaultPrevented) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = 'none';
}

let isGuarding = false;

/** Has the browser open no file that is dropped beside a place for it. */
export function guardDrops() {
  if (isGuarding) return;
  isGuarding = true;
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
}

/** Takes files that are dropped on an element; it has the class `dropping` while they are over it. */
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
