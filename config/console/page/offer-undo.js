import { t } from '../core/i18n.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';

const takeBack = (workspace) => workspace.undo().catch((problem) => toast(sentenceOf(problem), { kind: 'bad' }));

/** Shows a toast about a change with an undo button, while it is the last change. Returns the toast. */
export function offerUndo(workspace, text, { kind, undo = () => takeBack(workspace) } = {}) {
  const step = workspace.lastStep;
  const offer = toast(text, { kind, action: { label: t('list.undo'), run: undo } });
  const off = workspace.on('change', () => {
    if (workspace.lastStep === step) return;
    off();
    offer.close();
  });
  return offer;
}
