// Asks an administrator why a change bypasses the review.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dialog } from './dialog.js';
import { field } from './field.js';
import '../text/review.js';

/** Asks for the reason. Resolves with null if the administrator cancels. */
export async function askForReason() {
  const input = h('textarea', { rows: 3, maxLength: 200 });
  const text = field({ label: t('review.bypass.reason'), hint: t('review.bypass.hint'), input, required: true });
  const handle = dialog({ title: t('review.bypass'), body: [h('p', t('review.bypass.text')), text.element], actions: [
    { label: t('cancel'), run: (own) => own.close() },
    { label: t('review.bypass.action'), kind: 'danger', run: () => {
      const reason = input.value.trim();
      text.setError(reason ? null : t('review.bypass.missing'));
      return reason || false;
    } },
  ] });
  return await handle.closed || null;
}
