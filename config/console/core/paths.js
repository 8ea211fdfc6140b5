/**
 * The path prefix that a proxy removes from requests, such as `/home` for `https://example.com/home/admin/`; usually
 * empty.
 */
export const ROOT = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

/** Returns the browser's URL for a path on the server. Other addresses are returned unchanged. */
export function located(address) {
  return /^\/(?!\/)/.test(address) ? ROOT + address : address;
}

/** Returns the path of a page's view in the console: `pagePath('music', 'blocks', code)` is `/pages/music/blocks/…`. */
export function pagePath(slug, ...parts) {
  return ['/pages', ...[slug, ...parts].map(encodeURIComponent)].join('/');
}

/** Returns the path of a page in the API: `apiPath('music', 'draft', 'diff')` is `/api/pages/music/draft/diff`. */
export function apiPath(slug, ...parts) {
  return `/api${pagePath(slug, ...parts)}`;
}

/** Decodes the percent-encoding of a path segment; unchanged if a `%` does not encode anything. */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the path to open after signing in: `next` if it is a path of the console, or else the first page. */
export function safeRedirect(next) {
  return /^\/(?![/\\])/.test(next ?? '') && !next.startsWith('/sign-in') ? next : '/';
}

/**
 * The management views with the lowest role for each: publishers may export and import pages. `anywhere`: a role on one
 * page suffices.
 */
export const MANAGE = [
  { id: 'pages', icon: 'page', role: 'publisher', anywhere: true },
  { id: 'pictures', icon: 'image', role: 'viewer', anywhere: true },
  { id: 'audiences', icon: 'users', role: 'publisher' },
  { id: 'feeds', icon: 'feed', role: 'viewer', anywhere: true },
  { id: 'calendar', icon: 'calendar', role: 'viewer', anywhere: true },
  { id: 'operators', icon: 'users', role: 'admin' },
  { id: 'rights', icon: 'lock', role: 'admin' },
  { id: 'tokens', icon: 'key', role: 'admin' },
  { id: 'audit', icon: 'list', role: 'admin' },
  { id: 'nodes', icon: 'globe', role: 'admin' },
];
