// Before the first paint: the theme and the language that this browser chose, and whether it can
// show the console at all.
(() => {
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(`homeblocks.${key}`));
    } catch {
      return null;
    }
  };
  const root = document.documentElement;
  root.dataset.theme = read('theme') || 'auto';
  const language = read('language') || (/^zh\b/i.test(navigator.language) ? 'zh' : 'en');
  root.lang = language === 'zh' ? 'zh-CN' : 'en';

  // Without these the digits of large numbers would be lost unseen when a section is saved.
  const exact = typeof JSON.rawJSON === 'function'
    && JSON.parse('1', (key, value, context) => context && context.source) === '1';
  if (!exact) {
    root.dataset.browser = 'old';
    document.addEventListener('DOMContentLoaded', () => {
      document.getElementById('old').hidden = false;
    });
  }
})();
