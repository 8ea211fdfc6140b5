import { Problem, requestIds, send } from './http.js';
import { session, signInAgain } from './session.js';
import { track } from '../ui/progress.js';

export { Problem };

const inFlight = new Set();

/** Resolves when no change of this tab is on its way: by then the ids of its own are known. */
export function settled() {
  return Promise.allSettled([...inFlight]);
}

export function isOwn(requestId) {
  return requestIds.has(requestId);
}

function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function attempt(method, path, options) {
  const { ifMatch, key, headers, ...rest } = options;
  const changes = method !== 'GET' && method !== 'HEAD';
  const idempotency = method === 'POST' ? key ?? randomKey() : key;
  for (let round = 0; ; round += 1) {
    const all = { ...headers };
    if (ifMatch) all['If-Match'] = ifMatch;
    if (idempotency) all['Idempotency-Key'] = idempotency;
    if (changes && session.csrf) all['X-CSRF-Token'] = session.csrf;
    try {
      return await send(method, path, { ...rest, headers: all });
    } catch (problem) {
      if (!(problem instanceof Problem) || round >= 2) throw problem;
      if (problem.status === 401) {
        await signInAgain();
      } else if (changes && problem.status === 403 && await renewed()) {
        // Another tab signed in: this one's CSRF token was that of the session before.
      } else {
        throw problem;
      }
    }
  }
}

async function renewed() {
  const before = session.csrf;
  try {
    return await session.renew() && session.csrf !== before;
  } catch {
    return false;
  }
}

/** Sends a request of the signed-in operator; see core/http.js for what it answers. */
export function api(method, path, options = {}) {
  const promise = attempt(method, path, options);
  if (method !== 'GET') {
    inFlight.add(promise);
    const done = () => inFlight.delete(promise);
    promise.then(done, done);
  }
  track(promise);
  return promise;
}

export const get = (path, query, options) => api('GET', path, { query, ...options });
export const put = (path, body, options) => api('PUT', path, { body, ...options });
export const post = (path, body, options) => api('POST', path, { body, ...options });
export const del = (path, options) => api('DELETE', path, options);

export function patch(path, body, options) {
  return api('PATCH', path, { body, ...options });
}
