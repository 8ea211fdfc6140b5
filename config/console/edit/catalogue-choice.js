// Chooses cards from a catalogue: adds new ones, or fills in fields of an existing one.
import { h } from '../core/dom.js';
import { everyText, t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { typeTitle } from '../page/names.js';
import { cardTitle } from './thumbs.js';
import { clone, isObject, member, pointer, segments, setMember } from './values.js';
import '../text/catalogues.js';

/** A button for each catalogue that fits a list of cards. It adds cards, or fills in that of `row`. */
export function catalogueButtons(list, row = null) {
  const { catalogues, showType } = list.context;
  const place = pointer(list.slot.inside().map((key) => (/^\d+$/.test(key) ? 0 : key)));
  return (catalogues ?? []).filter((one) => one.showType === showType && one.cards === place)
    .map((catalogue) => h('button.button', { class: row ? 'small' : '', 'aria-haspopup': 'dialog',
      onClick: () => choose(list, row, catalogue) }, icon('search', { size: row ? 16 : 18 }),
    t('catalogue.choose', { title: typeTitle(catalogue) })));
}

async function choose(list, row, catalogue) {
  const others = list.items.filter((item) => item !== row?.item).map((item) => list.idOf(item));
  const isTaken = (card) => list.isMain && list.idOf(card) !== null && others.includes(list.idOf(card));
  try {
    const { chooseCards } = await import('./catalogue-search.js');
    const kept = ownCards(list);
    const cards = await chooseCards(catalogue, isTaken, row ? 1 : (list.node.maxItems ?? Infinity) - kept.length);
    if (!cards.length || !list.element.isConnected) return;
    if (!row) add(list, cards);
    else if (list.items.includes(row.item)) fill(list, row, cards[0], catalogue.fields.map(segments));
  } catch (problem) {
    toast(explain(problem)[1], { kind: 'bad' });
  }
}

/** The cards of a list, except the sample of a new section. */
const ownCards = ({ items }) => (items.length === 1 && isSample(items[0]) ? [] : items);
const isSample = (card) => everyText('edit.sample.title').includes(cardTitle(card, 0));

function add(list, cards) {
  const sample = ownCards(list).length ? [] : [...list.items];
  list.write([...ownCards(list), ...cards]);
  list.rows.get(list.key(cards[0]))?.focus();
  const text = cards.length > 1 ? t('catalogue.addedSeveral', { count: cards.length }) : t('catalogue.added', { name: cardTitle(cards[0], 0) });
  offerUndo(text, () => list.write([...sample, ...list.items.filter((item) => !cards.includes(item))]));
}

/** Copies the values at some paths from `card` into the row's card, which keeps its other members. */
function fill(list, row, card, paths) {
  const { item } = row;
  const names = [...new Set(paths.map(([name]) => name))];
  const before = names.map((name) => [name, clone(member(item, name))]);
  list.rewrite(item, () => paths.forEach((path) => copyAt(path, card, item)));
  row.focus();
  offerUndo(t('catalogue.filled', { name: cardTitle(item, 0) }), () => list.rewrite(item, () => {
    for (const [name, value] of before) {
      if (value === undefined) delete item[name];
      else setMember(item, name, value);
    }
  }));
}

function offerUndo(text, run) {
  toast(text, { kind: 'good', action: { label: t('edit.undo'), run } });
}

const isContainer = (value) => isObject(value) || Array.isArray(value);

/** Copies the value at a path. Where the target has no matching container, copies the source's container whole. */
function copyAt([name, ...rest], from, to) {
  const value = member(from, name);
  const there = member(to, name);
  const goesOn = rest.length > 0 && isContainer(there) && isContainer(value) && Array.isArray(there) === Array.isArray(value);
  if (goesOn) copyAt(rest, value, there);
  else setMember(to, name, clone(value));
}
