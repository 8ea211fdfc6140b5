// What a client says about itself, as the preview sends it: the known fields, and declared attributes as `attr.city`.

export const NOBODY = Object.freeze({ platform: '', appVersion: '', locale: '', uid: '' });
export const PREFIX = 'attr.';

export const isAttribute = (name) => name.startsWith(PREFIX);

/** A context from values by name: the known fields, and attributes that say something, always in one order. */
export function contextOf(values) {
  const fields = Object.keys(NOBODY).map((name) => [name, values?.[name] ?? '']);
  const attributes = Object.entries(values ?? {}).filter(([name, value]) => isAttribute(name) && value);
  return Object.fromEntries([...fields, ...attributes.sort(([one], [other]) => (one < other ? -1 : 1))]);
}
