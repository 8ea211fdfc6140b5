// Runs before the first paint: applies this browser's theme and language, and checks whether it can run the console.
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

  // Without these, saving a section would silently lose digits of large numbers.
  const exact = typeof JSON.rawJSON === 'function'
    && JSON.parse('1', (key, value, context) => context && context.source) === '1';
  if (!exact) {
    root.dataset.browser = 'old';
    document.addEventListener('DOMContentLoaded', () => {
      document.getElementById('old').hidden = false;
    });
  }
})();
