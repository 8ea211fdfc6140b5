// The sections that an operator opened last in this browser.
import * as prefs from '../core/prefs.js';
import { session } from '../core/session.js';

const MOST = 8;

/** Returns the sections, most recent first, as {page, code, name}. Does not return those of other operators. */
export function recentSections() {
  if (session.viewAs) return [];
  const { operator, sections } = prefs.get('recent') ?? {};
  return operator === session.operator?.id && Array.isArray(sections) ? sections : [];
}

export function rememberSection(page, code, name) {
  if (session.viewAs) return;
  const others = recentSections().filter((one) => one.page !== page || one.code !== code);
  prefs.set('recent', { operator: session.operator?.id, sections: [{ page, code, name }, ...others].slice(0, MOST) });
}
