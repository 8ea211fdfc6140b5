import { put } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { navigate } from '../core/router.js';
import { highestRole, session } from '../core/session.js';
import { confirm } from '../ui/dialog.js';
import { showIssues } from '../ui/form-issues.js';
import { icon } from '../ui/icons.js';
import { passwordField } from '../ui/password-field.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { avatar, badge } from '../ui/widgets.js';
import { mayEndSession } from '../page/queue.js';
import { frame } from './admin-frame.js';
import { roleName, roleRights } from './roles.js';

const PATH = '/manage/account';

function card(title, ...children) {
  return h('section.admin-card', h('h2', title), children);
}

function who() {
  const { name, pages } = session.operator;
  const role = highestRole();
  const some = Object.entries(pages).map(([page, one]) => h('li', `${page}: ${roleName(one)}`));
  return card(t('admin.account.who'), h('div.admin-person', avatar(name),
    h('strong.admin-name', name), badge(some.length ? t('admin.account.some') : roleName(role), 'accent')),
  roleRights(role), some.length > 0 && h('ul.admin-rights', some));
}

function newIssue(current, chosen) {
  const length = [...chosen].length;
  if (length < 12) return t('admin.account.short');
  if (length > 200) return t('admin.account.long');
  return chosen === current ? t('admin.account.same') : null;
}

function passwordForm() {
  const current = passwordField({ label: t('admin.account.current') });
  const chosen = passwordField({ label: t('admin.account.new'),
    hint: t('admin.account.new.hint'), autocomplete: 'new-password' });
  const again = passwordField({ label: t('admin.account.repeat'), autocomplete: 'new-password' });
  const failed = h('p.dialog-error', { role: 'alert', hidden: true });
  const say = (text) => {
    failed.textContent = text ?? '';
    failed.hidden = !text;
  };
  const save = h('button.button.primary', { type: 'submit' }, t('admin.account.password'));
  const fields = [current, chosen, again];

  function busy(on) {
    save.disabled = on;
    save.classList.toggle('busy', on);
    save.setAttribute('aria-busy', String(on));
  }

  async function change() {
    say(null);
    const [old, next, repeated] = fields.map(({ input }) => input.value);
    if (!showIssues([[current, old ? null : t('admin.required')], [chosen, newIssue(old, next)],
      [again, next === repeated ? null : t('admin.account.differs')]])) return;
    busy(true);
    try {
      await put('/api/session/password', { current: old, new: next });
      await session.load();
      for (const { input } of fields) input.value = '';
      toast(t('admin.account.changed'), { kind: 'good' });
    } catch (problem) {
      explain(problem);
    } finally {
      busy(false);
    }
  }

  function explain(problem) {
    if (problem.status === 429) {
      say(t('admin.account.tooMany', { count: problem.retryAfter ?? 60 }));
    } else if (problem.errors.some(({ pointer }) => pointer === '/current')) {
      showIssues([[current, t('admin.account.wrong')]]);
    } else {
      say(sentenceOf(problem));
    }
  }

  // Password managers store the new password under the user name in the form.
  const name = h('input', { type: 'text', autocomplete: 'username', hidden: true,
    readOnly: true, value: session.operator.name });
  return card(t('admin.account.password'), h('form.admin-form', { noValidate: true,
    onSubmit: (event) => { event.preventDefault(); change(); } }, name,
  fields.map(({ element }) => element), failed,
  h('p.admin-note', t('admin.account.note')), h('div', save)));
}

async function leaveEverywhere() {
  const sure = await confirm({ title: t('admin.account.everywhere.title'),
    text: t('admin.account.everywhere.text'), action: t('account.everywhere'),
    danger: true });
  if (!sure || !await mayEndSession(t('account.everywhere'))) return;
  try {
    await session.signOut({ everywhere: true });
    navigate('/sign-in', { force: true });
  } catch (problem) {
    toast(sentenceOf(problem), { kind: 'bad' });
  }
}

export async function view() {
  const { title, element, body } = frame(PATH);
  body.classList.add('admin-cards');
  body.append(who(), passwordForm(), card(t('admin.account.sessions'),
    h('p.admin-note', t('admin.account.sessions.text')),
    h('div', h('button.button', { onClick: leaveEverywhere }, icon('sign-out'),
      t('account.everywhere')))));
  return { title, element };
}
