// Banners above the form that ask for a decision: about unsaved input, or another operator's change.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { relative } from '../core/time.js';
import { icon } from '../ui/icons.js';

function banner(kind, name, text, ...buttons) {
  return h('div.note.edit-banner', { class: kind, role: 'status' }, icon(name), h('p', text),
    h('div.edit-banner-buttons', buttons));
}

const button = (label, run, kind = '') => h('button.button.small', { class: kind, onClick: run }, label);

export class Banners {
  constructor() {
    this.element = h('div.edit-banners');
    this.shown = new Map();
  }

  set(name, element) {
    if (element) this.shown.set(name, element);
    else this.shown.delete(name);
    replace(this.element, [...this.shown.values()]);
  }

  /** Offers to restore unsaved input. */
  kept(at, restore, discard) {
    this.set('kept', banner('warn', 'history', t('edit.kept', { when: relative(at) }),
      button(t('edit.kept.restore'), restore, 'primary'), button(t('edit.kept.discard'), discard)));
  }

  changed(who, compare) {
    this.set('changed', banner('warn', 'users', who ? t('edit.changed.by', { name: who }) : t('edit.changed'),
      button(t('edit.changed.compare'), compare)));
  }

  /**
   * The section was deleted. `restore` creates it again, `copy` saves its content as another section; both are
   * optional.
   */
  gone(who, { restore, copy }, close) {
    this.set('changed', banner('bad', 'warning', who ? t('edit.gone.by', { name: who }) : t('edit.gone'),
      restore && button(t(copy ? 'edit.gone.restoreAndSave' : 'edit.gone.restore'), restore, 'primary'),
      copy && button(t('edit.gone.copy'), copy), button(t('edit.close'), close)));
  }

  readOnly(stage) {
    this.set('readOnly', banner('', 'lock', t(stage === 'live' ? 'edit.readOnly.live' : 'edit.readOnly')));
  }

  failed(text, retry) {
    this.set('failed', text && banner('bad', 'warning', text, button(t('edit.retry'), retry)));
  }
}
