// Removes sections: asks first in the live stage, and again if another operator changed the section.
import { events } from '../core/events.js';
import { list, t } from '../core/i18n.js';
import { session } from '../core/session.js';
import { confirm } from '../ui/dialog.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';

const wordsOf = (workspace, codes) => ({ count: codes.length, name: workspace.nameOf(codes[0]) });

/** The names of other operators who have one of these sections open. */
function namesAt(workspace, codes) {
  const there = (events.people[workspace.slug] ?? []).filter(({ name, block }) => codes.includes(block) && name !== session.operator?.name);
  return [...new Set(there.map(({ name }) => name))];
}

/** Asks before a removal that takes effect for users at once, or that removes a section that someone has open. */
export async function mayRemove(workspace, codes) {
  const isLive = workspace.stage === 'live';
  const names = namesAt(workspace, codes);
  if (!isLive && !names.length) return true;
  return confirm({
    title: t(isLive ? 'list.removeLive' : 'list.removeAnyway', wordsOf(workspace, codes)),
    text: [isLive && t('list.removeLiveText'), names.length && t('list.removeOpenText', { count: names.length, names: list(names) })]
      .filter(Boolean).join(' '),
    action: t('list.delete'), danger: true,
  });
}

/** Removes sections. Returns false if they were not removed; the operator has been notified. */
export async function removeSections(workspace, codes, options) {
  try {
    return await workspace.remove(codes, options);
  } catch (problem) {
    if (problem.status === 412 && codes.length === 1) return removeAnyway(workspace, codes, problem);
    toast(sentenceOf(problem), { kind: 'bad' });
    return false;
  }
}

// Another operator changed the section: asks before losing that change.
async function removeAnyway(workspace, codes, problem) {
  const params = { name: workspace.nameOf(codes[0]), who: problem.changedBy };
  if (!await confirm({ title: t('list.removeAnyway', params), text: t('list.changedInTheMeantime', params),
    action: t('list.delete'), danger: true })) return false;
  return removeSections(workspace, codes, { ifMatch: problem.etag });
}
