// The rights of operators, groups and tokens: {role, pages} and, for operators, {groups}.

import { list } from '../core/i18n.js';
import { higher, roleOn } from '../core/session.js';
import { roleName } from './roles.js';

/** Returns the rights of an operator with those of their groups, as the server combines them. */
export function effective({ id, name, role, pages, groups = [] }) {
  const all = { role, pages: {} };
  for (const holder of [{ role, pages }, ...groups]) {
    all.role = higher(all.role, holder.role);
    for (const [pattern, one] of Object.entries(holder.pages)) all.pages[pattern] = higher(one, all.pages[pattern]);
  }
  return { id, name, ...all };
}

/** Returns the roles in one line: the one for all pages, then those for some. */
export function rightsText({ role, pages, groups = [] }) {
  const some = Object.entries(pages).map(([page, one]) => `${page}: ${roleName(one)}`);
  const all = [role !== 'none' || !(some.length + groups.length) ? roleName(role) : null, ...some, ...groups.map(({ name }) => name)];
  return list(all.filter(Boolean));
}

/** The names that a table has a column for: all pages, then the patterns that someone has a role for. */
export function columnsOf(pages, holders) {
  const patterns = new Set(holders.flatMap((holder) => Object.keys(holder.pages)).filter((name) => name.endsWith('*')));
  return [...pages.map(({ page }) => page), ...[...patterns].sort()];
}

/**
 * Returns the role that counts in a column and where it comes from: 'own' if it is the holder's entry for exactly this
 * column, or else 'other': the role on all pages, a pattern, or a group.
 */
export function roleIn(column, holder) {
  const all = effective(holder);
  const own = holder.pages[column];
  const role = column.endsWith('*') ? higher(all.role, all.pages[column]) : roleOn(all, column);
  return { role, from: own === role ? 'own' : 'other' };
}

