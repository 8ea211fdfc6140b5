import { Problem, send } from './http.js';

const RANK = { none: 0, viewer: 1, editor: 2, publisher: 3, admin: 4 };
const listeners = new Set();
let requests = new AbortController();

function take(data) {
  const before = session.operator;
  session.operator = data?.operator ?? null;
  if (before?.id !== session.operator?.id) session.viewAs = null;
  if (before && before.id !== session.operator?.id) requests.abort();
  if (session.operator && requests.signal.aborted) requests = new AbortController();
  session.csrf = data?.csrf ?? null;
  session.lastEvent = data?.lastEvent ?? null;
  session.timeZone = data?.timeZone ?? null;
  const rights = (operator) => JSON.stringify([operator?.id, operator?.name, operator?.role, operator?.pages]);
  if (rights(before) !== rights(session.operator)) notify();
  return session.operator;
}

function notify() {
  for (const fn of [...listeners]) fn(session.operator);
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
  /** The operator as whom an admin reads: {id, name, role, pages}; usually null. */
  viewAs: null,
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

  /** Calls `fn(operator)` at every sign-in and sign-out, and when the operator's rights change. */
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

  /** Shows the console as another operator sees it; null ends that. */
  look(person) {
    session.viewAs = person;
    requests.abort();
    requests = new AbortController();
    notify();
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

const rankOf = (role) => RANK[role] ?? 0;
const matches = (pattern, slug) => (pattern.endsWith('*') ? slug.startsWith(pattern.slice(0, -1)) : pattern === slug);

/** Returns the higher of two roles. */
export const higher = (one, other) => (rankOf(other) > rankOf(one) ? other : one);

/** Returns the role of a holder of rights {role, pages} on a page, or on all pages without one: the highest counts. */
export function roleOn(holder, slug) {
  const own = Object.entries(holder?.pages ?? {}).filter(([pattern]) => slug !== undefined && matches(pattern, slug));
  return own.map(([, role]) => role).reduce(higher, holder?.role ?? 'none');
}

const person = () => session.viewAs ?? session.operator;

/** Whether the operator's role is at least `role`: on a page, or on all pages without one. */
export function can(role, slug) {
  return rankOf(roleOn(person(), slug)) >= RANK[role];
}

/** Whether the operator has at least `role` on any page. */
export function canAnywhere(role) {
  return can(role) || Object.values(person()?.pages ?? {}).some((one) => rankOf(one) >= RANK[role]);
}

/** The highest role of the signed-in operator on any page. */
export const highestRole = () => Object.values(session.operator.pages ?? {}).reduce(higher, session.operator.role);

/** Whether the operator may open a management view: {role, anywhere}. */
export const mayOpen = ({ role, anywhere }) => (anywhere ? canAnywhere(role) : can(role));

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
