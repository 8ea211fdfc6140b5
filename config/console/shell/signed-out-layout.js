import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { languageButton, themeButton } from './tools.js';

/** The layout of the views before signing in. */
export function signedOutLayout(title, ...children) {
  return h('div.outside',
    h('div.outside-tools', languageButton(), themeButton()),
    h('div.outside-card', h('div.outside-brand', h('span.shell-logo', { 'aria-hidden': 'true' }),
      h('span', t('app'))), h('h1', title), children));
}
