import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { relative } from '../core/time.js';
import { badge } from '../ui/widgets.js';
import { sameBlock } from '../page/block-states.js';
import { equal } from '../page/merge.js';
import { schemaOf } from '../page/layouts.js';
import { thumbnailOf } from '../page/names.js';
import { DATA, ORDER } from './choice.js';
import { contentDiff } from './content-diff.js';
import { thumbnail } from './field-values.js';
import { orderDiff } from './order-diff.js';
import { orderChange } from './order-model.js';
import { rawDiff } from './raw-diff.js';
import { layoutTitle, naming } from './revisions.js';
import '../text/choice.js';

/** The number of sections that are initially open. */
const MOST_OPEN = 5;
/** The same where someone approves them. */
const MOST_COMPLETE = 50;
const KINDS = { added: 'good', removed: 'bad', changed: 'accent' };

/** Returns the differences of two snapshots: {order, sections: [{code, kind, before, after}], data, count}. */
export function differences(before, after) {
  const order = orderChange(before.order, after.order);
  const codes = [...after.order, ...order.removed];
  const sections = codes.map((code) => {
    const [old, now] = [before.blocks.get(code), after.blocks.get(code)];
    const kind = !old ? 'added' : !now ? 'removed' : 'changed';
    return { code, kind, before: old, after: now };
  }).filter((one) => one.kind !== 'changed' || !sameBlock(one.before, one.after));
  const data = equal(before.data ?? {}, after.data ?? {}) ? null : { before: before.data ?? {}, after: after.data ?? {} };
  return { order, sections, data, count: order.moved.length + sections.length + (data ? 1 : 0) };
}

/**
 * Shows two snapshots side by side: the order, and the content by section.
 *
 * @param {{before: string, after: string}} titles names of the two
 * @param {object} [found] their differences, if known
 * @param {object} [choice] gives each difference a box
 * @param {{authorOf: (key: string) => object, isComplete: boolean}} [details] who made a difference: {changedBy, changedAt},
 *   and whether all fields are shown
 */
export function comparison(before, after, types, titles = {}, found = differences(before, after), choice = null, { authorOf = () => null, isComplete = false } = {}) {
  const names = { left: naming(types, before, after), right: naming(types, after, before) };
  const nameOf = (code, side = 'right') => names[side](code);
  if (!found.count) return h('p.publish-none', t('publish.same'));
  const ordered = found.order.moved.length || found.order.added.length || found.order.removed.length;
  return h('div.publish-comparison',
    choice?.head,
    ordered > 0 && h('section', heading(choice, found.order.moved.length > 0, byLine(authorOf(ORDER), 'publish.by.order')), orderDiff(before.order, after.order, nameOf, titles)),
    found.sections.length > 0 && h('section',
      h('h3', t('publish.sections'), ' ', h('span.publish-total', number(found.sections.length))),
      found.sections.map((one, index) => {
        const view = sectionView(one, { nameOf, types, isComplete, open: index < (isComplete ? MOST_COMPLETE : MOST_OPEN), mark: choice?.mark(one.code), by: byLine(authorOf(one.code)) });
        return choice ? choice.row(one.code, nameOf(one.code), view) : view;
      })),
    found.data && h('section', h('h3', t('publish.data')), dataView(found.data, choice)));
}

// Only moves can be chosen: added and removed sections have their own boxes.
function heading(choice, isMoved, by) {
  const title = h('h3', t('publish.order'), ' ', isMoved && by && h('span.publish-kind', by), ' ', isMoved && choice?.mark(ORDER));
  return choice && isMoved ? choice.row(ORDER, t('publish.order'), title) : title;
}

function byLine(author, text = 'publish.by') {
  return author?.changedBy && h('span', { title: author.changedAt }, t(text, { name: author.changedBy, when: relative(author.changedAt) }));
}

/** The page's own fields, next to its sections: only API clients and imports change them. */
function dataView({ before, after }, choice) {
  const view = h('div.publish-section', rawDiff(before, after));
  return choice ? choice.row(DATA, t('publish.data'), view) : view;
}

function sectionView({ code, kind, before, after }, { nameOf, types, isComplete, open, mark, by }) {
  const block = after ?? before;
  const typeTitle = layoutTitle(types);
  const body = h('div.publish-section-body');
  const element = h('details.publish-section', { dataset: { code } },
    h('summary', thumbnail(thumbnailOf(block)), h('span.publish-names', h('span.publish-name', nameOf(code)),
      h('span.publish-kind', typeTitle(block.showType), by && [' · ', by])), mark, badge(t(`publish.${kind}`), KINDS[kind])), body);
  const fill = async () => {
    if (body.firstChild) return;
    const schema = await schemaOf(block.showType).catch(() => ({}));
    if (!body.firstChild) replace(body, contentDiff(before ?? null, after ?? null, { schema, typeTitle, isComplete }));
  };
  element.addEventListener('toggle', () => { if (element.open) fill(); });
  element.open = open;
  return element;
}
