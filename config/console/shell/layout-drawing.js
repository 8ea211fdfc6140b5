// Draws a section as in the phone, for the choice of a layout.
import { styles } from '../core/style.js';
import { prepare } from '../phone/layout-registry.js';
import { renderDocument } from '../phone/render.js';
import { cardFinder } from '../phone/documents.js';

/** Returns an element. `block`: the section in a document; `resource`: the section itself. */
export async function drawLayout(block, resource, types) {
  await Promise.all([prepare([block]), styles('phone', 'phone-layouts')]);
  return renderDocument({ blocks: [block] }, { types, cardOf: cardFinder([resource]) });
}
