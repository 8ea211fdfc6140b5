// Opens the form of a section at one of its fields.
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { currentPath, mayLeave, navigate } from '../core/router.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { Workspace } from './workspace.js';

/** `path`: the segments of a JSON pointer into the section, such as ['content', 'extInfo', 'list', '0', 'title']. */
export function openField(workspace, code, path) {
  workspace.want(code, path);
  return navigate(pagePath(workspace.slug, 'blocks', code));
}

/** Whether the view of a page's sections is open. */
export function isOpen(slug) {
  const view = pagePath(slug);
  return currentPath() === view || currentPath().startsWith(`${view}/blocks/`);
}

/** Shows the draft or live of a page. Resolves with false, which is told, while that cannot be done. */
export async function showStage(workspace, stage) {
  try {
    if (await workspace.setStage(stage)) return true;
    toast(t('page.waitForSent'), { kind: 'bad' });
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
  return false;
}

/** Opens a section of any page, at one of its fields where a path is given, and in a stage where one is. */
export async function openSection(slug, code, path = null, stage = null) {
  if (stage && isOpen(slug) && !await mayLeave()) return false;
  if (stage && !await showStage(await Workspace.open(slug), stage)) return false;
  if (isOpen(slug) && path) return openField(await Workspace.open(slug), code, path);
  // The view of another page may only be left after it agrees: its workspace is changed when it is gone.
  const arrived = await navigate(pagePath(slug, 'blocks', code));
  if (arrived && path) (await Workspace.open(slug)).want(code, path);
  return arrived;
}
