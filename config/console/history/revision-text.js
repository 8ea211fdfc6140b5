import { h } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { avatar, badge } from '../ui/widgets.js';

const KINDS = ['moved', 'added', 'changed', 'removed'];
const MOST_NAMED = 4;

/** Describes the changes of a revision: "Moved Banner; edited Playlists". */
export function changesInWords(changes, nameOf) {
  if (!changes) return '';
  const parts = KINDS.filter((kind) => changes?.[kind].length > 0).map((kind) => {
    const codes = changes[kind];
    const names = codes.slice(0, MOST_NAMED).map(nameOf);
    if (codes.length > MOST_NAMED) names.push(t('history.more', { count: codes.length - MOST_NAMED }));
    return t(`history.${kind}`, { names: list(names) });
  });
  return parts.length ? parts.join(t('history.separator')) : t('history.nothing');
}

export const causeText = (cause) => t(`history.cause.${cause}`);

/** Badges: live, draft, planned, never published. */
export function marks(row, { planned } = {}) {
  return [row.live && badge(t('history.live'), 'good', 'live'),
    row.draft && badge(t('history.draft'), 'accent', 'edit'),
    planned && badge(t('history.plannedFor', { at: dateTime(planned) }), 'warn', 'clock')].filter(Boolean);
}

/** An operator's name with initials. */
export function person(name) {
  return h('span.history-person', avatar(name), h('span', name));
}
