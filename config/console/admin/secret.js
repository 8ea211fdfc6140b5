// A secret that the server returns once: the dialog stays until the operator confirms that it was saved.

import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from '../ui/dialog.js';
import { badge, copyButton } from '../ui/widgets.js';
import '../text/admin-access.js';

/** One text to copy. */
export function copyLine(label, text) {
  return h('div.admin-secret', h('div.admin-secret-head', h('span.field-label', label),
    copyButton(text)), h('code', { tabIndex: 0, 'aria-label': label, role: 'textbox',
    'aria-readonly': 'true' }, text));
}

export function showSecret({ title, text, label, secret, more }) {
  return dialog({ title, wide: true, locked: true, body: [
    h('p.admin-once', badge(t('admin.secret.once'), 'warn', 'warning'), h('span', text)),
    copyLine(label, secret), more,
  ], actions: [{ label: t('admin.secret.close'), kind: 'primary', run: () => true }] }).closed;
}
