// The buttons for language and theme.

import { replace } from '../core/dom.js';
import { language, setLanguage, t } from '../core/i18n.js';
import { setTheme, theme } from '../core/prefs.js';
import { mayLeave } from '../core/router.js';
import { icon } from '../ui/icons.js';
import { menuButton } from '../ui/menu.js';

export const LANGUAGES = { zh: '简体中文', en: 'English' };
export const THEMES = { light: 'sun', dark: 'moon', auto: 'contrast' };

export async function chooseLanguage(code) {
  // Rendering the view again would lose unsaved input.
  if (code !== language() && await mayLeave()) setLanguage(code);
}

export function languageButton() {
  const button = menuButton({ label: t('language'), icon: 'translate',
    items: () => Object.keys(LANGUAGES).map((code) => ({ label: LANGUAGES[code],
      checked: language() === code, run: () => chooseLanguage(code) })) });
  button.dataset.keep = 'language';
  return button;
}

export function chooseTheme(value) {
  setTheme(value);
  const button = document.querySelector('[data-keep=theme]');
  if (button) replace(button, icon(THEMES[value]));
}

export function themeButton() {
  const button = menuButton({ label: t('theme'), icon: THEMES[theme()],
    items: () => Object.keys(THEMES).map((value) => ({ label: t(`theme.${value}`),
      icon: THEMES[value], checked: theme() === value, run: () => chooseTheme(value) })) });
  button.dataset.keep = 'theme';
  return button;
}
