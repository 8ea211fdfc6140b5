// One request and its response. api.js handles the end of the session.

import { connection } from './connection.js';
import { located } from './paths.js';

export class Problem extends Error {
  constructor(status, body = {}, headers = new Headers()) {
    super(body.detail || body.message || body.title || `HTTP ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.type = body.type ?? '';
    this.title = body.title ?? '';
    this.detail = body.detail ?? body.message ?? '';
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.current = body.current ?? null;
    this.changedBy = body.changedBy ?? null;
    this.changedAt = body.changedAt ?? null;
    this.body = body;
    this.etag = tagOf(headers) ?? body.etag ?? null;
    this.requestId = body.requestId ?? headers.get('X-Request-Id') ?? null;
    const after = headers.get('Retry-After');
    this.retryAfter = after === null ? null : seconds(after);
  }
}

function seconds(after) {
  if (/^\d+$/.test(after)) return Number(after);
  const at = Date.parse(after);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function address(path, query) {
  const pairs = Object.entries(query ?? {}).filter(([, v]) => v !== null && v !== undefined
    && v !== '');
  const text = new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString();
  if (!text) return path;
  return path + (path.includes('?') ? '&' : '?') + text;
}

/** The request ids of this tab, to recognize its own events. */
export const requestIds = new Set();

function remember(id) {
  if (!id) return;
  requestIds.add(id);
  if (requestIds.size > 500) requestIds.delete(requestIds.values().next().value);
}

/** Returns the ETag of the resource, without the content coding that the response's ETag includes. */
function tagOf(headers) {
  return headers.get('ETag')?.replace(/-(?:br|gzip)"$/, '"') ?? null;
}

function parse(text, type) {
  if (!text || !/\bjson\b/.test(type)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

let beforeProblem = async () => {};

/** Sets the function that loads the texts of problems: the first view does not need them. */
export function onProblem(load) {
  beforeProblem = load;
}

/**
 * Sends a request with fetch or `exchange`. Returns `{data, etag, status, carried, text, headers}`; throws a Problem.
 */
export async function send(method, path, { body, query, headers = {}, signal, raw, exchange = fetch } = {}) {
  const all = { Accept: 'application/json, application/problem+json', ...headers };
  if (body !== undefined && !('Content-Type' in all)) all['Content-Type'] = 'application/json';
  let response;
  let text;
  try {
    response = await exchange(located(address(path, query)), { method, headers: all, signal,
      cache: 'no-store', credentials: 'same-origin',
      body: body === undefined || typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body) });
    text = await response.text();
  } catch (error) {
    if (error.name === 'AbortError' || signal?.aborted) throw error;
    connection.lost();
    throw new Problem(0, { title: 'offline' });
  }
  const type = response.headers.get('Content-Type') ?? '';
  const document = parse(text, type);
  if ([502, 504].includes(response.status) && document === null) {
    // A gateway's error for an unreachable server.
    connection.lost();
    throw new Problem(0, { title: 'offline' });
  }
  connection.found();
  remember(response.headers.get('X-Request-Id'));
  if (!response.ok) {
    // A problem without its text still has its status.
    await beforeProblem().catch(() => {});
    throw new Problem(response.status, document ?? {}, response.headers);
  }
  const data = document !== null && typeof document === 'object' && 'data' in document
    && 'code' in document ? document.data : document;
  return { data: raw ? null : data, etag: tagOf(response.headers), status: response.status,
    carried: document?.carried ?? data?.carried ?? null, text, headers: response.headers };
}
