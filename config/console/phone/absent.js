// How many of the page's sections are shown, and why the others are not.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';

/** Why a section is not in the document: {text, icon}. */
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

export class AbsentLine {
  constructor(workspace) {
    this.workspace = workspace;
    this.summary = h('summary');
    this.list = h('ul.phone-absent-list');
    this.element = h('details.phone-absent', this.summary, this.list);
  }

  /** `shown`: the codes in the document, or null while nothing is known. */
  update(shown) {
    const { order } = this.workspace;
    this.element.hidden = !shown;
    if (!shown) return;
    const absent = order.filter((code) => !shown.has(code));
    const count = order.length - absent.length;
    replace(this.summary, absent.length
      ? t('phone.shown', { shown: count, count: order.length })
      : t('phone.shownAll', { count: order.length }));
    this.element.classList.toggle('complete', absent.length === 0);
    if (!absent.length) this.element.open = false;
    replace(this.list, absent.map((code) => this.entry(code)));
  }

  entry(code) {
    const why = whyAbsent(this.workspace, code);
    return h('li', h('button.phone-absent-item', {
      type: 'button', onClick: () => this.workspace.select([code]),
    }, icon(why.icon), h('b', this.workspace.nameOf(code)), h('span', why.text)));
  }
}
