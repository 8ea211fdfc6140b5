// A slider over the instants at which something changes; a date field for any other instant.
import { h, replace } from '../core/dom.js';
import { locale, t } from '../core/i18n.js';
import { dateTime, time } from '../core/time.js';
import { beginnings } from '../ui/date-presets.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { icon } from '../ui/icons.js';

const ICONS = { release: 'send', takeover: 'megaphone', window: 'clock' };
const COLUMN = 128;

/** Omits the current year. */
function brief(iso) {
  const date = new Date(iso);
  const other = date.getFullYear() !== new Date().getFullYear();
  const form = { month: 'short', day: 'numeric', ...(other ? { year: 'numeric' } : {}) };
  return `${new Intl.DateTimeFormat(locale(), form).format(date)} ${time(iso)}`;
}

export class Timeline {
  constructor({ onChange }) {
    this.onChange = onChange;
    this.stops = [{ at: null, events: [] }];
    this.slider = h('input.preview-slider', {
      type: 'range', min: '0', max: '0', step: '1', value: '0', 'aria-label': t('preview.time'),
      onInput: () => this.choose(Number(this.slider.value)),
    });
    this.labels = h('div.preview-stops');
    this.line = h('div.preview-line', this.slider, this.labels);
    this.scroller = h('div.preview-scroller', this.line);
    this.none = h('p.preview-none', { hidden: true }, icon('info'), t('preview.nothingPlanned'));
    this.exact = dateTimeField({ label: t('preview.exact'), value: '', presets: beginnings, onChange: (iso) => {
      onChange(iso ? new Date(iso).toISOString() : null);
    } });
    this.now = h('button.button.small', { type: 'button', onClick: () => onChange(null) },
      icon('live'), t('preview.now'));
    this.element = h('div.preview-time', h('div.preview-planned', this.scroller, this.none),
      h('div.preview-exact', this.exact.element, this.now));
  }

  choose(place) { this.onChange(this.stops[place]?.at ?? null); }

  /** known: whether the plans are loaded; until then, the slider and the note are hidden. */
  update(stops, at, known = true) {
    this.stops = stops;
    this.slider.max = String(stops.length - 1);
    this.scroller.hidden = stops.length < 2;
    this.none.hidden = !known || stops.length >= 2;
    this.line.style.minWidth = `${stops.length * COLUMN}px`;
    this.slider.style.marginInline = `calc(${50 / stops.length}% - 12px)`;
    this.slider.style.width = `calc(${100 - 100 / stops.length}% + 24px)`;
    this.labels.style.gridTemplateColumns = `repeat(${stops.length}, minmax(0, 1fr))`;
    replace(this.labels, stops.map((stop, place) => this.label(stop, place)));
    this.show(at);
  }

  label(stop, place) {
    const [first, ...more] = stop.events;
    return h('button.preview-stop', {
      type: 'button', tabindex: '-1', title: stop.events.map((event) => event.text).join('\n'),
      onClick: () => { this.choose(place); this.slider.focus(); },
    }, h('b', stop.at ? brief(stop.at) : t('preview.now')),
    first && h('span', { class: `preview-stop-what ${first.kind}` }, icon(ICONS[first.kind], { size: 14 }),
      h('span', first.text)),
    more.length > 0 && h('small', t('preview.more', { count: more.length })));
  }

  /** Selects the stop that is in effect at an instant: the last one not after it. */
  show(at) {
    const instant = at ? Date.parse(at) : null;
    let place = 0;
    this.stops.forEach((stop, index) => {
      if (instant !== null && stop.at && Date.parse(stop.at) <= instant) place = index;
    });
    this.slider.value = String(place);
    const stop = this.stops[place];
    this.slider.setAttribute('aria-valuetext', [at ? dateTime(at) : t('preview.now'),
      ...(stop.at === at ? stop.events.map((event) => event.text) : [])].join(', '));
    [...this.labels.children].forEach((label, index) =>
      label.classList.toggle('on', index === place && (stop.at ?? null) === (at ?? null)));
    this.now.disabled = !at;
    if (document.activeElement !== this.exact.input) this.exact.value = at ?? '';
    this.labels.children[place]?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }
}
