import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { href, mayLeave, navigate } from '../core/router.js';
import { highestRole, session } from '../core/session.js';
import { confirm } from '../ui/dialog.js';
import { menuButton } from '../ui/menu.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { avatar } from '../ui/widgets.js';
import { mayEndSession } from '../page/queue.js';

/** Ends this session or, after a confirmation, all of them. */
export async function signOut(everywhere) {
  if (everywhere && !await confirm({ title: t('account.everywhere'),
    text: t('account.everywhere.text'), action: t('account.everywhere'), danger: true })) return;
  // The end of the session would discard unsaved and unsent changes.
  if (!await mayLeave() || !await mayEndSession(t('account.out'))) return;
  try {
    await session.signOut({ everywhere });
    navigate('/sign-in', { force: true });
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
}

/** The menu of the signed-in operator. */
export function accountMenu() {
  const { name } = session.operator;
  const role = highestRole();
  const button = menuButton({ label: t('account', { name }), text: h('span.shell-who',
    avatar(name), h('span.shell-name', h('span.ellipsis', name),
      h('span.shell-role', t(`role.${role}`)))), className: 'quiet shell-account',
  items: () => [
    { heading: `${name} · ${t(`role.${role}`)}` },
    { label: t('account.open'), icon: 'user', href: href('/manage/account'),
      run: () => navigate('/manage/account') },
    '-',
    { label: t('account.out'), icon: 'sign-out', run: () => signOut(false) },
    { label: t('account.everywhere'), icon: 'sign-out', run: () => signOut(true) },
  ] });
  button.setAttribute('aria-label', t('account', { name }));
  return button;
}
