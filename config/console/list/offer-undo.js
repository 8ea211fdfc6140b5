import { t } from '../core/i18n.js';
import { toast } from '../ui/toast.js';

/** Says what was done just now, and offers to undo it: for as long as it is the last step. */
export function offerUndo(workspace, text, undo) {
  const step = workspace.lastStep;
  const offer = toast(text, { action: { label: t('list.undo'), run: undo } });
  const off = workspace.on('change', () => {
    if (workspace.lastStep === step) return;
    off();
    offer.close();
  });
}
