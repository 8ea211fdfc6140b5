import { t } from '../core/i18n.js';
import { toast } from '../ui/toast.js';

/** The button of a toast that takes the last step back; what stands against that is said. */
export const undoable = (workspace) => ({ action: { label: t('edit.undo'), run: () => workspace.undo().catch((problem) => {
  toast(problem.detail || problem.message, { kind: 'bad' });
}) } });
