// The values of a file that the server replaces when it is imported.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { print } from '../core/exact-json.js';
import '../text/import.js';

const MOST = 50;
const LENGTH = 200;

function short(value) {
  const text = print(value);
  return text.length > LENGTH ? `${text.slice(0, LENGTH)}…` : text;
}

/**
 * Lists the first of `count` replacements, each with its position, the file's value and the new one; null if there are
 * none.
 */
export function replacementList(changes, count) {
  if (!count) return null;
  return h('details.import-replacements', h('summary', icon('edit', { size: 16 }), t('import.replaced', { count })),
    h('p.admin-note', t('import.replaced.text')),
    h('ul', changes.slice(0, MOST).map(({ pointer, from, to }) => h('li', h('code.import-pointer', pointer),
      h('code', short(from)), h('span', t('import.replaced.by')), h('code', short(to))))),
    count > MOST && h('p', t('import.issues.more', { count: count - MOST })));
}
