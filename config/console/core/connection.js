// Whether the server is reachable. Requests and the event stream report success and failure. While the server is
// unreachable, it is polled.

import { located } from './paths.js';

const listeners = new Set();
let online = true;
let timer = null;
let wait = 0;

function change(value) {
  if (online === value) return;
  online = value;
  for (const fn of [...listeners]) fn(online);
}

async function ask() {
  timer = null;
  if (await connection.check()) return;
  wait = Math.min(wait * 1.5 + 500, 10_000);
  later();
}

function later() {
  if (timer === null) timer = setTimeout(ask, wait);
}

export const connection = {
  get online() {
    return online;
  },

  on(_event, fn) {
    listeners.add(fn);
    return () => listeners.delete(fn);
  },

  /** Reports a request that did not reach the server. */
  lost() {
    if (online) wait = 800;
    change(false);
    later();
  },

  /** Reports a response. */
  found() {
    clearTimeout(timer);
    timer = null;
    change(true);
  },

  /** Checks now whether the server responds. */
  async check() {
    try {
      // Not a path about a single server, such as /healthz, to which a proxy may respond itself.
      const response = await fetch(located('/api/session'), { cache: 'no-store',
        signal: AbortSignal.timeout(5000) });
      // A gateway's error for an unreachable server is not a response of the server.
      if (response.status >= 502 && response.status <= 504) throw new Error('away');
      connection.found();
      return true;
    } catch {
      connection.lost();
      return false;
    }
  },
};

window.addEventListener('offline', () => connection.lost());
window.addEventListener('online', () => connection.check());
