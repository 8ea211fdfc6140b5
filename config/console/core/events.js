// The changes of all operators, as they happen. Uses fetch instead of EventSource: a tab that was hidden resumes after
// its last event, and the end of the session is detected.

import { isOwn, settled } from './api.js';
import { connection } from './connection.js';
import { located } from './paths.js';
import { session, signInAgain } from './session.js';

// The server sends something every 15 seconds: a connection that is silent for longer is dead.
const LONGEST_SILENCE = 40_000;
const listeners = new Set();
const watchers = new Set();
let stream = null;
let last = null;
let people = {};
let retry = 2000;
let timer = null;

function tell(event) {
  for (const fn of [...listeners]) {
    try {
      fn(event);
    } catch (error) {
      reportError(error);
    }
  }
}

async function change(id, data) {
  const event = parsed(data);
  if (!event) return;
  // The event may arrive before the response to the request that caused it.
  if (!isOwn(event.requestId)) {
    await Promise.race([settled(), new Promise((resolve) => { setTimeout(resolve, 3000); })]);
  }
  tell({ ...event, id: event.id ?? id, own: isOwn(event.requestId) });
}

// Updates who is on which page; a new stream starts empty.
function meet(pages) {
  people = pages;
  for (const fn of watchers) fn();
}

function parsed(data) {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

// Delivers events one at a time, in order.
let order = Promise.resolve();

function inOrder(work) {
  order = order.then(work, work);
}

async function sessionEnded() {
  close();
  if (session.leaving) return;
  try {
    if (!await session.renew()) await signInAgain();
  } catch {
    // Unreachable, or not signed in again: the next request reports it.
  }
  open();
}

function handle({ type, data, id }) {
  if (id) last = id;
  if (type === 'change') inOrder(() => change(id, data));
  else if (type === 'reset') inOrder(() => tell({ action: 'reset', own: false }));
  else if (type === 'end') sessionEnded();
  else if (type === 'presence') meet(parsed(data)?.pages ?? {});
  else if (type === 'hello') {
    last ??= parsed(data)?.last?.toString() ?? null;
    meet({});
  }
}

// Parses the lines of one event; skips comments.
function message(block) {
  const found = { type: 'message', data: [], id: null };
  for (const line of block.split(/\r\n|\r|\n/)) {
    const [, name, value] = /^([^:]+):? ?(.*)$/.exec(line) ?? [];
    if (name === 'event') found.type = value;
    else if (name === 'data') found.data.push(value);
    else if (name === 'id') found.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
  }
  return { ...found, data: found.data.join('\n') };
}

async function read(controller, heard) {
  // Views may load before this stream opens: it starts after the last event when the session was loaded.
  const known = last ?? session.lastEvent;
  const headers = { Accept: 'text/event-stream', ...(known === null ? {} : { 'Last-Event-ID': known }),
    ...(session.viewAs ? { 'HomeBlocks-View-As': session.viewAs.id } : {}) };
  const response = await fetch(located('/api/events'), { headers, cache: 'no-store',
    signal: AbortSignal.any([controller.signal, session.signal]) });
  if (response.status === 401) return sessionEnded();
  if (!response.ok) throw new Error(`events: ${response.status}`);
  connection.found();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    heard();
    const { done, value } = await reader.read();
    if (done) return undefined;
    const blocks = (rest + value).split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop();
    for (const block of blocks) if (stream === controller) handle(message(block));
  }
}

async function open() {
  clearTimeout(timer);
  timer = null;
  if (stream || !session.operator || !listeners.size || document.hidden) return;
  if (session.leaving) {
    session.leaving.then(open, open);
    return;
  }
  const controller = new AbortController();
  stream = controller;
  let silence = null;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => controller.abort(), LONGEST_SILENCE);
  };
  heard();
  try {
    await read(controller, heard);
  } catch {
    // Closed here, silent for too long, or interrupted.
  }
  clearTimeout(silence);
  if (stream !== controller) return;
  stream = null;
  timer = setTimeout(open, retry);
  connection.check();
}

function close() {
  clearTimeout(timer);
  timer = null;
  stream?.abort();
  stream = null;
}

document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()));
connection.on('change', (online) => { if (online) open(); });
session.on('change', (operator) => {
  close();
  if (operator) open();
  else [last, people] = [null, {}];
});
window.addEventListener('pagehide', close);
window.addEventListener('pageshow', open);

export const events = {
  /** The people on each page, by slug: [{id, name, block}]. */
  get people() { return people; },

  /** Calls `fn` when the people change. */
  onPeople(fn) { watchers.add(fn); },

  /** Calls `fn` for every change. Returns a function that removes the listener. */
  on(fn) {
    listeners.add(fn);
    open();
    return () => {
      listeners.delete(fn);
      if (!listeners.size) close();
    };
  },
};
