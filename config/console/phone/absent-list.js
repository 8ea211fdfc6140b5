// The sections that are not shown, and why.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import '../text/phone-absent.js';

/** Returns why a section is not in the document: {text, icon}. */
function whyAbsent(workspace, code) {
  const { hidden, scheduled, targeted } = workspace.stateOf(code);
  if (hidden) return { text: t('phone.absent.hidden'), icon: 'eye-off' };
  if (scheduled?.phase === 'before') {
    return { text: t('phone.absent.before', { at: dateTime(scheduled.from) }), icon: 'clock' };
  }
  if (scheduled?.phase === 'after') {
    return { text: t('phone.absent.after', { at: dateTime(scheduled.until) }), icon: 'clock' };
  }
  if (targeted) return { text: t('phone.absent.targeted'), icon: 'target' };
  const floor = workspace.types.get(workspace.blocks.get(code)?.showType)?.minVersion;
  if (floor && Object.keys(floor).length) {
    return { text: t('phone.absent.version'), icon: 'phone' };
  }
  const isFed = Boolean(workspace.blocks.get(code)?.source?.feed);
  return isFed ? { text: t('phone.absent.feed'), icon: 'feed' } : { text: t('phone.absent.empty'), icon: 'info' };
}

/** A button for each of these sections; it selects the section. */
export function absentEntries(workspace, codes) {
  return codes.map((code) => {
    const why = whyAbsent(workspace, code);
    return h('li', h('button.phone-absent-item', { type: 'button', onClick: () => workspace.select([code]) },
      icon(why.icon), h('b', workspace.nameOf(code)), h('span', why.text)));
  });
}
