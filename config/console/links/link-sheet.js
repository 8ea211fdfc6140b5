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
import { toast } from '../ui/toast.js';
import { copyButton, segmented } from '../ui/widgets.js';
import { codePicture } from './code.js';
import { contextText } from '../phone/context-values.js';
import '../text/links.js';

const DAY = 86_400_000;

/**
 * Opens the links of a page. `shown`: what a new link shows, `{revision}` or `{release}`, and the draft without them;
 * `client`: the audience of the phone that it was opened from; `at`: its time, or null.
 */
export async function openLinks(slug, { shown = {}, client = {}, at = null } = {}) {
  await styles('links');
  const path = apiPath(slug, 'links');
  const chosen = Object.fromEntries(Object.entries(client).filter(([, value]) => value));
  const list = h('div.link-list');
  const label = field({ label: t('links.label'), hint: t('links.labelHint'), input: h('input', { type: 'text', maxlength: '200' }) });
  let days = '7';
  let who = 'device';
  const lifetime = segmented({ label: t('links.until'), value: days, options: ['1', '7', '30'].map((value) => ({ value,
    label: t('links.days', { count: Number(value) }) })), onChange: (value) => { days = value; } });
  const audience = segmented({ label: t('links.audience'), value: who, options: [{ value: 'device', label: t('links.device') },
    { value: 'fixed', label: contextText(client) }], onChange: (value) => { who = value; } });
  const form = can('editor') && [h('p', t(shown.revision ? 'links.ofRevision' : shown.release ? 'links.ofRelease' : 'links.ofDraft')),
    label.element, h('div.field', h('span.field-label', t('links.until')), lifetime),
    Object.keys(chosen).length > 0 && h('div.field', h('span.field-label', t('links.audience')), audience)];

  async function create() {
    const until = new Date(Date.now() + Number(days) * DAY).toISOString();
    const body = { ...shown, at, until, label: label.input.value.trim(), client: who === 'fixed' ? chosen : null };
    const { data } = await post(path, body);
    setTimeout(() => showLink(data));
  }

  async function load() {
    const { links } = (await get(path, { limit: 100 })).data;
    replace(list, links.length > 0 && h('h3', t('links.existing')), links.map((one) => line(one, path, load)));
  }

  const handle = sheet({ title: t('links.title'), body: [form, list], actions: [
    { label: t('close'), run: (own) => own.close() },
    can('editor') && { label: t('links.create'), kind: 'primary', icon: 'link', run: create }].filter(Boolean) });
  load().catch(() => {
    // The form works without the list.
  });
  return handle;
}

function line(link, path, changed) {
  const ended = link.state !== 'active';
  const target = link.revision ? t('links.revision', { number: link.revision }) : link.release ? t('links.release') : t('links.draft');
  const name = link.label || target;
  const end = ended ? t(`links.${link.state}`) : t('links.ends', { time: relative(link.until) });
  const use = link.lastUsedAt ? t('links.used', { count: link.uses, time: relative(link.lastUsedAt) }) : t('links.unused');
  return h('div.link-line', { class: ended ? 'ended' : '' },
    h('div', h('b', name), h('span', [link.label && target, t('links.by', { name: link.createdBy })].filter(Boolean).join(' · ')),
      h('span', { title: dateTime(link.until) }, `${end} · ${use}`)),
    !ended && can('editor') && h('button.button.small', { 'aria-label': t('links.revokeOf', { name }), onClick: async () => {
      await del(`${path}/${link.id}`);
      toast(t('links.wasRevoked', { name }), { kind: 'good' });
      changed();
    } }, t('links.revoke')));
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
