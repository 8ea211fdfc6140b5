import { t } from '../core/i18n.js';
import { unsent } from '../page/queue.js';
import { confirm } from '../ui/dialog.js';

/** Whether the session may be given up: changes that are not sent yet go with it. */
export async function mayGiveUp(action) {
  const count = unsent();
  return count === 0 || confirm({ title: t('unsent.title'), text: t('unsent.text', { count }), action, danger: true });
}
