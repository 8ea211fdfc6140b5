import { h, replace } from './dom.js';
import { ROOT, decoded } from './paths.js';
import { styles } from './style.js';

const BASE = `${ROOT}/admin`;
const routes = [];
let outlet = null;
let hooks = {};
let present = null;
let run = 0;
/** The path of the view that was opened last, or is loading. */
let opening = null;
let place = history.state?.place ?? 0;

/**
 * Shows the view of `loader`'s module at addresses that match `pattern`. The module exports `view(params, query,
 * outlet) → {title, element?, onQuery?(query), onParams?(params, query), keeps?(params), leave?() → bool |
 * Promise<bool>, unsaved?() → bool, destroy?()}`. `styles` are the style sheets it needs, `role` is the lowest role
 * that may open it. `onParams` is called for another address of the same module and returns whether the view now shows
 * it; `keeps` predicts that. `unsaved` is called when the tab is closed.
 */
export function route(pattern, loader, options = {}) {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
  const source = pattern.replace(/[.+*?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
  routes.push({ pattern, names, expression: new RegExp(`^${source}/?$`), loader, ...options });
}

/** Returns the URL of a path of the console: `/pages/music` → `/admin/pages/music`. */
export function href(path, query) {
  const pairs = Object.entries(query ?? {}).filter(([, v]) => v !== null && v !== undefined
    && v !== '' && v !== false);
  const text = new URLSearchParams(pairs.map(([k, v]) => [k, String(v)])).toString();
  return BASE + path + (text ? `?${text}` : '');
}

/** Returns the path of the current URL without `/admin`. */
export function currentPath() {
  return location.pathname.slice(BASE.length) || '/';
}

export function currentQuery() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

function match(path) {
  for (const entry of routes) {
    const found = entry.expression.exec(path);
    if (!found) continue;
    try {
      const values = found.slice(1).map(decoded);
      return { entry, params: Object.fromEntries(entry.names.map((n, i) => [n, values[i]])) };
    } catch {
      return null;
    }
  }
  return null;
}

/** Starts to load the modules of a path's view before it is opened. */
function prefetch(path) {
  match(path)?.entry.loader().catch(() => {});
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the current view may be closed; it may ask the operator. */
export async function mayLeave() {
  if (!present?.view?.leave) return true;
  return (await present.view.leave()) !== false;
}

function drop() {
  present?.view?.destroy?.();
  present = null;
}

async function show(path, query, { again = false } = {}) {
  const found = match(path);
  const other = hooks.guard?.({ path, query, open: Boolean(found?.entry.open) });
  if (other) await navigate(other.path, { replace: true, query: other.query, force: true });
  else if (again || !isPresentModule(found) || !await updateView(path, query, found)) await openView(path, query, found);
  // The current view stays: cancel another one that is still loading.
  else if (opening !== path) run += 1;
}

const isPresentModule = (found) => Boolean(present && found && present.entry.loader === found.entry.loader);

/** Updates the current view for another address of its module; returns false if the view must be created again. */
async function updateView(path, query, found) {
  const { view } = present;
  if (same(present.params, found.params)) {
    if (same(present.query, query)) return true;
    if (!view.onQuery) return false;
    present.query = query;
    view.onQuery(query);
    return true;
  }
  if (!view.onParams || !await view.onParams(found.params, query)) return false;
  Object.assign(present, { path, params: found.params, query, entry: found.entry });
  hooks.changed?.({ path, params: found.params, pattern: found.entry.pattern });
  return true;
}

async function openView(path, query, found) {
  run += 1;
  opening = path;
  const mine = run;
  const first = present === null && mine === 1;
  const done = hooks.waiting?.();
  const stage = h('div.view');
  const params = found?.params ?? {};
  const arrive = () => {
    drop();
    replace(outlet, stage);
    hooks.changed?.({ path, params, pattern: found?.entry.pattern ?? null });
  };
  let view;
  try {
    const module = await loadModule(found);
    if (mine !== run) return;
    arrive();
    view = await makeView(module, params, query, stage);
  } catch (error) {
    if (mine !== run) return;
    if (outlet.firstChild !== stage) arrive();
    view = hooks.failed(error, () => show(path, query, { again: true }));
    view.failed = true;
  } finally {
    done?.();
  }
  if (mine !== run) {
    view?.destroy?.();
    return;
  }
  if (view.element && view.element !== stage) replace(stage, view.element);
  present = { entry: view.failed ? {} : found.entry, params, query, path, view };
  hooks.shown?.(view, { path, first });
}

async function loadModule(found) {
  if (!found) throw Object.assign(new Error('not found'), { notFound: true });
  if (!(hooks.allowed?.(found.entry) ?? true)) throw Object.assign(new Error('forbidden'), { status: 403 });
  const [module] = await Promise.all([found.entry.loader(), styles(...(found.entry.styles ?? []))]);
  return module;
}

/** Creates a view; shows a loading indicator after 250 ms. */
async function makeView(module, params, query, stage) {
  const indicator = hooks.loading?.();
  const timer = setTimeout(() => { if (indicator && !stage.childNodes.length) stage.append(indicator); }, 250);
  try {
    const view = await module.view(params, query, stage);
    indicator?.remove();
    return view;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens a path of the console, unless the operator decides to stay in the current view. */
export async function navigate(path, { replace: instead = false, query, force = false } = {}) {
  const url = new URL(href(path, query), location.href);
  const same = url.pathname === location.pathname && url.search === location.search;
  const within = present && match(pathOf(url)) && staysWithin(pathOf(url));
  if (!force && !same && !within && !await mayLeave()) return false;
  if (!same || url.hash) {
    if (!instead) place += 1;
    history[instead ? 'replaceState' : 'pushState']({ place }, '', url);
  }
  await show(pathOf(url), Object.fromEntries(url.searchParams));
  return true;
}

function pathOf(url) {
  return url.pathname.slice(BASE.length) || '/';
}

// Whether the current view can show the other query or params itself.
function staysWithin(path) {
  const found = match(path);
  if (!found || present.entry.loader !== found.entry.loader) return false;
  return same(present.params, found.params) ? Boolean(present.view.onQuery)
    : Boolean(present.view.onParams) && present.view.keeps?.(found.params) !== false;
}

/** Changes the query of the URL within the current view; null removes a member. */
export function setQuery(values, { push = false } = {}) {
  const query = { ...currentQuery() };
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined || value === '' || value === false) delete query[key];
    else query[key] = String(value);
  }
  const address = href(currentPath(), query);
  if (address === location.pathname + location.search) return;
  if (push) place += 1;
  history[push ? 'pushState' : 'replaceState']({ place }, '', address);
  if (present) present.query = query;
}

/** A link that the router opens; with a modifier key, the browser opens it. */
export function link(path, props, ...children) {
  const { query, replace: instead, ...rest } = props ?? {};
  const soon = () => prefetch(path);
  return h('a', { ...rest, href: href(path, query), onPointerenter: soon, onFocus: soon,
    onClick: (event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      navigate(path, { query, replace: instead });
    } }, ...children);
}

async function popped(event) {
  const next = event.state?.place ?? 0;
  const path = currentPath();
  if (next === place && present && same(present.query, currentQuery())
    && present.path === path) return;
  const target = { path, query: currentQuery() };
  if (!staysWithinPresent(path) && present?.view?.leave) {
    const step = next - place;
    // The browser has already changed the URL: go back while asking.
    if (step !== 0) {
      await back(-step);
      if (!await mayLeave()) return;
      await back(step);
    } else if (!await mayLeave()) {
      return;
    }
  }
  place = next;
  await show(target.path, target.query);
}

function staysWithinPresent(path) {
  return Boolean(present) && staysWithin(path);
}

let ignore = 0;

function back(step) {
  ignore += 1;
  return new Promise((resolve) => {
    window.addEventListener('popstate', resolve, { once: true });
    history.go(step);
  });
}

/** Renders the current view again, for example after a change of the language. */
export function renderAgain() {
  return show(currentPath(), currentQuery(), { again: true });
}

export function start(element, options) {
  outlet = element;
  hooks = options;
  history.replaceState({ place }, '');
  window.addEventListener('beforeunload', (event) => {
    const { view } = present ?? {};
    if (view?.unsaved ? view.unsaved() : view?.leave?.({ unloading: true }) === false) {
      event.preventDefault();
    }
  });
  window.addEventListener('popstate', (event) => {
    if (ignore > 0) {
      ignore -= 1;
      return;
    }
    popped(event);
  });
  return show(currentPath(), currentQuery());
}
