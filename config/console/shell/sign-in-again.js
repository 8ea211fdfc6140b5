import { h } from '../core/dom.js';
import { Problem } from '../core/http.js';
import { t } from '../core/i18n.js';
import { navigate } from '../core/router.js';
import { session } from '../core/session.js';
import { dialog } from '../ui/dialog.js';
import { mayEndSession } from '../page/queue.js';
import { signInForm } from './sign-in-form.js';
import '../text/sign-in.js';

/** Asks for the password over the current view. Resolves when the operator is signed in again. */
export function askAgain() {
  const name = session.operator?.name ?? null;
  return new Promise((resolve, reject) => {
    const form = signInForm({ name, run: async (typed, password) => {
      await session.signIn(typed, password);
      handle.close(true);
    } });
    const someoneElse = async () => {
      if (!await mayEndSession(t('again.other'))) return;
      handle.close(false);
      session.forget();
      navigate('/sign-in', { force: true });
    };
    const handle = dialog({ title: t('again.title'), locked: true, plain: true, body: [
      h('p', name ? t('again.text', { name }) : t('again.nobody')), form.element,
      name && h('button.button.quiet.wide', { onClick: someoneElse }, t('again.other')),
    ] });
    // The operator may have signed in again in another tab.
    const look = async () => {
      if (await session.renew().catch(() => false)) handle.close(true);
    };
    window.addEventListener('focus', look);
    handle.closed.then((done) => {
      window.removeEventListener('focus', look);
      form.destroy();
      if (done) resolve();
      else reject(new Problem(401, { detail: t('again.left') }));
    });
    form.focus();
  });
}
