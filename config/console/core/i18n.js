import * as prefs from './prefs.js';

const texts = { en: new Map(), zh: new Map() };
const LOCALES = { en: 'en-GB', zh: 'zh-CN' };
const root = document.documentElement;

/** Adds texts: `{en: {key: text}, zh: {…}}`; a text may be `{one, other}`, chosen by `count`. */
export function addTexts(more) {
  for (const code of Object.keys(texts)) {
    for (const [key, text] of Object.entries(more[code] ?? {})) texts[code].set(key, text);
  }
}

/** Returns the text of `key` in every language. */
export const everyText = (key) => Object.values(texts).map((own) => own.get(key));

export function language() {
  return root.lang.startsWith('zh') ? 'zh' : 'en';
}

/** The locale of the current language for Intl. */
export function locale() {
  return LOCALES[language()];
}

export function setLanguage(code) {
  const chosen = code === 'zh' ? 'zh' : 'en';
  prefs.set('language', chosen);
  root.lang = chosen === 'zh' ? 'zh-CN' : 'en';
  document.dispatchEvent(new CustomEvent('language', { detail: chosen }));
}

/** Returns the text of `key` with `{name}` replaced by `params`; an unknown key is returned itself. */
export function t(key, params = {}) {
  let text = texts[language()].get(key);
  if (text === undefined) return key;
  if (typeof text === 'object') {
    const count = Number(params.count ?? 0);
    // Chinese has no singular, but the text for one item may include its name.
    const form = count === 1 ? 'one' : formatter('PluralRules').select(count);
    text = text[form] ?? text.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params[name];
    if (value === undefined || value === null) return whole;
    return typeof value === 'number' ? number(value) : String(value);
  });
}

// Creating a formatter takes longer than using it a hundred times, and a long list uses thousands.
const formatters = new Map();

/** Returns the formatter of Intl for the current language: `formatter('NumberFormat', options)`. */
export function formatter(kind, options) {
  const key = `${locale()} ${kind} ${options ? JSON.stringify(options) : ''}`;
  if (!formatters.has(key)) formatters.set(key, new Intl[kind](locale(), options));
  return formatters.get(key);
}

export function number(n, options) {
  return formatter('NumberFormat', options).format(n);
}

/** Joins words: "a, b and c" / "a、b和c". */
export function list(array) {
  return formatter('ListFormat', { type: 'conjunction' }).format(array.map(String));
}
