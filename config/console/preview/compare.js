// How the draft's document differs from the live one, section by section.
import { isObject } from '../core/exact-json.js';
import { t } from '../core/i18n.js';
import { movedBetween } from '../page/orders.js';
import { fingerprint } from '../phone/render.js';
import { blocksOf } from '../phone/safe.js';
import { list } from '../phone/safe.js';

// Sections with summaries are compared by their full cards.
function whole(block, cardOf, types) {
  const cards = types.get(block.showType)?.summary
    ? list(block.extInfo?.list).map((card) => cardOf(block.blockCode, card?.id) ?? null) : [];
  return fingerprint([block, withoutNulls(cards)]);
}

const withoutNulls = (value) => (Array.isArray(value) ? value.map(withoutNulls)
  : !isObject(value) ? value
    : Object.fromEntries(Object.keys(value).sort().filter((key) => value[key] !== null)
      .map((key) => [key, withoutNulls(value[key])])));

/** Returns [{code, kind: 'added', 'removed', 'changed' or 'moved', block}] in the draft's order, removed ones last. */
export function differences(live, draft, { types, cards }) {
  const [was, is] = [byCode(live), byCode(draft)];
  const common = (blocks) => blocksOf(blocks).map((block) => block.blockCode)
    .filter((code) => was.has(code) && is.has(code));
  const moved = new Set(movedBetween(common(live), common(draft)));
  const found = [];
  for (const [code, block] of is) {
    const old = was.get(code);
    if (!old) found.push({ code, kind: 'added', block });
    else if (whole(old, cards.live, types) !== whole(block, cards.draft, types)) {
      found.push({ code, kind: 'changed', block, moved: moved.has(code) });
    } else if (moved.has(code)) found.push({ code, kind: 'moved', block });
  }
  for (const [code, block] of was) {
    if (!is.has(code)) found.push({ code, kind: 'removed', block });
  }
  return found;
}

const byCode = (document) => new Map(blocksOf(document).map((block) => [block.blockCode, block]));

export function markText({ kind, moved }) {
  return moved ? t('preview.mark.changedMoved') : t(`preview.mark.${kind}`);
}

/** Map code → mark for the phone of one side. */
export function marksOf(found, side) {
  const hidden = side === 'live' ? 'added' : 'removed';
  return new Map(found.filter(({ kind }) => kind !== hidden)
    .map((one) => [one.code, { kind: one.kind, label: markText(one) }]));
}
