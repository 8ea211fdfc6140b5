// Pictures for dark screens, which stand beside those for light ones and are made for the same place.

/** The name of each field for dark screens, with that of the field that names it: a Map. */
export function darkPictures(entries) {
  const names = new Set(entries.map(([key]) => key));
  return new Map(entries.map(([key, node]) => [node['x-picture']?.dark, key])
    .filter(([dark, light]) => names.has(dark) && dark !== light));
}

/** Returns the entries one by one, and pictures with those for dark screens together. */
export function inPairs(entries, dark) {
  return entries.filter(([key]) => !dark.has(key))
    .map((entry) => [entry, ...entries.filter(([key]) => dark.get(key) === entry[0])]);
}

/** The schema of a picture for dark screens: what is said about the other one counts for it, too. */
export function asDark(node, light) {
  const { dark, size, ...place } = light['x-picture'];
  return { ...node, 'x-picture': { ...place, ...node['x-picture'] } };
}
