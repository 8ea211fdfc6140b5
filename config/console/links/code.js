// A QR code as a picture.
import { h } from '../core/dom.js';

const QUIET = 4;

/** Draws the rows of a code, each a string of 0 and 1. */
export function codePicture(rows, label) {
  const size = rows.length + 2 * QUIET;
  const modules = rows.flatMap((row, y) => [...row.matchAll(/1+/g)]
    .map(({ 0: run, index: x }) => `M${x + QUIET} ${y + QUIET}h${run.length}v1h-${run.length}z`));
  return h('svg:svg.link-code', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    h('svg:rect', { width: size, height: size, fill: '#fff' }), h('svg:path', { d: modules.join(''), fill: '#000' }));
}
