import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { badge } from '../ui/widgets.js';
import { sameBlock } from '../page/block-states.js';
import { schemaOf } from '../page/layouts.js';
import { thumbnailOf } from '../page/names.js';
import { contentDiff } from './content-diff.js';
import { thumbnail } from './field-values.js';
import { orderDiff } from './order-diff.js';
import { orderChange } from './order-model.js';
import { layoutTitle, naming } from './revisions.js';

/** So many sections are unfolded at once. */
const MOST_OPEN = 5;
const KINDS = { added: 'good', removed: 'bad', changed: 'accent' };

/** Returns the differences of two snapshots: {order, sections: [{code, kind, before, after}], count}. */
export function differences(before, after) {
  const order = orderChange(before.order, after.order);
  const codes = [...after.order, ...order.removed];
  const sections = codes.map((code) => {
    const [old, now] = [before.blocks.get(code), after.blocks.get(code)];
    const kind = !old ? 'added' : !now ? 'removed' : 'changed';
    return { code, kind, before: old, after: now };
  }).filter((one) => one.kind !== 'changed' || !sameBlock(one.before, one.after));
  return { order, sections, count: order.moved.length + sections.length };
}

/**
 * Shows two snapshots side by side: the order, and the content by section.
 *
 * @param {{before: string, after: string}} titles names of the two
 * @param {object} [found] their differences, if known
 */
export function comparison(before, after, types, titles = {}, found = differences(before, after)) {
  const names = { left: naming(types, before, after), right: naming(types, after, before) };
  const nameOf = (code, side = 'right') => names[side](code);
  if (!found.count) return h('p.publish-none', t('publish.same'));
  const ordered = found.order.moved.length || found.order.added.length || found.order.removed.length;
  return h('div.publish-comparison',
    ordered > 0 && h('section', h('h3', t('publish.order')), orderDiff(before.order, after.order, nameOf, titles)),
    found.sections.length > 0 && h('section',
      h('h3', t('publish.sections'), ' ', h('span.publish-total', number(found.sections.length))),
      found.sections.map((one, index) => sectionView(one, { nameOf, types, open: index < MOST_OPEN }))));
}

function sectionView({ code, kind, before, after }, { nameOf, types, open }) {
  const block = after ?? before;
  const typeTitle = layoutTitle(types);
  const body = h('div.publish-section-body');
  const element = h('details.publish-section', { dataset: { code } },
    h('summary', thumbnail(thumbnailOf(block)), h('span.publish-names', h('span.publish-name', nameOf(code)),
      h('span.publish-kind', typeTitle(block.showType))), badge(t(`publish.${kind}`), KINDS[kind])), body);
  const fill = async () => {
    if (body.firstChild) return;
    const schema = await schemaOf(block.showType).catch(() => ({}));
    if (!body.firstChild) replace(body, contentDiff(before ?? null, after ?? null, { schema, typeTitle }));
  };
  element.addEventListener('toggle', () => { if (element.open) fill(); });
  element.open = open;
  return element;
}
