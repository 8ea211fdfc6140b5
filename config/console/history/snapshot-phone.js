import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { nameOf, thumbnailOf } from '../page/names.js';
import { thumbnail } from '../publish/field-values.js';
import { layoutTitle } from '../publish/revisions.js';

/** The most sections that are drawn: a preview is not scrolled further. */
const MOST = 60;

/** A snapshot as an app would show it to everybody, with a list of its sections. */
export function snapshotPhone(snapshot, types) {
  // The preview is inert, so that its controls cannot be reached by keyboard.
  const picture = h('div', { inert: true });
  const screen = h('div.history-screen', { tabIndex: 0, role: 'group', 'aria-label': t('history.look') }, picture);
  const list = h('details.history-list', h('summary', t('history.sections', { count: snapshot.order.length })),
    sections(snapshot, types));
  draw(picture, snapshot, types).catch(() => {
    screen.remove();
    list.open = true;
  });
  return [screen, list];
}

async function draw(element, snapshot, types) {
  const [{ renderDocument }, { prepare }] = await Promise.all([
    import('../phone/render.js'), import('../phone/layout-registry.js'), styles('phone', 'phone-layouts')]);
  const document = asDocument(snapshot);
  await prepare(document.data.blocks);
  replace(element, renderDocument(document, { types }));
}

/** Returns the document of a snapshot: its visible sections, with their content as their own fields. */
function asDocument(snapshot) {
  const blocks = snapshot.order.map((code) => snapshot.blocks.get(code)).filter((block) => block.enabled !== false)
    .slice(0, MOST).map(({ blockCode, showType, content }) => ({ ...content, blockCode, showType }));
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
