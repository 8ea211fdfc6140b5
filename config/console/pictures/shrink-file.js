// Files that become pictures without a question: for the library, or for a place whose part is the middle.
import { Crop } from './crop.js';
import { inspect, nameOf } from './files.js';
import { FREE_WIDTH, Unreadable, bytesFor, decode, shrink } from './resize.js';

const WIDEST = 2160;
const MOST_BYTES = 600_000;

/** Prepares a file: {blob, type, name} to upload, or {reason}. `plan(bitmap)` returns {rect, width, most}. */
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
    // A photo as a camera made it says where it was taken.
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

/** Large photos become smaller, other files stay as they are. */
export const prepareForLibrary = (file) => prepare(file, ({ width, height }) => (
  { rect: { x: 0, y: 0, width, height }, width: WIDEST, most: MOST_BYTES }));

/** The middle of a photo in the ratio of its place. */
export function prepareForPlace(file, place) {
  const width = place.width ?? FREE_WIDTH;
  return prepare(file, (bitmap) => ({ rect: new Crop(bitmap.width, bitmap.height, place.ratio).rect, width, most: bytesFor(width) }));
}
