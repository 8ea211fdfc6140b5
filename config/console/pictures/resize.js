// Makes a small file of a part of a photo, in the browser.

// What a picture of three pixels a point for a banner of 375 points may have.
const BASE_WIDTH = 1125;
const BASE_BYTES = 100_000;
const QUALITIES = [0.9, 0.82, 0.74, 0.66, 0.58, 0.5, 0.42, 0.34];
const SMALLEST = 0.4;
/** The width of a picture for no place in particular. */
export const FREE_WIDTH = 1620;

export class Unreadable extends Error {}

/** Decodes a picture, turned as its camera says. */
export async function decode(file) {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw new Unreadable();
  }
}

/** How many bytes a picture of that width may have. */
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

// A browser that has no encoder for a type makes a PNG instead.
async function typeFor(canvas) {
  const tried = await encode(canvas, 'image/webp', 0.5);
  if (tried?.type === 'image/webp') return 'image/webp';
  return isTransparent(canvas) ? 'image/png' : 'image/jpeg';
}

// Returns the best quality of at most `most` bytes, or else the smallest file.
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
 * Makes a picture of a part of a bitmap: {blob, width, height}. It is not enlarged, at most `width` wide, and has at most
 * `most` bytes, if need be with fewer pixels.
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
