// Describes what the phones show.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { shownAt } from './plan.js';

function versionText(release) {
  const text = t('preview.version', { n: release.revision });
  return release.message ? t('preview.named', { text, message: release.message }) : text;
}

export function sentence(plan, at) {
  const { release, takeover, when } = shownAt(plan, at);
  const date = at ? dateTime(at) : '';
  const first = release
    ? t(`preview.sentence.${when}`, { at: date, version: versionText(release), who: release.createdBy })
    : t('preview.sentence.unknown', { at: date });
  if (!takeover) return first;
  return `${first} ${t('preview.sentence.takeover', {
    page: plan.pageTitle(takeover.shows), until: dateTime(takeover.until) })}`;
}

export function draftSentence(workspace, at) {
  if (!workspace.hasDraft) return t('preview.draft.none');
  return at ? t('preview.draft.at', { at: dateTime(at) }) : t('preview.draft.now');
}

export const line = (name, text) => h('p.preview-says', icon(name), h('span', text));
