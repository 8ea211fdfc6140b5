// The server's layouts, loaded once.
import { get } from '../core/api.js';
import { parse } from '../core/exact-json.js';

let types = null;
const schemas = new Map();

/** Returns a Map showType → its entry in the list of layouts. */
export function layouts() {
  types ??= get('/block-types').then(({ data }) => new Map(data.map((type) => [type.showType, type])));
  return types.catch((problem) => {
    types = null;
    throw problem;
  });
}

/** Returns the JSON Schema of a layout's content. */
export function schemaOf(showType) {
  if (!schemas.has(showType)) {
    const wanted = get(`/block-types/${encodeURIComponent(showType)}`);
    schemas.set(showType, wanted.then((response) => (response.text ? parse(response.text) : response.data)));
    schemas.get(showType).catch(() => schemas.delete(showType));
  }
  return schemas.get(showType);
}
