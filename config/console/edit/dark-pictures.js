// Pictures for dark screens: each belongs to a picture for light screens, and is shown in the same place.

/** Returns a Map from the name of each dark picture's field to that of its light one. */
export function darkPictures(entries) {
  const names = new Set(entries.map(([key]) => key));
  return new Map(entries.map(([key, node]) => [node['x-picture']?.dark, key])
    .filter(([dark, light]) => names.has(dark) && dark !== light));
}

/** Groups the entries: a picture together with its dark one, all others alone. */
export function inPairs(entries, dark) {
  return entries.filter(([key]) => !dark.has(key))
    .map((entry) => [entry, ...entries.filter(([key]) => dark.get(key) === entry[0])]);
}

/** The schema of a dark picture, with the settings of the light one as defaults. */
export function asDark(node, light) {
  const { dark, size, ...place } = light['x-picture'];
  return { ...node, 'x-picture': { ...place, ...node['x-picture'] } };
}
