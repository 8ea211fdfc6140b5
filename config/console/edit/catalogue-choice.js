// Cards that are chosen from a catalogue: new ones, and cards whose members are filled in together.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { typeTitle } from '../page/names.js';
import { cardTitle } from './thumbs.js';
import { clone, member, pointer, segments, setMember } from './values.js';
import '../text/catalogues.js';

/** A button for each catalogue that fits a list of cards: it adds a card, or fills that of `row`. */
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
    const { chooseCard } = await import('./catalogue-search.js');
    const card = await chooseCard(catalogue, isTaken);
    if (!card || !list.element.isConnected) return;
    if (!row) add(list, card);
    else if (list.items.includes(row.item)) fill(list, row, card, catalogue.fields.map(segments));
  } catch (problem) {
    toast(explain(problem)[1], { kind: 'bad' });
  }
}

function add(list, card) {
  list.write([...list.items, card]);
  list.rows.get(list.key(card))?.focus();
  offerUndo('catalogue.added', card, () => list.write(list.items.filter((item) => item !== card)));
}

/** Gives a card the members at some paths of another one; what else it has stays. */
function fill(list, row, card, paths) {
  const { item } = row;
  const names = [...new Set(paths.map(([name]) => name))];
  const before = names.map((name) => [name, clone(member(item, name))]);
  list.rewrite(item, () => paths.forEach((path) => copyAt(path, card, item)));
  row.focus();
  offerUndo('catalogue.filled', item, () => list.rewrite(item, () => {
    for (const [name, value] of before) {
      if (value === undefined) delete item[name];
      else setMember(item, name, value);
    }
  }));
}

function offerUndo(text, card, run) {
  toast(t(text, { name: cardTitle(card, 0) }), { kind: 'good', action: { label: t('edit.undo'), run } });
}

const isContainer = (value) => value !== null && typeof value === 'object';

/** Copies the value at a path, with all that it is in where the other card has nothing of the kind. */
function copyAt([name, ...rest], from, to) {
  const value = member(from, name);
  const there = member(to, name);
  const goesOn = rest.length > 0 && isContainer(there) && isContainer(value) && Array.isArray(there) === Array.isArray(value);
  if (goesOn) copyAt(rest, value, there);
  else setMember(to, name, clone(value));
}
