// Settings stored in the browser. If it forbids storage, they last until the page is closed.

const PREFIX = 'homeblocks.';

export function get(key, fallback = null) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback;
  }
}

export function set(key, value) {
  try {
    if (value === null || value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or forbidden: the setting lasts until the page is closed.
  }
}

/** Returns 'light', 'dark' or 'auto' (the system's theme). */
export function theme() {
  const value = document.documentElement.dataset.theme;
  return value === 'light' || value === 'dark' ? value : 'auto';
}

export function setTheme(value) {
  const chosen = value === 'light' || value === 'dark' ? value : 'auto';
  document.documentElement.dataset.theme = chosen;
  set('theme', chosen);
}
