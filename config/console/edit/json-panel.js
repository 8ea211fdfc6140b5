// The tab JSON: the whole section as text. Valid text is applied at once; a syntax error is reported with its position.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { copyButton } from '../ui/widgets.js';
import { print } from '../core/exact-json.js';
import { parseText } from './json-parser.js';
import { syntaxErrorText } from './labels.js';
import { isObject } from './values.js';

const FIXED = ['blockCode', 'showType'];

export function jsonPanel(context) {
  const { model, readOnly } = context;
  const area = h('textarea.edit-json', { rows: 24, spellcheck: 'false', autocapitalize: 'off', wrap: 'off', readOnly });
  const made = field({ label: t('edit.json.label'), hint: t('edit.json.hint'), input: area });
  const state = h('div.edit-json-state', { role: 'status' });
  let own = false;

  function show() {
    if (model.broken) return;
    area.value = print(model.value, 2);
    say(null);
  }

  function say(error) {
    replace(state, error ? [icon('warning', { size: 16 }), h('span', syntaxErrorText(error)),
      h('button.button.small', { onClick: () => go(error) }, t('edit.json.go'))]
      : [icon('check', { size: 16 }), h('span', t('edit.json.good'))]);
    state.classList.toggle('bad', Boolean(error));
    made.element.classList.toggle('invalid', Boolean(error));
    if (error) area.setAttribute('aria-invalid', 'true');
    else area.removeAttribute('aria-invalid');
  }

  function go(error) {
    area.focus();
    const at = error.offset ?? 0;
    area.setSelectionRange(at, Math.min(at + 1, area.value.length));
    const line = parseFloat(getComputedStyle(area).lineHeight) || 18;
    area.scrollTop = Math.max(0, ((error.line ?? 1) - 5) * line);
  }

  function read() {
    let value;
    try {
      value = checked(parseText(area.value), model.saved);
    } catch (error) {
      model.broken = error;
      say(error);
      model.setUnread(area, { reason: syntaxErrorText(error), json: true });
      return;
    }
    own = true;
    model.replace(value);
    own = false;
    say(null);
  }

  area.addEventListener('input', read);
  const off = model.on((type) => type === 'replace' && !own && show());
  show();
  return { element: h('div.edit-tab', h('div.edit-json-bar', state, copyButton(() => area.value)), made.element),
    show, destroy: off, reveal(path) {
      const found = placeOf(area.value, path);
      go({ offset: found, line: area.value.slice(0, found).split('\n').length });
    } };
}

// The code and the layout identify the section: they cannot be edited here.
function checked(value, saved) {
  if (!isObject(value)) throw { reason: 'object' };
  for (const name of FIXED) if (value[name] !== saved[name]) throw { reason: 'fixed', name, value: saved[name] };
  if (!isObject(value.content)) throw { reason: 'content' };
  delete value.info;
  return value;
}

// Returns the offset of the last named member of a path; good enough to place the cursor.
function placeOf(text, path) {
  let at = 0;
  for (const name of path.filter((part) => !/^\d+$/.test(part))) {
    const found = text.indexOf(`${JSON.stringify(name)}:`, at);
    if (found < 0) break;
    at = found;
  }
  return at;
}

