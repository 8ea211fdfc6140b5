// The form that defines a feed.
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { showIssues } from '../ui/form-issues.js';
import { schemaOf } from '../page/layouts.js';
import { typeTitle } from '../page/names.js';
import { feedReason } from '../edit/feed-reasons.js';
import { Layout } from '../edit/layout.js';
import { cardPlaces, itemPlaces } from './card-places.js';
import { FeedFields } from './feed-fields.js';
import { FeedHeaders } from './feed-headers.js';

const NUMBERS = ['interval', 'timeout', 'maximum', 'ttl'];
const STANDARD = { interval: 300, timeout: 10, maximum: 50, ttl: null };

/** Returns typed digits as a number. Other text is sent unchanged: the server reports what is wrong with it. */
function typedNumber(text) {
  if (text === '') return null;
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

export class FeedForm {
  /** `feed`: a definition, or null for a new one; `rules`: what the server allows, or null if unknown. */
  constructor({ feed, rules, types, readOnly, onChange }) {
    Object.assign(this, { feed, rules, types, readOnly, onChange, inputs: {} });
    const text = (name, props = {}) => this.text(name, props);
    const changed = () => onChange();
    this.layout = h('select', { disabled: readOnly, onChange: () => this.chooseLayout() });
    this.drawLayouts();
    this.inputs.showType = field({ label: t('admin.feed.showType'), hint: t('admin.feed.showType.hint'), input: this.layout,
      required: true });
    this.headers = new FeedHeaders({ headers: feed?.headers, secrets: rules?.secrets ?? [], readOnly, onChange: changed });
    this.fields = new FeedFields({ fields: feed?.fields, readOnly, onChange: changed });
    this.others = h('div.feed-others', { role: 'alert' });
    this.element = h('form.feed-form', { noValidate: true, onSubmit: (event) => event.preventDefault() },
      this.part('admin.feed.part.source', null, [!feed && text('name', { required: true, hint: 'admin.feed.name.hint' }),
        text('url', { required: true, inputmode: 'url' }), rules && this.allowed()]),
      this.part('admin.feed.part.headers', t('admin.feed.part.headers.hint'), [this.headers.element]),
      this.part('admin.feed.part.cards', t('admin.feed.part.cards.hint'), [this.inputs.showType.element,
        text('items', { hint: 'admin.feed.items.hint', placeholder: '/data/list' }), this.fields.element]),
      this.part('admin.feed.part.limits', null, [h('div.edit-pair', NUMBERS.map((name) => (
        text(name, { hint: `admin.feed.${name}.hint`, inputmode: 'numeric' }))))]),
      this.others);
    if (this.layout.value) this.loadPlaces();
  }

  part(key, hint, inside) {
    return h('section.admin-card', h('h2', t(key)), hint && h('p.admin-faint', hint), inside);
  }

  text(name, { hint, required, ...props }) {
    const value = this.feed?.[name] ?? STANDARD[name] ?? '';
    const input = h('input', { type: 'text', value: String(value), readOnly: this.readOnly, autocomplete: 'off', spellcheck: 'false',
      autocapitalize: 'off', onInput: () => this.onChange(), ...props });
    this.inputs[name] = field({ label: t(`admin.feed.${name}`), hint: hint && t(hint), input, required });
    return this.inputs[name].element;
  }

  /** Lists the hosts that the settings allow. */
  allowed() {
    const { allowedHosts: hosts } = this.rules;
    return h('p.admin-faint', hosts.length ? t('admin.feed.hosts', { hosts: list(hosts) }) : t('admin.feed.hosts.none'));
  }

  drawLayouts() {
    const fitting = [...this.types.values()].filter((type) => type.items || type.showType === this.feed?.showType);
    replace(this.layout, h('option', { value: '' }, t('admin.feed.showType.none')),
      fitting.map((type) => h('option', { value: type.showType }, typeTitle(type))));
    this.layout.value = this.feed?.showType ?? '';
  }

  chooseLayout() {
    this.loadPlaces();
    this.onChange();
  }

  async loadPlaces() {
    const showType = this.layout.value;
    if (!showType) return;
    try {
      const schema = await schemaOf(showType);
      if (this.layout.value === showType) this.fields.take(cardPlaces(new Layout(schema)));
    } catch {
      // Positions can still be typed.
    }
  }

  /** The definition as sent to the server. */
  get value() {
    const text = (name) => this.inputs[name].input.value.trim();
    const numbers = Object.fromEntries(NUMBERS.map((name) => [name, typedNumber(text(name))]));
    return { name: this.feed?.name ?? text('name'), url: text('url'), headers: this.headers.value, showType: this.layout.value,
      items: text('items'), fields: this.fields.value, ...numbers };
  }

  /** Whether the definition has all that a request of the list needs. */
  get isComplete() {
    const { url, showType, fields } = this.value;
    return Boolean(url && showType && Object.keys(fields).length) && this.fields.localIssues().every(([, issue]) => !issue);
  }

  /** Sets the position of the items in the response. */
  setItems(place) {
    this.inputs.items.input.value = place;
    this.inputs.items.input.focus();
    this.onChange();
  }

  /** Shows the server's issues at their fields, and those without a field below the form. */
  showIssues(errors, { focus = false } = {}) {
    const left = new Map(errors.map(({ pointer, reason }) => [pointer, feedReason(reason)]));
    const take = (pointer) => {
      const text = left.get(pointer) ?? null;
      left.delete(pointer);
      return text;
    };
    const shown = [...Object.entries(this.inputs).map(([name, made]) => [made, take(`/${name}`)]),
      ...this.headers.showIssues(take), ...this.fields.showIssues(take)];
    const twice = new Map(this.fields.localIssues().filter(([, issue]) => issue));
    const all = shown.map(([made, issue]) => [made, issue ?? twice.get(made) ?? null]);
    replace(this.others, [...left].map(([pointer, text]) => h('p.field-error', icon('warning', { size: 14 }),
      h('span', [pointer, text].filter(Boolean).join(': ')))));
    if (focus) return showIssues(all);
    for (const [made, issue] of all) made.setError(issue);
    return true;
  }

  /**
   * Shows the result of a dry run: faults at the rows of the mapping, and the positions of an upstream item as
   * suggestions.
   */
  showResult({ faults, cards }) {
    this.fields.showFaults(faults);
    const item = cards[0]?.upstream ?? faults.find(({ upstream }) => upstream !== null)?.upstream;
    if (item) this.fields.suggest(itemPlaces(item));
  }
}
