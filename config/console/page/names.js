// The display name of a section, and its thumbnail.
import { language } from '../core/i18n.js';

const titles = ['title', 'name', 'text', 'typeTitle'];
const pictures = /^(pic|cover|.*(image|img|pic|cover|icon|avatar)url)$/i;

/** Returns the heading of a section, or the title of its layout. */
export function nameOf(block, type) {
  const ui = block?.content?.uiElement;
  const own = ui?.subTitle?.title || ui?.mainTitle?.title || firstTitle(block?.content?.extInfo);
  return shortened(own || typeTitle(type) || block?.blockCode || '');
}

/** Returns the title of a layout in the console's language. */
export function typeTitle(type) {
  return type?.titles?.[language()] || type?.title || type?.showType || '';
}

/** Returns the address of the first picture that is safe to show, or null. */
export function thumbnailOf(block) {
  return find(block?.content, 0, (key, value) => (pictures.test(key) ? picture(value) : null));
}

function firstTitle(value) {
  return find(value, 0, (key, text) => (titles.includes(key) && text.trim() ? text : null));
}

// Depth first, in document order; `pick` is called for texts only.
function find(value, depth, pick) {
  if (value === null || typeof value !== 'object' || depth > 8) return null;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'string') continue;
    const found = pick(key, member);
    if (found) return found;
  }
  for (const member of Object.values(value)) {
    const found = find(member, depth + 1, pick);
    if (found) return found;
  }
  return null;
}

function picture(text) {
  return /^https?:\/\//i.test(text) || /^\/(?!\/)/.test(text) || /^data:image\//i.test(text) ? text : null;
}

function shortened(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
