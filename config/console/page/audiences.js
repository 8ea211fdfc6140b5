// Named audiences, and the attributes that the server declares.
import { get } from '../core/api.js';

let attributes = null;

/** The named audiences, and the values of each attribute that the server declares. */
export async function loadAudiences(options) {
  const { data } = await get('/api/audiences', null, options);
  ({ attributes } = data);
  return data;
}

/** Returns the values of each declared attribute; empty if they cannot be read. */
export async function declaredAttributes() {
  if (!attributes) await loadAudiences().catch(() => {});
  return attributes ?? {};
}
