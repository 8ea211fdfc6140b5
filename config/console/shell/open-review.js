// Opens the sheet with a page's changes from anywhere in the console.
import { pagePath } from '../core/paths.js';
import { mayLeave, navigate } from '../core/router.js';
import { showStage } from '../page/open-field.js';
import { Workspace } from '../page/workspace.js';

/** Shows the page's draft, and the sheet with its changes. */
export async function openReview(slug) {
  // A view that asks before it is left may stay open, although `navigate` returns true.
  if (!await mayLeave() || !await navigate(pagePath(slug))) return;
  const [workspace, { openPublish }] = await Promise.all([Workspace.open(slug), import('../publish/publish-sheet.js')]);
  if (await showStage(workspace, 'draft')) openPublish(workspace);
}
