// Opens the form of a section at one of its fields.
import { pagePath } from '../core/paths.js';
import { currentPath, navigate } from '../core/router.js';
import { Workspace } from './workspace.js';

/** `path`: the segments of a JSON pointer into the section, such as ['content', 'extInfo', 'list', '0', 'title']. */
export function openField(workspace, code, path) {
  workspace.want(code, path);
  return navigate(pagePath(workspace.slug, 'blocks', code));
}

/** Opens a section of any page, at one of its fields where a path is given. */
export async function openSection(slug, code, path = null) {
  const view = pagePath(slug);
  const isShown = currentPath() === view || currentPath().startsWith(`${view}/blocks/`);
  if (isShown && path) return openField(await Workspace.open(slug), code, path);
  // The view of another page may only be left after it agrees: its workspace is changed when it is gone.
  const arrived = await navigate(pagePath(slug, 'blocks', code));
  if (arrived && path) (await Workspace.open(slug)).want(code, path);
  return arrived;
}
