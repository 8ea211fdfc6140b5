// Opens the dialog of a page's preview links, which is loaded when it is needed.
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import '../text/links.js';

/** See `showLinks` in link-sheet.js. */
export function openLinks(slug, options) {
  return import('./link-sheet.js').then(({ showLinks }) => showLinks(slug, options))
    .catch((problem) => toast(sentenceOf(problem), { kind: 'bad' }));
}
