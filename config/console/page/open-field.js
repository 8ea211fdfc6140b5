// Opens the form of a section at one of its fields.
import { pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';

/** `path`: the segments of a JSON pointer into the section, such as ['content', 'extInfo', 'list', '0', 'title']. */
export function openField(workspace, code, path) {
  workspace.want(code, path);
  return navigate(pagePath(workspace.slug, 'blocks', code));
}
