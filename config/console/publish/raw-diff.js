import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { print } from '../core/exact-json.js';
import { exactText } from '../ui/exact-text.js';

/** Beyond this number of steps, lines are not compared one by one. */
const MOST_STEPS = 4_000_000;
const CONTEXT = 3;

/** Shows two values as JSON, line by line, with a few lines of context. */
export function rawDiff(before, after) {
  const lines = lineDiff(linesOf(before), linesOf(after));
  const near = lines.map(() => false);
  lines.forEach(([kind], index) => {
    if (kind === ' ') return;
    for (let i = index - CONTEXT; i <= index + CONTEXT; i += 1) near[i] = true;
  });
  const shown = [];
  lines.forEach(([kind, text], index) => {
    if (near[index]) shown.push(line(kind, text));
    else if (near[index - 1] || index === 0) shown.push(h('div.publish-line', '⋯'));
  });
  return h('pre.publish-raw', { tabindex: '0', role: 'region', 'aria-label': t('publish.raw') }, shown);
}

function line(kind, text) {
  const name = { '-': 'gone', '+': 'new', ' ': '' }[kind];
  return h('div.publish-line', { class: name }, `${kind} `, exactText(text));
}

function linesOf(value) {
  if (value === null || value === undefined) return [];
  const { info, ...rest } = value;
  return print(rest, 2).split('\n');
}

/** Returns [[' ' | '-' | '+', line]]. */
export function lineDiff(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const keep = (text) => [' ', text];
  return [...a.slice(0, start).map(keep),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(keep)];
}

function middle(a, b) {
  if (a.length * b.length > MOST_STEPS) return [...a.map((text) => ['-', text]), ...b.map((text) => ['+', text])];
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = a[i] === b[j] ? common[(i + 1) * width + j + 1] + 1
        : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
    }
  }
  const found = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push([' ', a[i]]);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      found.push(['-', a[i]]);
      i += 1;
    } else {
      found.push(['+', b[j]]);
      j += 1;
    }
  }
  return found;
}
