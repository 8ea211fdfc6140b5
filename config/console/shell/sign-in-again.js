import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { navigate } from '../core/router.js';
import { Problem } from '../core/http.js';
import { session } from '../core/session.js';
import { dialog } from '../ui/dialog.js';
import { signInForm } from './sign-in-form.js';

/** Asks over the present view; resolves when the same operator is signed in again. */
export function askAgain() {
  const before = session.operator;
  return new Promise((resolve, reject) => {
    let done = false;
    const form = signInForm({ name: before?.name ?? null, run: async (name, password) => {
      await session.signIn(name, password);
      done = true;
      handle.close();
      resolve();
    } });
    const handle = dialog({ title: t('again.title'), locked: true,
      body: [h('p', before ? t('again.text', { name: before.name }) : t('again.nobody'))],
      onClose: () => {
        form.destroy();
        if (!done) reject(new Problem(401, { detail: t('again.left') }));
      } });
    // The dialog's own form has no fields here: one form must not stand in another.
    handle.form.replaceWith(h('div.dialog-body', h('p', before
      ? t('again.text', { name: before.name }) : t('again.nobody')), form.element,
    h('button.button.quiet.wide', { onClick: () => {
      handle.close();
      session.operator = null;
      navigate('/sign-in', { force: true });
    } }, t('again.other'))));
    form.focus();
  });
}
