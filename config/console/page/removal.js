// Taking sections out: asked before in the live stage, and again when somebody changed the section meanwhile.
import { t } from '../core/i18n.js';
import { confirm } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';

const wordsOf = (workspace, codes) => ({ count: codes.length, name: workspace.nameOf(codes[0]) });

/** What users see at once is not taken from them without asking. */
export async function mayRemove(workspace, codes) {
  if (workspace.stage !== 'live') return true;
  return confirm({ title: t('list.removeLive', wordsOf(workspace, codes)), text: t('list.removeLiveText'), action: t('list.delete'), danger: true });
}

/** Takes them out; false when they stay, and people know why. */
export async function removeSections(workspace, codes, options) {
  try {
    return await workspace.remove(codes, options);
  } catch (problem) {
    if (problem.status === 412 && codes.length === 1) return removeAnyway(workspace, codes, problem);
    toast(problem.detail || problem.message, { kind: 'bad' });
    return false;
  }
}

// Somebody changed the section meanwhile: what they did is not thrown away without asking.
async function removeAnyway(workspace, codes, problem) {
  const params = { name: workspace.nameOf(codes[0]), who: problem.changedBy };
  if (!await confirm({ title: t('list.removeAnyway', params), text: t('list.changedMeanwhile', params),
    action: t('list.delete'), danger: true })) return false;
  return removeSections(workspace, codes, { ifMatch: problem.etag });
}
