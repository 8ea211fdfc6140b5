// Each area's style sheets are loaded with its views.

const loaded = new Map();

/** Resolves when the sheets style/NAME.css are loaded; requests each only once. */
export function styles(...names) {
  return Promise.all(names.map((name) => {
    if (!loaded.has(name)) loaded.set(name, load(name));
    return loaded.get(name);
  }));
}

function load(name) {
  return new Promise((resolve) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(`../style/${name}.css`, import.meta.url).pathname;
    // A view without its style sheet is ugly, but still usable.
    link.addEventListener('load', resolve, { once: true });
    link.addEventListener('error', resolve, { once: true });
    document.head.append(link);
  });
}
