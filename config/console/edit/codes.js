// Codes for new sections: derived from a name, unused, and in the style of the page's other codes.

const RULE = /^[A-Za-z0-9_.-]{1,128}$/;

const isCode = (code) => RULE.test(code);

// URLs drop these path segments: a section with such a code could not be requested.
const isNormalizedAway = (code) => code === '.' || code === '..';

/** Returns why a code cannot be used: the key of a text, or null. */
export function codeIssue(workspace, code) {
  if (!code) return 'edit.new.code.missing';
  if (!isCode(code)) return 'edit.new.code.rule';
  if (isNormalizedAway(code)) return 'edit.new.code.dots';
  return workspace.isTaken(code) ? 'edit.new.code.taken' : null;
}

/** Returns an unused code for a name; uses the layout's name if the name has no Latin letters. */
export function suggestCode(workspace, name, showType) {
  const words = (name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? showType.split('_')).slice(0, 6);
  const stem = inManner(workspace.order, words).slice(0, 100);
  if (!workspace.isTaken(stem)) return stem;
  const mark = /^[A-Z0-9_]+$/.test(stem) ? '_' : '-';
  for (let n = 2; ; n += 1) if (!workspace.isTaken(`${stem}${mark}${n}`)) return `${stem}${mark}${n}`;
}

function inManner(codes, words) {
  const count = (rule) => codes.filter((code) => rule.test(code)).length;
  if (count(/^[A-Z0-9_]+$/) * 2 > codes.length) return words.join('_').toUpperCase();
  if (count(/-/) * 2 > codes.length) return words.join('-').toLowerCase();
  return words.map((word, place) => {
    const small = word.toLowerCase();
    return place ? small[0].toUpperCase() + small.slice(1) : small;
  }).join('');
}
