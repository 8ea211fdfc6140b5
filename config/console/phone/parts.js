// Elements that several layouts share.
import { h } from '../core/dom.js';
import { locale, t } from '../core/i18n.js';
import { at, list, picture, str } from './safe.js';

/** Formats large numbers as apps do: 12 万 or 123K. */
export function short(count) {
  return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 })
    .format(count);
}

export function length(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const two = (n) => String(n).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

export function money(amount, currency) {
  if (!/^[A-Z]{3}$/.test(str(currency))) return new Intl.NumberFormat(locale()).format(amount);
  try {
    return new Intl.NumberFormat(locale(), {
      style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0,
    }).format(amount);
  } catch {
    return `${amount} ${currency}`;
  }
}

export function day(ms, options = { month: 'short', day: 'numeric' }) {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(locale(), options).format(date);
}

/** Returns the number of calendar days from `now` to an instant. */
export function daysBetween(ms, now) {
  const midnight = (value) => new Date(value).setHours(0, 0, 0, 0);
  return Math.round((midnight(ms) - midnight(now)) / 86400000);
}

export const headingText = (block) =>
  str(at(block, 'uiElement', 'subTitle', 'title')) || str(at(block, 'uiElement', 'mainTitle', 'title'));

/** The heading of a section with its button; null without both. */
export function heading(block) {
  const above = str(at(block, 'uiElement', 'mainTitle', 'title'));
  const title = str(at(block, 'uiElement', 'subTitle', 'title'));
  const button = buttonOf(block);
  if (!above && !title && !button) return null;
  const mark = at(block, 'uiElement', 'subTitle', 'titleImgUrl');
  return h('div.phone-head',
    h('div.phone-head-text',
      above && title && h('div.phone-head-above', above),
      h('div.phone-head-title', mark && picture(mark, { kind: 'phone-head-mark' }), title || above)),
    button);
}

export function buttonOf(owner) {
  const text = str(at(owner, 'uiElement', 'button', 'text'));
  return text ? h('span.phone-more', text) : null;
}

/**
 * Marks an element as a card whose form opens on a click. `ref`: the card's index in the section's list, optionally
 * followed by a pointer into the card (`2/resources/0`), or a pointer into the content (`/extInfo/hot`).
 */
export function cardAt(ref, element) {
  element.dataset.card = ref;
  return element;
}

/** A row of cards; arrow keys on the section scroll it. */
export function row(cards, kind = '') {
  return h('div', { class: `phone-row ${kind}`.trim(), dataset: { sideways: '' } }, cards);
}

/** Pages of full width, with dots for the current one. */
export function pages(slides, kind = '') {
  const dots = slides.map((_, place) => h('i', { class: place ? '' : 'on' }));
  const track = h('div', { class: `phone-pages ${kind}`.trim(), dataset: { sideways: '' } },
    slides.map((slide) => h('div.phone-page', slide)));
  track.addEventListener('scroll', () => follow(track, dots), { passive: true });
  return h('div.phone-carousel', track,
    slides.length > 1 && h('div.phone-dots', { 'aria-hidden': 'true' }, dots));
}

function follow(track, dots) {
  const room = track.scrollWidth - track.clientWidth;
  const place = room > 0 ? Math.round((track.scrollLeft / room) * (dots.length - 1)) : 0;
  dots.forEach((dot, index) => dot.classList.toggle('on', index === place));
}

export const tag = (text, kind = '') =>
  str(text) ? h('span', { class: `phone-tag ${kind}`.trim() }, str(text)) : null;

export const playMark = () => h('i.phone-play', { 'aria-hidden': 'true' });

/** The number of plays, over a cover. */
export function plays(count) {
  if (!Number.isFinite(count)) return null;
  return h('span.phone-plays', { title: t('phone.plays', { count: short(count) }) },
    playMark(), short(count));
}

/** Returns the title, picture … of a card, from the card itself or its first resource. */
export function look(card) {
  const resource = list(at(card, 'resources'))[0];
  const own = at(card, 'uiElement');
  const inner = at(resource, 'uiElement');
  const pick = (...path) => str(at(own, ...path)) || str(at(inner, ...path));
  return {
    title: pick('mainTitle', 'title'),
    subtitle: pick('subTitle', 'title'),
    image: pick('image', 'imageUrl'),
    labels: list(at(own, 'labelTexts') ?? at(inner, 'labelTexts')).map(str).filter(Boolean),
    resource,
  };
}
