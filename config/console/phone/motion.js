// Sections glide to their new places, if the operator allows motion.
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export function placesOf(element) {
  return new Map([...element.children].map((node) => [node, node.offsetTop]));
}

export function glide(element, before) {
  if (calm.matches || !element.isConnected) return;
  for (const node of element.children) {
    const was = before.get(node);
    if (was === undefined || node.classList.contains('fixed')) continue;
    const moved = was - node.offsetTop;
    if (!moved) continue;
    node.animate?.([{ transform: `translateY(${moved}px)` }, { transform: 'none' }],
      { duration: 260, easing: 'cubic-bezier(0.2, 0, 0, 1)' });
  }
}

/** Brings a section into view inside the phone alone: the page around it stays where it is. */
export function reveal(screen, section) {
  const [outer, inner] = [screen.getBoundingClientRect(), section.getBoundingClientRect()];
  const fixed = section.classList.contains('fixed') ? null : section.parentNode.querySelector('.fixed');
  const height = outer.height - (fixed?.getBoundingClientRect().height ?? 0);
  if (inner.top >= outer.top && inner.bottom <= outer.top + height) return;
  const scale = outer.height / screen.offsetHeight || 1;
  const room = Math.max(16, (height - inner.height) / 2);
  const top = screen.scrollTop + (inner.top - outer.top - room) / scale;
  screen.scrollTo({ top, behavior: calm.matches ? 'auto' : 'smooth' });
}
