// Opens the form of a card in the phone.
import { cardId, cardsAt } from '../page/card-identity.js';
import { openField } from '../page/open-field.js';
import { segments } from '../page/pointers.js';

/**
 * Opens the form of what was clicked. `block`: the section in the document; `ref`: see `cardAt`, or null for the
 * section. A feed's card has no form: opens its section's.
 */
export function openCard(workspace, block, ref) {
  return openField(workspace, block.blockCode, ['content', ...(ref === null ? [] : pathOf(workspace, block, ref))]);
}

function pathOf({ blocks, types, input }, block, ref) {
  if (ref.startsWith('/')) return segments(ref);
  const type = types.get(block.showType);
  if (!type?.items) return [];
  const [place, ...inside] = ref.split('/');
  const resource = input?.code === block.blockCode ? input.resource : blocks.get(block.blockCode);
  const [shown, own] = [block, resource?.content].map((content) => cardsAt(content, type.items));
  const id = cardId(shown[place], type.itemId);
  const found = id === null ? -1 : own.findIndex((card) => cardId(card, type.itemId) === id);
  // Without ids, positions identify cards, if the document shows all of them.
  const index = found < 0 && id === null && shown.length === own.length ? Number(place) : found;
  return index < 0 ? [] : [...segments(type.items), String(index), ...inside];
}
