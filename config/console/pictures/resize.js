// Makes a small file from a part of a photo, in the browser.

// For a banner of 375 points at three pixels per point.
const BASE_WIDTH = 1125;
const BASE_BYTES = 100_000;
const QUALITIES = [0.9, 0.82, 0.74, 0.66, 0.58, 0.5, 0.42, 0.34];
const SMALLEST = 0.4;
/** The width of a picture without a specific place. */
export const FREE_WIDTH = 1620;

export class Unreadable extends Error {}

/** Decodes a picture, rotated by its EXIF orientation. */
export async function decode(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Unreadable();
  }
}

/** Returns the maximum number of bytes of a picture of a width. */
export const bytesFor = (width) => Math.round(BASE_BYTES * Math.max(1, (width / BASE_WIDTH) ** 2));

function draw(bitmap, rect, width, height) {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, rect.x, rect.y, rect.width, rect.height, 0, 0, width, height);
  return canvas;
}

function isTransparent(canvas) {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  for (let place = 3; place < data.length; place += 4) if (data[place] < 255) return true;
  return false;
}

const encode = (canvas, type, quality) => new Promise((resolve) => { canvas.toBlob(resolve, type, quality); });

// Returns the type to encode. A browser that cannot encode a type makes a PNG instead.
async function typeFor(canvas) {
  const tried = await encode(canvas, 'image/webp', 0.5);
  if (tried?.type === 'image/webp') return 'image/webp';
  return isTransparent(canvas) ? 'image/png' : 'image/jpeg';
}

// Returns the file of the best quality with at most `most` bytes, or else the smallest.
async function best(canvas, type, most) {
  if (type === 'image/png') return encode(canvas, type);
  let [low, high, found, smallest] = [0, QUALITIES.length - 1, null, null];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const blob = await encode(canvas, type, QUALITIES[middle]);
    if (!blob) return null;
    if (blob.size <= most) {
      found = blob;
      high = middle - 1;
    } else {
      smallest = blob;
      low = middle + 1;
    }
  }
  return found ?? smallest;
}

/**
 * Makes a picture from a part of a bitmap: {blob, width, height}. It is not enlarged, at most `width` wide, and reduced
 * in size if necessary for at most `most` bytes.
 */
export async function shrink(bitmap, rect, width, most = bytesFor(width)) {
  const full = Math.max(1, Math.round(Math.min(width, rect.width)));
  let type = null;
  for (let part = 1; ; part *= 0.85) {
    const size = [Math.max(1, Math.round(full * part)), Math.max(1, Math.round((full * part * rect.height) / rect.width))];
    const canvas = draw(bitmap, rect, ...size);
    type ??= await typeFor(canvas);
    const blob = await best(canvas, type, most);
    if (!blob) throw new Unreadable();
    if (blob.size <= most || part <= SMALLEST) return { blob, width: size[0], height: size[1] };
  }
}
