// Keys of the keyboard. An input method sends those with which its user chooses characters, too: they belong to it.

/** Chrome and Firefox say so; Safari reports the key that ends a composition after its end, with the code 229. */
const isOfInputMethod = (event) => event.isComposing || event.keyCode === 229;

/** A handler of keys that are not those of an input method. */
export const guarded = (fn) => (event) => (isOfInputMethod(event) ? undefined : fn(event));

/** Calls `fn` for each key that is pressed, but not for those of an input method. Returns a function that ends it. */
export function onKey(target, fn, options) {
  const handler = guarded(fn);
  target.addEventListener('keydown', handler, options);
  return () => target.removeEventListener('keydown', handler, options);
}
