// The preview links of a page: creating one with its code for a phone, and revoking those that exist.
import { del, get, post } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { dateTime, relative } from '../core/time.js';
import { dialog, sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { failure, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { copyButton, segmented, toggle } from '../ui/widgets.js';
import { codePicture } from './code.js';
import { contextText } from '../phone/context-values.js';
import '../text/links.js';

const DAY = 86_400_000;
/** The most links that are listed. */
const MOST = 100;

/**
 * Shows the links of a page. `shown`: what a new link shows, `{revision}` or `{release}`, and the draft without them;
 * `client` and `at`: the audience and the time of the phone that it was opened from; `mayApprove`: whether a new link
 * may approve at first.
 */
export async function showLinks(slug, { shown = {}, client = {}, at = null, mayApprove = false } = {}) {
  await styles('links');
  const path = apiPath(slug, 'links');
  const chosen = Object.fromEntries(Object.entries(client).filter(([, value]) => value));
  const list = h('div.link-list');
  const isReviewed = !shown.revision && can('publisher', slug)
    && (await get(apiPath(slug))).data.review?.approvals > 0;
  let approves = isReviewed && mayApprove;
  const approving = isReviewed && h('div',
    toggle({ label: t('links.mayApprove'), checked: approves, onChange: (value) => { approves = value; } }),
    h('p.field-hint', t('links.mayApproveHint')));
  const label = field({ label: t('links.label'), hint: t('links.labelHint'), input: h('input', { type: 'text', maxlength: '200' }) });
  const days = choice('links.until', '7', ['1', '7', '30'].map((value) => [value, t('links.days', { count: Number(value) })]));
  const who = choice('links.audience', 'device', [['device', t('links.device')], ['fixed', contextText(client)]]);
  const when = at && choice('links.time', 'fixed', [['now', t('links.timeNow')], ['fixed', dateTime(at)]]);

  async function create() {
    const until = new Date(Date.now() + Number(days.value) * DAY).toISOString();
    const body = { ...shown, at: when?.value === 'fixed' ? at : null, until, label: label.input.value.trim(), mayApprove: approves,
      client: who.value === 'fixed' ? chosen : null };
    const { data } = await post(path, body);
    setTimeout(() => showLink(data));
  }

  sheet({ title: t('links.title'), body: [
    h('p', t(shown.revision ? 'links.ofRevision' : shown.release ? 'links.ofRelease' : 'links.ofDraft')),
    label.element, days.element, Object.keys(chosen).length > 0 && who.element, when?.element, approving, list], actions: [
    { label: t('close'), run: (own) => own.close() },
    { label: t('links.create'), kind: 'primary', icon: 'link', run: create }] });
  showList(list, path);
}

/** A labelled choice: {element, value}. */
function choice(key, value, options) {
  const made = { value };
  made.element = h('div.field', h('span.field-label', t(key)), segmented({ label: t(key), value,
    options: options.map(([own, label]) => ({ value: own, label })), onChange: (next) => { made.value = next; } }));
  return made;
}

/** Shows the first existing links, and more on request. */
async function showList(list, path, limit = 20) {
  try {
    const { links, next } = (await get(path, { limit })).data;
    const changed = () => showList(list, path, limit);
    replace(list, links.length > 0 && h('h3', t('links.existing')), links.map((one) => line(one, path, changed)),
      next && limit < MOST && h('button.button.small', { onClick: () => showList(list, path, MOST) }, t('links.more')));
  } catch (problem) {
    replace(list, failure(problem, () => showList(list, path, limit), { level: 3 }));
  }
}

function line(link, path, changed) {
  const ended = link.state !== 'active';
  const target = link.revision ? t('links.revision', { number: link.revision }) : link.release ? t('links.release') : t('links.draft');
  const name = link.label || target;
  const end = ended ? t(`links.${link.state}`) : t('links.ends', { time: relative(link.until) });
  const use = link.lastUsedAt ? t('links.used', { count: link.uses, time: relative(link.lastUsedAt) }) : t('links.unused');
  const about = [link.label && target, link.mayApprove && t('links.approves'), link.at && t('links.at', { time: dateTime(link.at) }), link.client && contextText(link.client),
    t('links.by', { name: link.createdBy })];
  const revoke = async ({ currentTarget: button }) => {
    button.disabled = true;
    try {
      await del(`${path}/${link.id}`);
      toast(t('links.wasRevoked', { name }), { kind: 'good' });
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
    }
    changed();
  };
  return h('div.link-line', { class: ended ? 'ended' : '' },
    h('div', h('b', name), h('span', about.filter(Boolean).join(' · ')), h('span', { title: dateTime(link.until) }, `${end} · ${use}`)),
    !ended && h('button.button.small', { 'aria-label': t('links.revokeOf', { name }), onClick: revoke }, t('links.revoke')));
}

/** Shows a new link, which cannot be shown again. */
function showLink(link) {
  const inApp = link.appCode && h('div.link-new', codePicture(link.appCode, t('links.appCode')), h('div',
    h('b', t('links.inApp')), h('p', t('links.inAppText')), copyButton(link.appUrl, t('links.copyApp'))));
  const copy = copyButton(link.url, t('links.copy'));
  copy.setAttribute('autofocus', '');
  dialog({ title: t('links.created'), wide: true, body: [
    h('div.link-new', codePicture(link.code, t('links.code')), h('div', h('b', t('links.scan')),
      h('p', t('links.scanText', { time: dateTime(link.until) })), copy)), inApp,
    h('p.field-hint', t('links.once'))], actions: [{ label: t('close'), kind: 'primary', run: () => true }] });
}
