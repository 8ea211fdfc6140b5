// The texts of the activity log's entries.

import { language, t } from '../core/i18n.js';
import { roleName } from './roles.js';
import '../text/audit.js';
import '../text/review.js';

/** The actions by their names in the log, in groups, with their texts. */
export const GROUPS = [
  { text: 'audit.group.draft', actions: {
    'draft.order': 'audit.draft.order', 'draft.block.create': 'audit.draft.block.create',
    'draft.block.change': 'audit.draft.block.change',
    'draft.block.cards': 'audit.draft.block.cards', 'draft.blocks.change': 'audit.draft.blocks.change',
    'draft.block.delete': 'audit.draft.block.delete', 'draft.discard': 'audit.draft.discard', 'draft.restore': 'audit.draft.restore',
    'draft.import': 'audit.draft.import' } },
  { text: 'audit.group.live', actions: {
    'live.order': 'audit.live.order', 'live.block.create': 'audit.live.block.create',
    'live.block.change': 'audit.live.block.change', 'live.block.cards': 'audit.live.block.cards',
    'live.blocks.change': 'audit.live.blocks.change',
    'live.block.delete': 'audit.live.block.delete' } },
  { text: 'audit.group.releases', actions: {
    'draft.publish': 'audit.draft.publish', 'page.restore': 'audit.page.restore',
    'release.cancel': 'audit.release.cancel', 'release.change': 'audit.release.change',
  'release.draft': 'audit.release.draft', 'takeover.create': 'audit.takeover.create',
    'takeover.change': 'audit.takeover.change', 'takeover.cancel': 'audit.takeover.cancel',
    'link.create': 'audit.link.create', 'link.revoke': 'audit.link.revoke' } },
  { text: 'audit.group.pages', actions: {
    'page.create': 'audit.page.create', 'page.import': 'audit.page.import',
    'page.rename': 'audit.page.rename', 'page.delete': 'audit.page.delete',
    'page.prune': 'audit.page.prune', 'page.repair': 'audit.page.repair' } },
  { text: 'audit.group.audiences', actions: {
    'audience.create': 'audit.audience.create', 'audience.change': 'audit.audience.change',
    'audience.delete': 'audit.audience.delete', 'page.audience': 'audit.page.audience' } },
  { text: 'audit.group.pictures', actions: {
    'picture.create': 'audit.picture.create', 'picture.change': 'audit.picture.change',
    'picture.delete': 'audit.picture.delete', 'draft.picture': 'audit.draft.picture',
    'picture.prune': 'audit.picture.prune' } },
  { text: 'audit.group.feeds', actions: {
    'feed.create': 'audit.feed.create', 'feed.change': 'audit.feed.change', 'feed.delete': 'audit.feed.delete' } },
  { text: 'audit.group.access', actions: {
    'operator.create': 'audit.operator.create', 'operator.change': 'audit.operator.change',
    'operator.revoke': 'audit.operator.revoke', 'token.create': 'audit.token.create',
    'review.request': 'audit.review.request', 'review.withdraw': 'audit.review.withdraw', 'review.approve': 'audit.review.approve',
    'review.object': 'audit.review.object', 'review.retract': 'audit.review.retract', 'review.wait': 'audit.review.wait', 'review.bypass': 'audit.review.bypass',
    'group.create': 'audit.group.create', 'group.change': 'audit.group.change', 'group.delete': 'audit.group.delete',
    'token.revoke': 'audit.token.revoke', 'operator.password': 'audit.operator.password',
    'session.begin': 'audit.session.begin', 'session.end': 'audit.session.end',
    'session.endAll': 'audit.session.endAll' } },
];
const ACTIONS = Object.assign({}, ...GROUPS.map((group) => group.actions));

const REASONS = [
  [/^the role is (\w+)/, ([role]) => t('audit.refused.role', { role: roleName(role) })],
  [/^there is no role on the page/, () => t('audit.refused.page')],
  [/^wrong-password/, () => t('audit.refused.password')],
  [/^too-many-sign-ins/, () => t('audit.refused.often')],
  [/CSRF/, () => t('audit.refused.csrf')],
  [/unknown/, () => t('audit.refused.unknown')],
  [/expired/, () => t('audit.refused.expired')],
  [/revoked/, () => t('audit.refused.revoked')],
  [/must be sent as/, () => t('audit.refused.form')],
];

function refusal(entry) {
  const reason = String(entry.after?.reason ?? '');
  for (const [pattern, text] of REASONS) {
    const found = pattern.exec(reason);
    if (found) return text(found.slice(1));
  }
  return language() === 'en' ? reason || entry.action : t('audit.refused.other');
}

/** Returns the predicate of a sentence whose subject is the operator. */
export function deed(entry) {
  if (entry.outcome === 'refused') return t('audit.refused', { what: refusal(entry) });
  return Object.hasOwn(ACTIONS, entry.action) ? t(ACTIONS[entry.action]) : entry.action;
}

export const actorName = (entry) => (
  entry.actor === 'unknown' && !entry.credential ? t('audit.actor.unknown') : entry.actor);

const KEYS = {
  revision: 'audit.key.revision', title: 'audit.key.title', page: 'audit.key.page',
  name: 'audit.key.name', role: 'audit.key.role', at: 'audit.key.at', from: 'audit.key.from',
  until: 'audit.key.until', shows: 'audit.key.shows', message: 'audit.key.message',
  expiresAt: 'audit.key.expiresAt', revokedAt: 'audit.key.revokedAt',
  createdAt: 'audit.key.createdAt', createdBy: 'audit.key.createdBy',
  only: 'audit.key.only', restored: 'audit.key.restored',
  changedAt: 'audit.key.changedAt', changedBy: 'audit.key.changedBy', lastUsedAt: 'audit.key.lastUsedAt', state: 'audit.key.state',
  base: 'audit.key.base', states: 'audit.key.states', client: 'audit.key.client', audience: 'audit.key.audience',
  cancelledAt: 'audit.key.cancelledAt', cancelledBy: 'audit.key.cancelledBy', forgotten: 'audit.key.forgotten',
  kept: 'audit.key.kept', days: 'audit.key.days', repaired: 'audit.key.repaired',
  alt: 'audit.key.alt', tags: 'audit.key.tags', type: 'audit.key.type', bytes: 'audit.key.bytes', picture: 'audit.key.picture',
  pictures: 'audit.key.pictures', count: 'audit.key.count',
  pages: 'audit.key.pages', groups: 'audit.key.groups',
  label: 'audit.key.label', release: 'audit.key.release',
  showType: 'audit.key.layout', url: 'audit.key.url', interval: 'audit.key.interval', timeout: 'audit.key.timeout',
  headers: 'audit.key.headers', items: 'audit.key.items', fields: 'audit.key.fields', ttl: 'audit.key.ttl', maximum: 'audit.key.limit',
};
export const keyName = (key) => (Object.hasOwn(KEYS, key) ? t(KEYS[key]) : key);
