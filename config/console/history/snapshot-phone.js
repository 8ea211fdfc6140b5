import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { nameOf, thumbnailOf } from '../page/names.js';
import { layoutTitle } from '../publish/revisions.js';
import { thumbnail } from '../publish/values.js';

/** A snapshot as an app would show it to everybody; where that cannot be drawn, its list of sections. */
export function snapshotPhone(snapshot, types, page) {
  const element = h('div.history-screen');
  draw(element, snapshot, types, page).catch(() => replace(element, sections(snapshot, types)));
  return element;
}

async function draw(element, snapshot, types, page) {
  const [{ renderDocument }] = await Promise.all([import('../phone/render.js'), styles('phone')]);
  replace(element, renderDocument(asDocument(snapshot, page), { types }));
}

/** The document of a snapshot: its sections that are not hidden, with their content as their own fields. */
function asDocument(snapshot) {
  const blocks = snapshot.order.map((code) => snapshot.blocks.get(code)).filter((block) => block.enabled !== false)
    .map(({ blockCode, showType, content }) => ({ ...content, blockCode, showType }));
  return { code: 200, message: '', data: { blocks, cursor: null, hasMore: false } };
}

function sections(snapshot, types) {
  const title = layoutTitle(types);
  return h('ol.history-sections', snapshot.order.map((code) => {
    const block = snapshot.blocks.get(code);
    return h('li', thumbnail(thumbnailOf(block)), h('span.publish-names',
      h('span.publish-name', nameOf(block, types.get(block.showType)) || code),
      h('span.publish-kind', title(block.showType), block.enabled === false && ` · ${t('publish.value.hidden')}`)));
  }));
}
