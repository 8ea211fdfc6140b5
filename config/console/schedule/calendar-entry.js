// An entry of the calendar: its link, and its line in a list.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { href, navigate } from '../core/router.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { openSection } from '../page/open-field.js';
import { period } from './plan-text.js';
import { dayKey } from './span.js';

export const ICONS = { release: 'send', takeover: 'megaphone', section: 'clock', card: 'image' };

// Returns where an entry is edited: a section at its time, a card at its rule, others in the schedule of their page.
function target(entry) {
  if (!entry.blockCode) {
    const query = { day: dayKey(entry.first) };
    const path = `${pagePath(entry.page)}/schedule`;
    return { address: href(path, query), open: () => navigate(path, { query }) };
  }
  const field = entry.kind === 'card' ? ['cards', entry.card] : [entry.from ? 'from' : 'until'];
  return { address: href(pagePath(entry.page, 'blocks', entry.blockCode)), open: () => openSection(entry.page, entry.blockCode, field, entry.stage === 'draft' ? 'draft' : null) };
}

/** A link to where an entry is edited. `before()` is awaited first, for example to close a dialog. */
export function entryLink(entry, props, ...children) {
  const { before, ...rest } = props;
  const { address, open } = target(entry);
  return h('a', { ...rest, href: address, onClick: async (event) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await before?.();
    open();
  } }, ...children);
}

/** A line that describes an entry. `isEnd`: the line is for the day on which the entry ends. */
export function entryLine(entry, names, { isEnd = false, before } = {}) {
  return h('li.calendar-line', { class: entry.kind }, h('span.calendar-icon', icon(ICONS[entry.kind])),
    h('div.calendar-about',
      h('p.calendar-name', entryLink(entry, { before }, names.title(entry)), isEnd && badge(t('calendar.end'), 'warn'),
        entry.stage === 'draft' && badge(t('calendar.draft'), 'accent')),
      h('p.calendar-when', h('span', names.pageTitle(entry.page)), h('span', period(entry)))));
}
