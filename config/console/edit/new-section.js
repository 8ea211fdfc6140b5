// Adds a section: a layout, a name, a position. It starts with valid content that is ready to be edited.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { cardsAt } from '../page/card-identity.js';
import { offerUndo } from '../page/undo.js';
import { codeIssue, suggestCode } from './codes.js';
import { describe } from './labels.js';
import { layoutChooser } from './layout-chooser.js';
import { Layout } from './layout.js';
import { picturesOf } from './pictures.js';
import { Sampler } from './samples.js';
import '../text/edit.js';

/** The most cards of an existing section that is drawn as an example of its layout. */
const MOST_DRAWN = 20;
const ASSETS = ['/assets/mall/tea-fair.webp', '/assets/demo/lighthouse.webp', '/assets/covers/paper-waves.webp'];

/** The content of a new section: valid, with placeholder texts and existing pictures. */
export function startContent(layout, workspace, heading, showType, cards = 1) {
  const like = [...workspace.blocks.values()].filter((block) => block.showType === showType).map((block) => block.content);
  const used = picturesOf(workspace, like).filter((address) => address.startsWith('/assets/'));
  const sampler = new Sampler(layout, { heading, filled: layout.settings.data ?? [],
    pictures: used.length ? used : ASSETS, cards, text: (name) => t(/text|content/.test(name) ? 'edit.sample.text' : 'edit.sample.title') });
  return sampler.content();
}

/** Returns an example of a layout: a section of this page, or a new one with several cards. */
async function exampleOf(workspace, { showType, items }) {
  const own = [...workspace.blocks.values()].find((block) => (
    block.showType === showType && cardsAt(block.content, items).length <= MOST_DRAWN));
  if (own) return own;
  const layout = new Layout(await workspace.schema(showType));
  return { blockCode: showType, showType, content: startContent(layout, workspace, workspace.typeTitle(showType), showType, 4) };
}

/**
 * Opens the dialog for a new section. Resolves with its code, or null if it was cancelled. `drawLayout(block, resource,
 * types)` draws a section as the app does.
 */
export async function newSection(workspace, { after, drawLayout } = {}) {
  await styles('edit', 'edit-dialogs');
  const body = h('div.edit-new');
  let type = null;
  let details = null;
  const create = { label: t('edit.new.create'), kind: 'primary', run: () => make() };
  const handle = dialog({ title: t('edit.new'), wide: true, body,
    actions: [{ label: t('edit.cancel'), run: () => null }, create] });

  function choose() {
    type = null;
    create.button.hidden = true;
    replace(body, layoutChooser(workspace, fill, drawLayout && (async (chosen) => {
      const { content, ...rest } = await exampleOf(workspace, chosen);
      return drawLayout({ ...content, ...rest }, { content, ...rest }, workspace.types);
    })));
    body.querySelector('input')?.focus();
  }

  function fill(chosen) {
    type = chosen;
    create.button.hidden = false;
    details = detailsForm(workspace, chosen, after, choose);
    replace(body, details.element);
    handle.setError(null);
    details.focus();
    body.closest('.dialog-body')?.scrollTo(0, 0);
  }

  async function make() {
    if (!details?.check()) return false;
    const { name, code, target } = details.read();
    const layout = new Layout(await workspace.schema(type.showType));
    const resource = { blockCode: code, showType: type.showType, enabled: true, from: null, until: null, audience: null,
      localizations: null, fallback: null, content: startContent(layout, workspace, name, type.showType) };
    try {
      await workspace.create(resource, target);
    } catch (problem) {
      if (problem.status === 409) return details.taken();
      throw problem;
    }
    return code;
  }

  choose();
  const code = await handle.closed ?? null;
  if (code) offerUndo(workspace, t('edit.new.done', { name: workspace.nameOf(code) }), { kind: 'good' });
  return code;
}

function detailsForm(workspace, type, after, back) {
  const title = workspace.typeTitle(type.showType);
  const name = field({ label: t('edit.new.name'), hint: t('edit.new.name.hint'),
    input: h('input', { type: 'text', value: title, maxlength: 100, autocomplete: 'off' }) });
  const code = field({ label: t('edit.new.code'), hint: t('edit.new.code.hint'), required: true,
    input: h('input', { type: 'text', maxlength: 128, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off' }) });
  const place = field({ label: t('edit.new.place'), input: placeSelect(workspace, type, after) });
  let ownCode = false;
  const suggest = () => {
    if (!ownCode) code.input.value = suggestCode(workspace, name.input.value, type.showType);
    if (!ownCode) code.setError(null);
  };
  const check = () => {
    const issue = codeIssue(workspace, code.input.value.trim());
    code.setError(issue && t(issue));
    return issue === null;
  };
  name.input.addEventListener('input', suggest);
  code.input.addEventListener('input', () => {
    ownCode = code.input.value !== '';
    check();
  });
  suggest();
  const description = h('p.edit-note');
  workspace.schema(type.showType).then((schema) => { description.textContent = describe(schema.description ?? ''); }).catch(() => {});
  return {
    element: h('div.edit-new-details',
      h('div.edit-new-layout', h('div', h('h3', title), description),
        h('button.button.small', { onClick: back }, icon('chevron-left', { size: 16 }), t('edit.new.other'))),
      name.element, h('div.edit-pair', code.element, place.element)),
    focus: () => name.input.select(),
    check() {
      if (check()) return true;
      code.input.focus();
      return false;
    },
    taken() {
      code.setError(t('edit.new.code.taken'));
      code.input.focus();
      return false;
    },
    read() {
      const target = place.input.value;
      return { name: name.input.value.trim(), code: code.input.value.trim(),
        target: target === 'start' || target === 'end' ? { to: target } : { after: target.slice(6) } };
    },
  };
}

// Pinned sections keep their position, whatever is chosen here.
function placeSelect(workspace, type, after) {
  const option = (value, label) => h('option', { value }, label);
  const codes = workspace.order.filter((code) => !workspace.stateOf(code).pinned);
  const select = h('select', { disabled: Boolean(type.pin) }, type.pin ? option('end', t('edit.new.place.pinned')) : [
    option('start', t('edit.new.place.start')), option('end', t('edit.new.place.end')),
    codes.map((code) => option(`after:${code}`, t('edit.new.place.after', { name: workspace.nameOf(code) })))]);
  select.value = after && codes.includes(after) && !type.pin ? `after:${after}` : 'end';
  return select;
}
