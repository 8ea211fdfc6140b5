// A search field that waits until typing pauses.
import { h, onKey } from '../core/dom.js';

const PAUSE = 250;

export function searchField({ label, value = '', onSearch }) {
  let timer = null;
  let last = value;
  const input = h('input', { type: 'search', value, placeholder: label, 'aria-label': label, maxlength: 200 });
  const search = () => {
    clearTimeout(timer);
    const next = input.value.trim();
    if (next === last) return;
    last = next;
    onSearch(next);
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(search, PAUSE);
  });
  onKey(input, (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  });
  return Object.assign(input, { stop: () => clearTimeout(timer), take(next) {
    last = next;
    input.value = next;
  } });
}
