// Before the first paint: the theme and the language that this browser chose.
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
})();
