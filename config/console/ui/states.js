import { h, replace } from '../core/dom.js';
import { language, t } from '../core/i18n.js';
import { icon } from './icons.js';

/** The loading state of a view; hidden for quick responses. */
export function loading(label = t('loading')) {
  const element = h('div.state.loading', { role: 'status', hidden: true },
    h('span.spinner', { 'aria-hidden': 'true' }), h('p', label));
  setTimeout(() => { element.hidden = false; }, 300);
  return element;
}

function actionOf(action) {
  if (!action || action instanceof Node) return action;
  return h('button.button', { class: action.kind ?? 'primary', onClick: () => action.run() },
    action.icon && icon(action.icon), action.label);
}

/** The empty state. `action` is a button's {label, run} or an element. */
export function empty({ icon: name = 'page', title, text, action, level = 2 }) {
  return h('div.state.empty', h('span.state-icon', icon(name, { size: 28 })),
    h(`h${level}`, title), text && h('p', text), actionOf(action));
}

// Browsers have no common error for a module that cannot be loaded.
const unloaded = (error) => error instanceof TypeError && /import|module/i.test(error.message);

// Set by ui/problem-words.js, which is loaded with the first problem.
let wordsOf = () => null;

export function setProblemWords(words) {
  wordsOf = words;
}

/** Describes an error: `[title, text]`. */
export function explain(problem) {
  // A view may have a better text than the one for the status.
  if (problem?.words) return problem.words;
  const own = problem && wordsOf(problem);
  if (own) return [t('failed.title'), own];
  const status = problem?.status;
  if (status === 0) return [t('offline.title'), t('offline.text')];
  if (status === 403) return [t('forbidden.title'), t('forbidden.text')];
  if (status === 404) return [t('missing.title'), t('missing.text')];
  if (status === 412) return [t('stale.title'), t('stale.text')];
  if (status === 429) return [t('many.title'), t('many.text', { count: problem.retryAfter ?? 5 })];
  if (status === 503) return [t('busy.title'), t('busy.text')];
  if (status >= 500) return [t('failure.title'), t('failure.text')];
  if (unloaded(problem)) return [t('unloaded.title'), t('unloaded.text')];
  // Errors of the console are translated; other details of a server or proxy are not.
  const isForeign = status && language() === 'zh';
  return [t('failed.title'), (!isForeign && (problem?.detail || problem?.message)) || t('failed.text')];
}

/** Describes an error in one sentence; in English by the server's detail. */
export const sentenceOf = (problem) => (language() === 'en' && !problem.words && problem.detail) || explain(problem)[1];

/** The error state; `level` is the level of its heading. */
export function failure(problem, retry, { level = 2 } = {}) {
  const [title, text] = explain(problem);
  // A module that failed to load is only requested again by a new document.
  const again = unloaded(problem) ? () => window.location.reload() : retry;
  return h('div.state.failure', { role: 'alert' },
    h('span.state-icon', icon('warning', { size: 28 })), h(`h${level}`, title), h('p', text),
    problem?.requestId && problem.status >= 500
      && h('p.state-id', t('failed.id', { id: problem.requestId })),
    again && actionOf({ label: t('retry'), icon: 'refresh', run: () => again(), kind: '' }));
}

// Resolves after the rest of the view is painted: operators can begin while the module loads.
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/** A panel whose content is loaded later: `load()` returns {element, destroy}. A `quiet` one is empty until then. */
export function lazyPanel(name, load, { quiet = false } = {}) {
  const element = h(`div.${name}`);
  let part = null;
  let destroyed = false;

  async function fill() {
    try {
      part = await load();
      if (destroyed) part.destroy?.();
      else replace(element, part.element);
    } catch (problem) {
      replace(element, failure(problem, () => {
        replace(element, loading());
        fill();
      }));
    }
  }

  if (!quiet) replace(element, loading());
  painted().then(() => destroyed || fill());
  return {
    element,
    destroy() {
      destroyed = true;
      part?.destroy?.();
    },
  };
}
