import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { segmented } from '../ui/widgets.js';

/** The quick picks: an evening's eight o'clock, a morning's ten; those that are over are the next day's. */
export function quickPicks(now = new Date()) {
  const at = (days, hour) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const evening = at(0, 20);
  return [
    evening > now && ['publish.tonight', evening],
    ['publish.tomorrow', at(1, 10)],
    evening <= now && ['publish.tomorrowNight', at(1, 20)],
    ['publish.monday', at((8 - now.getDay()) % 7 || 7, 10)],
  ].filter(Boolean).map(([key, date]) => ({ label: t(key), at: date.toISOString() }));
}

/** A choice of now or an instant: {element, at: ISO or null, check() → bool}. `onChange` is called for every choice. */
export function whenChoice({ onChange }) {
  let later = false;
  const date = dateTimeField({ label: t('publish.at'), min: new Date().toISOString(), onChange: () => change() });
  const picks = h('div.publish-picks', quickPicks().map(({ label, at }) => h('button.button.small', {
    onClick: () => {
      date.value = at;
      change();
    },
  }, label)));
  const time = h('div.publish-time', { hidden: true }, date.element, picks);
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
