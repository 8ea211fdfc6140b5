import { Problem, send } from './http.js';

const RANK = { viewer: 0, editor: 1, publisher: 2, admin: 3 };
const listeners = new Set();
let requests = new AbortController();

function take(data) {
  const before = session.operator;
  session.operator = data?.operator ?? null;
  if (before && before.id !== session.operator?.id) requests.abort();
  if (session.operator && requests.signal.aborted) requests = new AbortController();
  session.csrf = data?.csrf ?? null;
  session.lastEvent = data?.lastEvent ?? null;
  session.timeZone = data?.timeZone ?? null;
  if (before?.id !== session.operator?.id || before?.role !== session.operator?.role
    || before?.name !== session.operator?.name) {
    for (const fn of [...listeners]) fn(session.operator);
  }
  return session.operator;
}

async function end(everywhere) {
  try {
    await send('DELETE', '/api/session', { query: { everywhere: everywhere || null },
      headers: session.csrf ? { 'X-CSRF-Token': session.csrf } : {} });
  } catch (problem) {
    // The session has ended already.
    if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
  }
  take(null);
}

export const session = {
  operator: null,
  csrf: null,
  /** The id of the last event when the session was loaded. */
  lastEvent: null,
  /** The company's time zone, or null. */
  timeZone: null,
  /** The promise of a sign-out in progress, which marks the end of the session as expected. */
  leaving: null,

  /** Aborts the operator's requests at sign-out or when another operator signs in. */
  get signal() {
    return requests.signal;
  },

  /** Calls `fn(operator)` at every sign-in and sign-out. */
  on(_event, fn) {
    listeners.add(fn);
    return () => listeners.delete(fn);
  },

  async load() {
    try {
      return take((await send('GET', '/api/session')).data);
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 401) return take(null);
      throw problem;
    }
  },

  /** Loads the session again. Returns false, and keeps the old one, if it has ended. */
  async renew() {
    const { data } = await send('GET', '/api/session', { signal: session.signal });
    if (data?.operator) take(data);
    return Boolean(data?.operator);
  },

  /** Drops the session, so that another operator can sign in. */
  forget() {
    take(null);
  },

  async signIn(name, password) {
    return take((await send('POST', '/api/session', { body: { name, password } })).data);
  },

  /** Ends the session and aborts requests in flight: the server would refuse them. */
  signOut({ everywhere = false } = {}) {
    requests.abort();
    session.leaving = end(everywhere).finally(() => {
      session.leaving = null;
      if (session.operator) requests = new AbortController();
    });
    return session.leaving;
  },

  async setUp(secret, name, password) {
    return take((await send('POST', '/api/setup', { body: { secret, name, password } })).data);
  },
};

/** Whether the operator's role is at least `role`. */
export function can(role) {
  const own = session.operator ? RANK[session.operator.role] ?? -1 : -1;
  return own >= RANK[role];
}

let askForPassword = () => Promise.reject(new Problem(401));
let pending = null;

/**
 * Sets the function that asks for the password when a session has ended. Its promise resolves when the operator is
 * signed in again.
 */
export function onSessionEnd(ask) {
  askForPassword = ask;
}

/** Signs the operator in again. Concurrent callers share one dialog. */
export function signInAgain() {
  if (session.leaving || !session.operator) return Promise.reject(new Problem(401));
  pending ??= askForPassword().finally(() => { pending = null; });
  return pending;
}
