// Downloads from the console.

import { api } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import '../text/admin-pages.js';

/** Downloads a text as a file. */
function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const anchor = h('a', { href: address, download: name, hidden: true });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // The download has started by the end of this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Downloads the live page with the exact bytes that the server sent. */
export async function exportPage({ page, revision }) {
  try {
    const { text } = await api('GET', apiPath(page, 'export'), { raw: true });
    const file = `${page}-${revision}.json`;
    saveFile(file, text);
    toast(t('admin.pages.exported', { file }), { kind: 'good' });
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
}
