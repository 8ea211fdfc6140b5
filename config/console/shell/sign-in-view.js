import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { safeRedirect } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { session } from '../core/session.js';
import { beginFirstSteps } from './first-steps.js';
import { signInForm } from './sign-in-form.js';
import { signedOutLayout } from './signed-out-layout.js';
import '../text/sign-in.js';

export async function view(params, query, outlet) {
  const form = signInForm({ run: async (name, password) => {
    await session.signIn(name, password);
    beginFirstSteps();
    const url = new URL(safeRedirect(query.next), location.origin);
    navigate(url.pathname, { query: Object.fromEntries(url.searchParams), replace: true });
  } });
  outlet.append(signedOutLayout(t('signin.title'), form.element,
    h('p.signin-help', t('signin.help'))));
  form.focus();
  return { title: t('signin.title'), destroy: form.destroy };
}
