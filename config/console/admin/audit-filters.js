// The filters of the activity log. Their values are in the URL's query.

import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { zoneName } from '../core/zone.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { copyButton, segmented } from '../ui/widgets.js';
import { GROUPS } from './audit-words.js';

const DAY = 86400_000;
const SPANS = { 1: 'audit.span.1', 7: 'audit.span.7', 30: 'audit.span.30' };
const isSpanOf = (days) => Object.hasOwn(SPANS, days ?? '');
export const NAMES = ['page', 'actor', 'action', 'outcome', 'days', 'from', 'until'];

/** Returns the query for the server, with a number of days converted to an instant. */
export function serverQuery({ page, actor, action, outcome, days, from, until }) {
  const isSpan = isSpanOf(days);
  const begin = isSpan ? new Date(Date.now() - days * DAY).toISOString() : from;
  return { page, actor, action, outcome: ['done', 'refused'].includes(outcome) ? outcome : null,
    from: begin, until: isSpan ? null : until };
}

// An unknown name, such as that of a deleted page, remains an option.
function select(name, label, anything, options, query, change) {
  const known = options.flatMap((option) => option.options ?? [option]);
  const present = query[name] ?? '';
  const extra = present && !known.some((option) => option.value === present)
    ? [{ value: present, label: present }] : [];
  const one = (option) => (option.options
    ? h('optgroup', { label: option.label }, option.options.map(one))
    : h('option', { value: option.value }, option.label));
  const input = h('select', { value: present, onChange: () => change({ [name]: input.value }) },
    h('option', { value: '' }, anything), extra.map(one), options.map(one));
  return field({ label, input }).element;
}

function actions() {
  return GROUPS.map((group) => ({ label: t(group.text), options: Object.entries(group.actions)
    .map(([value, text]) => ({ value, label: t(text) })) }));
}

// Does not redraw the date fields while one is being edited: each key press changes the query, without a new history
// entry.
function limits(change) {
  let typed = false;
  const take = (values) => {
    typed = true;
    change(values, { push: false });
    typed = false;
  };
  const dates = ['from', 'until'].map((name) => ({ name, date: dateTimeField({
    label: t(name === 'from' ? 'audit.from' : 'audit.until'),
    onChange: (iso) => take({ [name]: iso && new Date(iso).toISOString() }) }) }));
  const element = h('div.audit-part', dates.map((one) => one.date.element));
  return { element, draw(query) {
    if (typed) return;
    element.hidden = !isOwn(query);
    for (const { name, date } of dates) date.value = query[name];
  } };
}

const isOwn = (query) => Boolean(query.from || query.until) && !isSpanOf(query.days);

function span(query, own, change) {
  const input = h('select', { value: own ? 'own' : query.days ?? '', onChange: () => {
    if (input.value === 'own') {
      change({ days: null, from: new Date(Date.now() - DAY).toISOString(), until: null });
    } else {
      change({ days: input.value, from: null, until: null });
    }
  } }, h('option', { value: '' }, t('audit.span.any')),
  Object.entries(SPANS).map(([value, text]) => h('option', { value }, t(text))),
  h('option', { value: 'own' }, t('audit.span.own')));
  return field({ label: t('audit.span'), input }).element;
}

/** `change` gets the changed members of the query; `draw(query, {pages, actors})` updates the filters. */
export function filters(change) {
  const count = h('span');
  const fold = h('button.button.audit-fold', { 'aria-expanded': 'false', onClick: () => {
    const open = fold.getAttribute('aria-expanded') !== 'true';
    fold.setAttribute('aria-expanded', String(open));
  } }, icon('filter'), count);
  const element = h('form.audit-filters', { 'aria-label': t('audit.filters'), role: 'search',
    onSubmit: (event) => event.preventDefault() });
  const [before, after] = [h('div.audit-part'), h('div.audit-part')];
  const dates = limits(change);
  replace(element, before, dates.element, after);
  function draw(query, { pages = [], actors = [] } = {}) {
    const used = NAMES.filter((name) => query[name]).length;
    replace(count, used ? t('audit.filters.used', { count: used }) : t('audit.filters'));
    const active = element.contains(document.activeElement) && !dates.element.contains(document.activeElement)
      ? [...element.querySelectorAll('select, input, button')].indexOf(document.activeElement) : -1;
    dates.draw(query);
    replace(before,
      select('page', t('audit.page'), t('audit.page.any'),
        pages.map((page) => ({ value: page.page, label: page.title })), query, change),
      select('actor', t('audit.actor'), t('audit.actor.any'),
        actors.map((name) => ({ value: name, label: name })), query, change),
      select('action', t('audit.action'), t('audit.action.any'), actions(), query, change),
      span(query, !dates.element.hidden, change));
    replace(after,
      h('div.field', h('span.field-label', t('audit.outcome')), segmented({
        label: t('audit.outcome'), value: query.outcome ?? '', options: [
          { value: '', label: t('audit.outcome.any') },
          { value: 'done', label: t('audit.outcome.done') },
          { value: 'refused', label: t('audit.outcome.refused') },
        ], onChange: (outcome) => change({ outcome }) })),
      h('div.audit-tools', NAMES.some((name) => query[name])
        && h('button.button.small', { onClick: () => change(Object.fromEntries(
          NAMES.map((name) => [name, null]))) }, icon('close', { size: 16 }), t('audit.clear')),
      copyButton(() => location.href, t('audit.copy')),
      h('span.admin-faint', t('audit.zone', { zone: zoneName() }))));
    if (active >= 0) element.querySelectorAll('select, input, button')[active]?.focus();
  }
  return { elements: [fold, element], draw };
}
