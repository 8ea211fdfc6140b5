import { t } from '../core/i18n.js';
import { toast } from '../ui/toast.js';

const takeBack = (workspace) => workspace.undo().catch((problem) => toast(problem.detail || problem.message, { kind: 'bad' }));

/** Says what was done just now, and offers to undo it: for as long as it is the last step. */
export function offerUndo(workspace, text, { kind, undo = () => takeBack(workspace) } = {}) {
  const step = workspace.lastStep;
  const offer = toast(text, { kind, action: { label: t('list.undo'), run: undo } });
  const off = workspace.on('change', () => {
    if (workspace.lastStep === step) return;
    off();
    offer.close();
  });
}
