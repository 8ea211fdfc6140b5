// From a card in the phone to its form.
import { cardId, cardsAt } from '../page/card-identity.js';
import { openField } from '../page/open-field.js';
import { segments } from '../page/pointers.js';

/**
 * Opens the form of what was pressed. `block`: the section as the document has it; `ref`: see `cardAt`, or null for the section.
 * A card of a feed has no form: its section's is opened.
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
  // Without ids the places say which card it is, unless the document leaves some out.
  const index = found < 0 && id === null && shown.length === own.length ? Number(place) : found;
  return index < 0 ? [] : [...segments(type.items), String(index), ...inside];
}
