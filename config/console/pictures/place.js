// The place of a picture in a layout: what `x-picture` says of its field.
import { ratioOf } from './crop.js';

const PLAIN = /^(\d+):(\d+)$/;
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

// 1080:420 is easier to compare as 18:7.
function short(text) {
  const [, width, height] = (PLAIN.exec(text) ?? []).map(Number);
  if (!width || !height) return text;
  const common = divisor(width, height);
  return `${width / common}:${height / common}`;
}

/**
 * {ratio, ratioText, width, size}; the ratio is null where any will do, the width where nothing is said. `size` has the names
 * of the members beside it with the picture's width and height, or is null.
 */
export function placeOf(node) {
  const said = node?.['x-picture'] ?? {};
  const ratio = ratioOf(said.ratio);
  return { ratio, ratioText: ratio ? short(said.ratio) : null, width: Number(said.width) || null, size: said.size ?? null };
}
