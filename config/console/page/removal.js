// Removes sections: asks first in the live stage, and again if another operator changed the section.
import { t } from '../core/i18n.js';
import { confirm } from '../ui/dialog.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';

const wordsOf = (workspace, codes) => ({ count: codes.length, name: workspace.nameOf(codes[0]) });

/** Asks before a removal that users see at once. */
export async function mayRemove(workspace, codes) {
  if (workspace.stage !== 'live') return true;
  return confirm({ title: t('list.removeLive', wordsOf(workspace, codes)), text: t('list.removeLiveText'), action: t('list.delete'), danger: true });
}

/** Removes sections. Returns false if they stay; the operator has been informed. */
export async function removeSections(workspace, codes, options) {
  try {
    return await workspace.remove(codes, options);
  } catch (problem) {
    if (problem.status === 412 && codes.length === 1) return removeAnyway(workspace, codes, problem);
    toast(sentenceOf(problem), { kind: 'bad' });
    return false;
  }
}

// Another operator changed the section: asks before that change is lost.
async function removeAnyway(workspace, codes, problem) {
  const params = { name: workspace.nameOf(codes[0]), who: problem.changedBy };
  if (!await confirm({ title: t('list.removeAnyway', params), text: t('list.changedMeanwhile', params),
    action: t('list.delete'), danger: true })) return false;
  return removeSections(workspace, codes, { ifMatch: problem.etag });
}
