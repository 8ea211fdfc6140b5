// Copies a section to this page or another one. The copy is in the page's draft.
import { Problem, del, get, post } from '../core/api.js';
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath, pagePath } from '../core/paths.js';
import { href } from '../core/router.js';
import { styles } from '../core/style.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { showIssues } from '../ui/form-issues.js';
import { failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { bare, sameBlock } from './block-states.js';
import { offerUndo } from './undo.js';
import { isOpen, openSection } from './open-field.js';
import { Workspace } from './workspace.js';
import '../text/copy.js';

const RULE = /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,128}$/;

/** Opens the dialog that copies a section. Resolves when it is closed. */
export async function copyDialog(workspace, code) {
  await styles('edit-dialogs');
  return new CopyDialog(workspace, code).open();
}

class CopyDialog {
  constructor(workspace, code) {
    Object.assign(this, { workspace, code, name: workspace.nameOf(code) });
    this.sources = { draft: workspace.stage === 'draft' && workspace.blocks.get(code), live: workspace.live.blocks.get(code) };
    this.stage = this.sources.draft ? 'draft' : 'live';
    this.body = h('div.copy-form', loading());
  }

  open() {
    this.handle = dialog({ title: t('copy.title', { name: this.name }), body: this.body, actions: [
      { label: t('cancel') },
      this.action = { label: t('copy.action'), kind: 'primary', icon: 'copy', disabled: true, run: () => this.copy() }] });
    this.load();
    return this.handle.closed;
  }

  async load() {
    try {
      this.fill((await get('/api/pages')).data);
    } catch (problem) {
      this.body.replaceChildren(failure(problem, () => this.load()));
    }
  }

  fill(pages) {
    const { slug } = this.workspace;
    this.pages = new Map(pages.map((one) => [one.page, one]));
    const others = pages.filter((one) => one.page !== slug);
    const select = h('select', [...others, ...pages.filter((one) => one.page === slug)].map((one) => (
      h('option', { value: one.page }, one.page === slug ? t('copy.page.this', { title: one.title }) : one.title))));
    this.page = field({ label: t('copy.page'), input: select, hint: t('copy.page.hint') });
    this.own = field({ label: t('copy.code'), hint: t('copy.code.hint'), input: h('input', { type: 'text', maxlength: 128,
      autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', onInput: () => this.own.setError(null) }) });
    select.addEventListener('change', () => this.page.setError(null));
    const { draft, live } = this.sources;
    const which = draft && live && !sameBlock(draft, live) && field({ label: t('copy.stage'), input: segmented({
      label: t('copy.stage'), value: this.stage, onChange: (stage) => { this.stage = stage; },
      options: ['draft', 'live'].map((stage) => ({ value: stage, label: t(`page.${stage}`) })) }) }).element;
    this.body.replaceChildren(...[this.page.element, which, this.own.element].filter(Boolean));
    this.action.button.disabled = false;
    select.focus();
  }

  async copy() {
    const { workspace, stage } = this;
    const target = this.page.input.value;
    const code = this.own.input.value.trim();
    if (!showIssues([[this.page, null], [this.own, code && !RULE.test(code) ? t('copy.code.rule') : null]])) return false;
    const source = this.sources[stage];
    try {
      // In the draft being edited here, a copy is a normal step, which can be undone.
      if (target === workspace.slug && workspace.stage === 'draft') await this.here(source, code || workspace.freeCode(this.code));
      else await this.there(target, code);
      return true;
    } catch (problem) {
      return this.refused(problem, target);
    }
  }

  async here(source, code) {
    if (this.workspace.isTaken(code)) throw new Problem(409);
    const { workspace } = this;
    const sent = workspace.create({ ...bare(source), blockCode: code }, workspace.blocks.has(this.code) ? { after: this.code } : {});
    const waits = Promise.resolve(workspace.when(() => workspace.offline && workspace.pending > 0)).then(() => 'waits');
    // Without a connection, the copy waits in the queue while the dialog closes.
    if (await Promise.race([sent, waits]) === 'waits') sent.catch((problem) => toast(sentenceOf(problem), { kind: 'bad', seconds: 30 }));
    else this.tell(offerUndo(workspace, t('copy.done.here', { name: this.name }), { kind: 'good' }), workspace.slug, code);
  }

  async there(target, code) {
    const { workspace, stage } = this;
    // The server copies its own state: send pending changes first.
    await workspace.when(() => workspace.pending === 0 || workspace.offline);
    if (workspace.pending > 0) throw new Problem(0, { title: 'offline' });
    const request = JSON.stringify([stage, target, code]);
    // With the same key, a request that is repeated after a lost response does not copy twice.
    if (this.sent?.request !== request) this.sent = { request, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    const { data } = await post(apiPath(workspace.slug, stage, 'blocks', this.code, 'copy'),
      { page: target, ...(code ? { blockCode: code } : {}) }, { key: this.sent.key });
    const path = apiPath(target, 'draft', 'blocks', data.blockCode);
    const { title } = this.pages.get(target);
    const undo = () => this.undo(path, data.info?.etag, target).then(() => toast(t('copy.undone', { page: title })),
      (problem) => toast(sentenceOf(problem), { kind: 'bad' }));
    this.tell(toast(t('copy.done', { name: this.name, page: title }), { kind: 'good', action: { label: t('list.undo'), run: undo } }),
      target, data.blockCode);
  }

  /** Also refreshes the page if it was opened to look at the copy. */
  async undo(path, etag, page) {
    await del(path, { ifMatch: etag });
    if (isOpen(page)) await (await Workspace.open(page)).refresh();
  }

  tell({ element }, page, code) {
    element.querySelector('p').append(' ', h('a', { href: href(pagePath(page, 'blocks', code)), onClick: (event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      openSection(page, code, null, 'draft');
    } }, t('copy.open')));
  }

  refused(problem, target) {
    if (problem.status === 409) return showIssues([[this.own, t('copy.code.taken')]]);
    if (problem.status === 404) throw Object.assign(problem, { words: [t('missing.title'), t('copy.gone')] });
    if (problem.status !== 422) throw problem;
    const about = (name) => problem.errors.some(({ pointer }) => pointer === name);
    if (about('/blockCode')) return showIssues([[this.own, t('copy.code.rule')]]);
    if (about('/page')) return showIssues([[this.page, t('copy.page.gone')]]);
    const { title, client } = this.pages.get(target);
    if (client && client !== this.workspace.page.client) return showIssues([[this.page, t('copy.page.otherApps', { title })]]);
    throw problem;
  }
}
