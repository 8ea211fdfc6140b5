/** The path to open after signing in: `next` if it is a path of the console, or else the first page. */
export function safeRedirect(next) {
  return /^\/(?![/\\])/.test(next ?? '') && !next.startsWith('/sign-in') ? next : '/';
}
