import { h } from '../core/dom.js';

const regions = new Map();

function region(kind, parent) {
  const known = regions.get(kind);
  if (known?.isConnected && known.parentNode === parent) return known;
  known?.remove();
  const made = h('div.visually-hidden', { role: kind === 'assertive' ? 'alert' : 'status',
    'aria-live': kind, 'aria-atomic': 'true' });
  parent.append(made);
  regions.set(kind, made);
  return made;
}

/** Makes screen readers say `text`. */
export function announce(text, { assertive = false } = {}) {
  // Elements outside an open modal dialog are silent.
  const parent = [...document.querySelectorAll('dialog:modal')].pop() ?? document.body;
  const target = region(assertive ? 'assertive' : 'polite', parent);
  target.textContent = '';
  // The same text is said again only if the region was empty in between.
  setTimeout(() => { target.textContent = text; }, 60);
}
