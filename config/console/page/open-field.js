// Opens the form of a section at one of its fields.
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { currentPath, mayLeave, navigate } from '../core/router.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { Workspace } from './workspace.js';

/**
 * Opens a field. `path`: the segments of a JSON pointer into the section, such as ['content', 'extInfo', 'list', '0',
 * 'title'].
 */
export function openField(workspace, code, path) {
  workspace.want(code, path);
  return navigate(pagePath(workspace.slug, 'blocks', code));
}

/** Whether the view of a page's sections is open. */
export function isOpen(slug) {
  const view = pagePath(slug);
  return currentPath() === view || currentPath().startsWith(`${view}/blocks/`);
}

/**
 * Switches a page to its draft or live stage. Resolves with false if that is not possible; the operator has been
 * notified.
 */
export async function showStage(workspace, stage) {
  try {
    if (await workspace.setStage(stage)) return true;
    toast(t('page.waitForSent'), { kind: 'bad' });
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
  return false;
}

/** Opens a section of any page, optionally at one of its fields and in a stage. */
export async function openSection(slug, code, path = null, stage = null) {
  if (stage && isOpen(slug) && !await mayLeave()) return false;
  if (stage && !await showStage(await Workspace.open(slug), stage)) return false;
  if (isOpen(slug) && path) return openField(await Workspace.open(slug), code, path);
  // The view of another page must agree to be left first: the field is set once that view is closed.
  const arrived = await navigate(pagePath(slug, 'blocks', code));
  if (arrived && path) (await Workspace.open(slug)).want(code, path);
  return arrived;
}
