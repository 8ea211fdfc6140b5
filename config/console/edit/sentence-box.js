import { h } from '../core/dom.js';
import { icon } from '../ui/icons.js';
import { sentence } from './audience-sentence.js';

/** The sentence about schedule and audience, updated while the operator types. */
export function sentenceBox(model) {
  const words = h('span');
  const element = h('p.edit-sentence', { role: 'status' }, icon('clock', { size: 16 }), words);
  const draw = () => {
    const text = sentence(model.value);
    if (words.textContent !== text) words.textContent = text;
  };
  draw();
  return { element, destroy: model.on(draw) };
}
