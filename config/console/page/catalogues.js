// Catalogues of cards to choose from: search services that the server's configuration names.
import { get } from '../core/api.js';
import { parse } from '../core/exact-json.js';

let list = null;

/** Returns the catalogues, read once; empty if they cannot be read. */
export function catalogues() {
  list ??= get('/api/catalogues').then(({ data }) => data);
  return list.catch(() => {
    list = null;
    return [];
  });
}

/** Searches a catalogue: {results: [{card, label, picture}], faultCount, …}. */
export async function searchCatalogue(name, text, signal) {
  const response = await get(`/api/catalogues/${encodeURIComponent(name)}`, { q: text }, { signal });
  return parse(response.text).data;
}
