// JSON Pointers.

/** The segments of a JSON Pointer. */
export function segments(pointer) {
  return pointer === '' ? [] : pointer.slice(1).split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}
