// A section that the phone's user does not get now: for whom, and when, it is shown.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { memberOf } from './audience-member.js';
import { contextText } from './context-values.js';
import '../text/phone-own.js';

const MINUTE = 60_000;
const MOST_USERS = 200_000;

/** Returns {context, at} under which a section is shown: a user in its audience, and an instant in its window. */
export async function conditionsOf(block, type, now = Date.now()) {
  const { from, until, audience } = block;
  const [begin, end] = [from, until].map((instant) => (instant ? Date.parse(instant) : null));
  const during = (begin === null || begin <= now) && (end === null || end > now);
  const at = during ? null : end !== null && end <= now ? Math.max(begin ?? 0, end - MINUTE) : begin;
  const context = memberOf(audience ?? {});
  const floors = type?.minVersion ?? {};
  const platform = context.platform || Object.keys(floors)[0] || '';
  const appVersion = context.appVersion || floors[platform] || '';
  const uid = await userWithin(audience ?? {});
  return { context: { ...context, platform, appVersion, uid }, at: at === null ? null : new Date(at).toISOString() };
}

/** Finds a user id within an audience's percentage, with the server's algorithm; '' if not needed or not computable. */
async function userWithin({ percent, seed = '' }) {
  if (percent === undefined || percent === null || percent <= 0 || percent >= 100
    || !globalThis.crypto?.subtle) return '';
  const encoder = new TextEncoder();
  for (let user = 1; user <= MOST_USERS; user += 1) {
    const bytes = await crypto.subtle.digest('SHA-256', encoder.encode(`${seed}.${user}`));
    if (Number(new DataView(bytes).getBigUint64(0) % 10_000n) < percent * 100) return String(user);
  }
  return '';
}

/** Whether a section that is not shown may be hidden by its time, its audience or its layout's versions. */
export function isConditional(workspace, code) {
  const block = workspace.blocks.get(code);
  if (!block || block.enabled === false) return false;
  const { scheduled, targeted } = workspace.stateOf(code);
  const floors = Object.keys(workspace.types.get(block.showType)?.minVersion ?? {}).length > 0;
  return targeted || floors || Boolean(scheduled && scheduled.phase !== 'during');
}

/**
 * Updates the line above the phone: an offer to show a section under its own conditions, or these conditions and a
 * button to return.
 */
export function drawConditions(element, { name, shown, show, back }) {
  element.hidden = !name;
  if (!name) return;
  const text = !shown ? t('phone.own.offer', { name })
    : t('phone.own.shown', { name, who: contextText(shown.context), when: shown.at ? dateTime(shown.at) : t('phone.own.now') });
  const button = h('button.button.small', { type: 'button', onClick: shown ? back : show },
    t(shown ? 'phone.own.back' : 'phone.own.show'));
  const focused = element.contains(document.activeElement);
  replace(element, icon(shown ? 'eye' : 'target'), h('span', text), button);
  if (focused) button.focus();
}
