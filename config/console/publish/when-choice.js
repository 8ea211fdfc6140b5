import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { beginnings } from '../ui/date-presets.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { segmented } from '../ui/widgets.js';

/** A choice of now or an instant: {element, at: ISO or null, check() → bool}. `onChange` is called for every choice. */
export function whenChoice({ onChange }) {
  let later = false;
  const date = dateTimeField({ label: t('publish.at'), min: new Date().toISOString(), presets: beginnings,
    onChange: () => change() });
  const time = h('div.publish-time', { hidden: true }, date.element);
  const choice = segmented({ label: t('publish.when'), value: 'now', options: [
    { value: 'now', label: t('publish.when.now') }, { value: 'later', label: t('publish.when.later') },
  ], onChange: (value) => {
    later = value === 'later';
    time.hidden = !later;
    change();
    if (later) date.input.focus();
  } });
  function change() {
    date.setError(null);
    onChange?.();
  }
  return {
    element: h('div.publish-when', h('p.publish-label', t('publish.when')), choice, time),
    get at() { return later ? date.value || null : null; },
    get later() { return later; },
    /** Chooses an instant, or now for null. */
    set(at) {
      later = Boolean(at);
      date.value = at ?? '';
      time.hidden = !later;
      choice.setValue(later ? 'later' : 'now');
      change();
    },
    setError: (text) => date.setError(text),
    check() {
      if (!later) return true;
      const issue = !date.value ? t('publish.at.missing')
        : Date.parse(date.value) <= Date.now() ? t('publish.at.past') : null;
      date.setError(issue);
      if (issue) date.input.focus();
      return !issue;
    },
  };
}
