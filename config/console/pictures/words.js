// Texts about the sizes of pictures, and why one was rejected.
import { number, t } from '../core/i18n.js';
import { sentenceOf } from '../ui/states.js';
import '../text/pictures.js';

/** Width and height in pixels, without thousands separators: "1080 × 420". */
export const pixels = ({ width, height }) => `${width} × ${height}`;

/** Formats a number of bytes. */
export function fileSize(bytes) {
  if (bytes < 1000) return t('pictures.bytes', { size: bytes });
  const [unit, size] = bytes < 999_500 ? ['kb', bytes / 1000] : bytes < 999_500_000 ? ['mb', bytes / 1e6] : ['gb', bytes / 1e9];
  return t(`pictures.bytes.${unit}`, { size: number(size, { maximumFractionDigits: unit === 'kb' ? 0 : 1 }) });
}

// Messages of the server's PictureHeader and SVGChecker.
const REASONS = [
  [/after the picture/, 'trailing'], [/not allowed in a picture|refers to an external resource|has elements that are not SVG/, 'unsafe'],
  [/the maximum per side is (\d+)/, 'side'], [/needs a width and a height|no width or no height/, 'size'],
  [/Content-Type says|is not an? (JPEG|AVIF|SVG)/, 'kind'],
  [/is (truncated|damaged|too short|not well-formed)|has (an invalid|two headers|no palette|no end tag|a second|a scan before)|does not begin with/, 'damaged'],
];

/** Returns the name of a type: WEBP. */
export const typeName = (type) => type.replace(/^image\//, '').replace('+xml', '').toUpperCase();

/** Returns why a file cannot be uploaded, for a reason of `inspect`. */
export const fileError = (reason) => t(`pictures.file.${reason}`);

/** Returns why the server rejected a picture. */
export function uploadError(problem) {
  if (problem.status === 0) return t('pictures.error.offline');
  if (problem.status === 403) return t('pictures.error.role');
  if (problem.status === 409) return t('pictures.error.full');
  if (problem.status === 413) return t('pictures.error.large');
  if (problem.status === 415) return t('pictures.file.type');
  if (problem.status === 422) {
    const reason = problem.errors[0]?.reason ?? '';
    const found = REASONS.find(([pattern]) => pattern.test(reason));
    if (found) return t(`pictures.refused.${found[1]}`, { most: found[0].exec(reason)[1] });
    return t('pictures.refused');
  }
  return sentenceOf(problem);
}

/** Describes what fits a place, or null: "18:7, 1080 × 420 pixels". */
export function wishOf({ ratio, ratioText, width }) {
  if (!ratio) return width && t('pictures.place.width', { width: String(width) });
  return width ? t('pictures.place', { ratio: ratioText, size: pixels({ width, height: Math.round(width / ratio) }) }) : t('pictures.place.ratio', { ratio: ratioText });
}

/** Describes why a picture does not fit its place, or null. */
export function mismatch({ width, height }, { ratio, ratioText, width: wanted }) {
  if (ratio && Math.abs(Math.log(width / height / ratio)) > 0.05) {
    return t('pictures.mismatch.ratio', { size: pixels({ width, height }), ratio: ratioText });
  }
  return wanted && width < wanted * 0.6 ? t('pictures.mismatch.small', { width: String(width), wanted: String(wanted) }) : null;
}
