// The dialog that sets how many people have to approve a page's changes.
import { patch } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { toast } from '../ui/toast.js';
import '../text/review.js';

const MOST = 3;

export async function changeReview({ page, title, review }) {
  const counts = Array.from({ length: MOST + 1 }, (_, count) => count);
  const input = h('select', counts.map((count) => h('option', { value: count, selected: count === review.approvals },
    count ? t('review.setting.n', { count }) : t('review.setting.0'))));
  const choice = field({ label: t('review.setting.label'), hint: t('review.setting.hint'), input });
  const handle = dialog({ title: t('review.setting.title', { page: title }), body: choice.element, actions: [
    { label: t('cancel'), run: (own) => own.close() },
    { label: t('review.setting.save'), kind: 'primary', run: async () => {
      await patch(apiPath(page), { review: { approvals: Number(input.value) } });
      return true;
    } },
  ] });
  if (await handle.closed) toast(t('review.setting.saved', { page: title }), { kind: 'good' });
}
