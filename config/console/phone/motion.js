// Animates sections to their new positions, unless the operator prefers reduced motion.
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** Returns the positions of the sections; null if an animation would not be seen. */
export function placesOf(element) {
  if (calm.matches || !element.isConnected) return null;
  return new Map([...element.children].map((node) => [node, node.offsetTop]));
}

export function glide(element, before) {
  if (!before) return;
  const screen = element.parentNode;
  const [top, bottom] = [screen.scrollTop, screen.scrollTop + screen.clientHeight];
  const inSight = (place) => place > top - screen.clientHeight && place < bottom;
  // Reads all positions before starting the first animation, which would force a layout at each further read.
  const moves = [];
  for (const node of element.children) {
    const was = before.get(node);
    const is = was === undefined ? was : node.offsetTop;
    if (was === is || node.classList.contains('fixed')) continue;
    if (inSight(was) || inSight(is)) moves.push([node, was - is]);
  }
  for (const [node, by] of moves) {
    node.animate([{ transform: `translateY(${by}px)` }, { transform: 'none' }],
      { duration: 260, easing: 'cubic-bezier(0.2, 0, 0, 1)' });
  }
}

/** Scrolls a section into view inside the phone, without scrolling the page around it. */
export function reveal(screen, section, { partly = false } = {}) {
  const [outer, box] = [screen.getBoundingClientRect(), section.getBoundingClientRect()];
  const scale = outer.height / screen.offsetHeight || 1;
  // Subtracts the animation: the layout already has the section at its new position.
  const glides = new DOMMatrixReadOnly(getComputedStyle(section).transform).m42 * scale;
  const inner = { top: box.top - glides, bottom: box.bottom - glides, height: box.height };
  const fixed = section.classList.contains('fixed') ? null : section.parentNode.querySelector('.fixed');
  const height = outer.height - (fixed?.getBoundingClientRect().height ?? 0);
  if (inner.top >= outer.top && inner.bottom <= outer.top + height) return;
  const seen = Math.min(inner.bottom, outer.top + height) - Math.max(inner.top, outer.top);
  if (partly && seen >= Math.min(inner.height, height) / 2) return;
  const room = Math.max(16, (height - inner.height) / 2);
  const top = screen.scrollTop + (inner.top - outer.top - room) / scale;
  screen.scrollTo({ top, behavior: calm.matches ? 'auto' : 'smooth' });
}
