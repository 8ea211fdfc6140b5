// The place of a picture in a layout, from the `x-picture` of its field.
import { ratioOf } from './crop.js';

const PLAIN = /^(\d+):(\d+)$/;
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

// Reduces 1080:420 to 18:7, which is easier to compare.
function short(text) {
  const [, width, height] = (PLAIN.exec(text) ?? []).map(Number);
  if (!width || !height) return text;
  const common = divisor(width, height);
  return `${width / common}:${height / common}`;
}

/**
 * Returns {ratio, ratioText, width, size}; the ratio and the width are null if any is allowed. `size` has the names of
 * the members for the picture's width and height, or is null.
 */
export function placeOf(node) {
  const said = node?.['x-picture'] ?? {};
  const ratio = ratioOf(said.ratio);
  return { ratio, ratioText: ratio ? short(said.ratio) : null, width: Number(said.width) || null, size: said.size ?? null };
}
