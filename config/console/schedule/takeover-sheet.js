import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { Problem, post } from '../core/api.js';
import { dateTime } from '../core/time.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { segmented } from '../ui/small.js';
import { toast } from '../ui/toast.js';
import { pagePath } from '../publish/revisions.js';
import { collision } from './model.js';
import { period } from './words.js';

/** Plans that a page shows another one for a while. `shows`: chosen already. */
export function openTakeover({ plans, shows, onDone, onNewPage }) {
  const { page } = plans;
  const others = plans.pages.filter((one) => one.page !== page.page);
  // Apps that decode one family of layouts only cannot be shown a page of another one.
  const fits = (one) => !page.client || one.client === page.client;
  const select = h('select', { value: shows ?? '' }, h('option', { value: '' }, t('takeover.choose')),
    others.map((one) => h('option', { value: one.page, disabled: !fits(one), selected: one.page === shows },
      fits(one) ? one.title : t('takeover.otherClient', { title: one.title }))));
  const which = field({ label: t('takeover.page'), input: select, required: true,
    hint: onNewPage ? null : t('takeover.page.hint') });
  let later = true;
  const from = dateTimeField({ label: t('takeover.from'), onChange: check });
  const until = dateTimeField({ label: t('takeover.until'), required: true, onChange: check });
  const begin = segmented({ label: t('takeover.begin'), value: 'later', options: [
    { value: 'later', label: t('publish.when.later') }, { value: 'now', label: t('publish.when.now') },
  ], onChange: (value) => {
    later = value === 'later';
    from.element.hidden = !later;
    check();
  } });
  const message = h('textarea', { rows: 2, maxLength: 500 });
  const clash = h('div', { role: 'status' });
  select.addEventListener('change', () => which.setError(null));

  /** What collides is told while one still chooses. */
  function check() {
    from.setError(null);
    until.setError(null);
    const found = until.value && (!later || from.value) && collision(plans.items, later ? from.value : null, until.value);
    replace(clash, found && h('p.note.bad', icon('warning'), h('span', t('takeover.collides', {
      page: found.title, period: period(found) }))));
    return !found;
  }

  function valid() {
    const faults = [
      [which, !select.value && t('takeover.page.missing')],
      [from, later && !from.value && t('publish.at.missing')],
      [until, !until.value && t('publish.at.missing')],
      [until, until.value && Date.parse(until.value) <= Math.max(Date.now(), later && from.value ? Date.parse(from.value) : 0)
        && t('takeover.until.early')],
    ].filter(([, text]) => text);
    for (const one of [which, from, until]) one.setError(null);
    for (const [one, text] of faults) one.setError(text);
    faults[0]?.[0].input.focus();
    return faults.length === 0;
  }

  async function plan(handle) {
    if (!valid()) return false;
    if (!check()) {
      until.input.focus();
      return false;
    }
    try {
      const { data } = await post(`${pagePath(page.page)}/takeovers`, { shows: select.value, until: until.value,
        message: message.value.trim(), ...(later ? { from: from.value } : {}) });
      toast(t('takeover.done', { page: select.selectedOptions[0].textContent, at: dateTime(data.from) }), { kind: 'good' });
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 409) return refused(problem, { which, from, until });
      handle.setError(problem.detail);
      await onDone();
      return false;
    }
    onDone();
    return true;
  }

  const handle = sheet({
    title: t('takeover.title', { page: page.title }),
    body: [h('p', t('takeover.text')), which.element,
      onNewPage && h('button.button.small.schedule-new', { onClick: () => {
        handle.close();
        onNewPage();
      } }, icon('plus'), t('campaign.new')),
      h('div.publish-when', h('p.publish-label', t('takeover.begin')), begin), from.element, until.element, clash,
      field({ label: t('publish.message'), hint: t('publish.message.hint'), input: message }).element],
    actions: [{ label: t('cancel'), run: (own) => own.close() },
      { label: t('takeover.plan'), kind: 'primary', icon: 'megaphone', run: plan }],
  });
  return handle;
}

/** Puts what the server says next to its field. */
function refused(problem, { which, from, until }) {
  const fields = { '/shows': which, '/from': from, '/until': until };
  const known = (problem.errors ?? []).filter(({ pointer }) => fields[pointer]);
  if (!known.length) throw problem;
  for (const { pointer, reason } of known) fields[pointer].setError(reason);
  return false;
}
