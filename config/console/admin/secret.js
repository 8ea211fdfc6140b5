// A secret that the server returns only once: the dialog stays open until the operator confirms that it was saved.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { confirm, dialog } from '../ui/dialog.js';
import { badge, copyButton } from '../ui/widgets.js';
import '../text/admin-access.js';

/** A text with a copy button. */
export function copyLine(label, text) {
  return h('div.admin-secret', h('div.admin-secret-head', h('span.field-label', label),
    copyButton(text)), h('code', { tabIndex: 0, 'aria-label': label, role: 'textbox',
    'aria-readonly': 'true' }, text));
}

/** Shows a secret that cannot be read again: focuses its copy button, and asks before closing if it was not copied. */
export function showSecret({ title, text, label, secret, more }) {
  let isCopied = false;
  const line = copyLine(label, secret);
  line.querySelector('button').setAttribute('autofocus', '');
  const { element, closed } = dialog({ title, wide: true, locked: true, body: [
    h('p.admin-once', badge(t('admin.secret.once'), 'warn', 'warning'), h('span', text)),
    line, more,
  ], actions: [{ label: t('admin.secret.close'), kind: 'primary', run: () => isCopied || confirm({
    title: t('admin.secret.lost'), text: t('admin.secret.lost.text'), action: t('admin.secret.lost.close'), danger: true }) }] });
  for (const name of ['copied', 'copy']) element.addEventListener(name, () => { isCopied = true; });
  return closed;
}
