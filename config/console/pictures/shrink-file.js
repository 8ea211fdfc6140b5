// Prepares files as pictures without asking: for the library, or for a place, which gets the middle.
import { Crop } from './crop.js';
import { inspect, nameOf } from './files.js';
import { FREE_WIDTH, Unreadable, bytesFor, decode, shrink } from './resize.js';

const WIDEST = 2160;
const MOST_BYTES = 600_000;

/** Prepares a file. Returns {blob, type, name} to upload, or {reason}. `plan(bitmap)` returns {rect, width, most}. */
async function prepare(file, plan) {
  const inspected = await inspect(file);
  if (inspected.reason) return inspected;
  const { type, asItIs } = inspected;
  const name = nameOf(file);
  if (asItIs) return { blob: file, type, name };
  let bitmap = null;
  try {
    bitmap = await decode(file);
    const { rect, width, most } = plan(bitmap);
    const isWhole = Math.round(rect.width) === bitmap.width && Math.round(rect.height) === bitmap.height;
    // JPEG files are always encoded again: a camera's photo may contain its location.
    if (isWhole && bitmap.width <= width && file.size <= most && type !== 'image/jpeg') return { blob: file, type, name };
    const { blob } = await shrink(bitmap, rect, width, most);
    return { blob, type: blob.type, name };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { reason: 'unreadable' };
  } finally {
    bitmap?.close();
  }
}

/** Reduces the size of large photos; keeps other files. */
export const prepareForLibrary = (file) => prepare(file, ({ width, height }) => (
  { rect: { x: 0, y: 0, width, height }, width: WIDEST, most: MOST_BYTES }));

/** Crops a photo to the middle in the ratio of its place. */
export function prepareForPlace(file, place) {
  const width = place.width ?? FREE_WIDTH;
  return prepare(file, (bitmap) => ({ rect: new Crop(bitmap.width, bitmap.height, place.ratio).rect, width, most: bytesFor(width) }));
}
