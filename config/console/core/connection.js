// Whether the server can be reached. Requests and the event stream report what they met; while
// it is not, this asks until it is again.

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

  /** Something could not be reached. */
  lost() {
    if (online) wait = 800;
    change(false);
    later();
  },

  /** Something answered. */
  found() {
    clearTimeout(timer);
    timer = null;
    change(true);
  },

  /** Asks the server now. */
  async check() {
    try {
      const answer = await fetch('/healthz', { cache: 'no-store',
        signal: AbortSignal.timeout(5000) });
      // A gateway that answers for a dead server does not count.
      if (answer.status >= 502 && answer.status <= 504) throw new Error('away');
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
