// Loads in advance what editing any section of a page needs, in case the connection is lost.
import { styles } from '../core/style.js';
import '../page/back-to-live.js';
import { catalogues } from '../page/catalogues.js';
import './editor.js';

export function prepare(workspace) {
  const layouts = new Set([...workspace.blocks.values()].map(({ showType }) => showType));
  return Promise.all([catalogues(), styles('edit', 'edit-dialogs'), ...[...layouts].map((showType) => workspace.schema(showType))]);
}
