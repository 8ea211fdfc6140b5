import { Problem, requestIds, send } from './http.js';
import { t } from './i18n.js';
import { track } from './progress.js';
import { session, signInAgain } from './session.js';

export { Problem };

const inFlight = new Set();

/** Resolves when no change of this tab is in flight: then all its request ids are known. */
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
  const operator = session.operator?.id;
  let reason = null;
  for (let round = 0; ; round += 1) {
    const all = { ...headers };
    const ended = session.signal;
    const signal = rest.signal ? AbortSignal.any([rest.signal, ended]) : ended;
    if (ifMatch) all['If-Match'] = ifMatch;
    if (idempotency) all['Idempotency-Key'] = idempotency;
    if (changes && session.csrf) all['X-CSRF-Token'] = session.csrf;
    if (reason) all['HomeBlocks-Bypass'] = encodeURIComponent(reason);
    if (session.viewAs) all['HomeBlocks-View-As'] = session.viewAs.id;
    try {
      return await send(method, path, { ...rest, headers: all, signal });
    } catch (problem) {
      if (!ended.aborted || rest.signal?.aborted) {
        if (!(problem instanceof Problem) || round >= 2) throw problem;
        if (problem.status === 401) {
          await signInAgain();
        } else if (changes && problem.status === 403 && await renewed()) {
          // Another tab signed in: the CSRF token was that of the previous session.
        } else {
          if (!reason && problem.type.endsWith(':review-required')) reason = await session.askForReason?.();
          if (!reason || problem.status !== 409) throw problem;
        }
      }
      if (ended.aborted) await outcome(changes, operator);
    }
  }
}

// After the end of the session aborted a request: throws, unless it is a read and an operator is signed in.
async function outcome(changes, operator) {
  await session.leaving?.catch(() => {});
  if (!session.operator || (changes && session.operator.id !== operator)) {
    throw new Problem(401, { detail: t('again.left') });
  }
  // The server may have made the change before the request was aborted, as if the response had been lost.
  if (changes) throw new Problem(0, { title: 'offline' });
}

async function renewed() {
  const before = session.csrf;
  try {
    return await session.renew() && session.csrf !== before;
  } catch {
    return false;
  }
}

/** Sends a request as the signed-in operator. Returns the same as `send` of core/http.js. */
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
