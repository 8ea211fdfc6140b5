// The layouts the server knows, read once.
import { get } from '../core/api.js';
import { parse } from './bigint-json.js';

let types = null;
const schemas = new Map();

/** Map showType → its line of the list of layouts. */
export function layouts() {
  types ??= get('/block-types').then(({ data }) => new Map(data.map((type) => [type.showType, type])));
  return types.catch((problem) => {
    types = null;
    throw problem;
  });
}

/** The JSON Schema of a layout's content. */
export function schemaOf(showType) {
  if (!schemas.has(showType)) {
    const wanted = get(`/block-types/${encodeURIComponent(showType)}`);
    schemas.set(showType, wanted.then((answer) => (answer.text ? parse(answer.text) : answer.data)));
    schemas.get(showType).catch(() => schemas.delete(showType));
  }
  return schemas.get(showType);
}
