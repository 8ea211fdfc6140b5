// The header fields of a feed's requests: literal values, or names of secrets.
import { h, replace, uid } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { pointer } from '../edit/values.js';

const SECRET = 'secret:';
const USUAL = ['Authorization', 'X-Api-Key', 'X-Auth-Token', 'Accept-Language'];

export class FeedHeaders {
  constructor({ headers, secrets, readOnly, onChange }) {
    Object.assign(this, { secrets, readOnly, onChange, rows: [] });
    this.names = h('datalist', { id: uid('headers') }, USUAL.map((value) => h('option', { value })));
    this.list = h('div.feed-rows');
    this.add = h('button.button.small', { onClick: () => this.insert() }, icon('plus', { size: 16 }), t('admin.feed.header.add'));
    this.element = h('div.feed-part', this.list, !readOnly && this.add, this.names);
    for (const [name, value] of Object.entries(headers ?? {})) this.make(name, value);
    this.draw();
  }

  insert() {
    this.make('', this.secrets.length ? SECRET + this.secrets[0] : '').name.input.focus();
    this.draw();
    this.rows.at(-1).name.input.focus();
  }

  make(name, value) {
    const { readOnly, onChange } = this;
    const secret = value.startsWith(SECRET) ? value.slice(SECRET.length) : null;
    const row = { };
    row.name = field({ label: t('admin.feed.header.name'), input: h('input', { type: 'text', value: name, readOnly,
      list: readOnly ? null : this.names.id, autocomplete: 'off', spellcheck: 'false', onInput: onChange }) });
    const known = secret && !this.secrets.includes(secret) ? [...this.secrets, secret] : this.secrets;
    const kind = h('select', { disabled: readOnly, onChange: () => {
      text.element.hidden = kind.value !== '';
      onChange();
    } }, h('option', { value: '' }, t('admin.feed.header.text')),
    known.map((one) => h('option', { value: SECRET + one }, t('admin.feed.header.secret', { name: one }))));
    kind.value = secret ? value : '';
    row.kind = field({ label: t('admin.feed.header.kind'), input: kind });
    const text = field({ label: t('admin.feed.header.value'), input: h('input', { type: 'text', value: secret ? '' : value,
      readOnly, autocomplete: 'off', spellcheck: 'false', onInput: onChange }) });
    text.element.hidden = kind.value !== '';
    row.read = () => [row.name.input.value.trim(), kind.value || text.input.value];
    const drop = () => {
      this.rows = this.rows.filter((other) => other !== row);
      this.draw();
      this.add.focus();
      onChange();
    };
    row.element = h('div.feed-row', { role: 'group', 'aria-label': t('admin.feed.header') }, row.name.element, row.kind.element,
      text.element, !readOnly && h('button.icon-button.feed-drop', { 'aria-label': t('admin.feed.header.remove'),
        title: t('admin.feed.header.remove'), onClick: drop }, icon('trash')));
    this.rows.push(row);
    return row;
  }

  draw() {
    replace(this.list, this.rows.length ? this.rows.map((row) => row.element)
      : h('p.admin-faint', t('admin.feed.header.none')));
  }

  get value() {
    return Object.fromEntries(this.rows.map((row) => row.read()).filter(([name]) => name));
  }

  /** Shows issues at their rows; `take(pointer)` returns the text for a pointer, and marks it as shown. */
  showIssues(take) {
    return this.rows.map((row) => [row.name, take(pointer(['headers', row.read()[0]]))]);
  }
}
