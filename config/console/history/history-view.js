import { styles } from '../core/style.js';
import '../text/history.js';
import '../text/publish.js';

/** The history of a page, or one of its revisions. */
export async function view(params, query, outlet) {
  await styles('history', 'publish');
  if (params.n === undefined) {
    const { timeline } = await import('./timeline.js');
    return timeline(params.slug, query, outlet);
  }
  const { revisionView } = await import('./revision-view.js');
  return revisionView(params.slug, Number(params.n), query, outlet);
}
