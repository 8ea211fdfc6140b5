// A file for the library: large photos become smaller, other files stay as they are.
import { inspect, nameOf } from './files.js';
import { Unreadable, decode, shrink } from './resize.js';

const WIDEST = 2160;
const MOST_BYTES = 600_000;

/** Returns {blob, type, name} to upload, or {reason}. */
export async function prepareForLibrary(file) {
  const inspected = await inspect(file);
  if (inspected.reason) return inspected;
  const { type, asItIs } = inspected;
  const name = nameOf(file);
  if (asItIs) return { blob: file, type, name };
  let bitmap = null;
  try {
    bitmap = await decode(file);
    const isSmall = bitmap.width <= WIDEST && file.size <= MOST_BYTES;
    // A photo as a camera made it says where it was taken.
    if (isSmall && type !== 'image/jpeg') return { blob: file, type, name };
    const whole = { x: 0, y: 0, width: bitmap.width, height: bitmap.height };
    const { blob } = await shrink(bitmap, whole, WIDEST, MOST_BYTES);
    return { blob, type: blob.type, name };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { reason: 'unreadable' };
  } finally {
    bitmap?.close();
  }
}
