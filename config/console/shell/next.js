/** Only a path of the console itself is gone on to after signing in. */
export function safeNext(next) {
  return /^\/(?![/\\])/.test(next ?? '') && !next.startsWith('/sign-in') ? next : '/';
}
