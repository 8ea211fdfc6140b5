// The editor of one section: forms generated from its layout, in one pane. Nothing is saved automatically.
import { h, onKey, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { styles } from '../core/style.js';
import { announce } from '../ui/announcer.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { rememberSection } from '../page/recent-sections.js';
import { catalogues } from '../page/catalogues.js';
import { Banners } from './banners.js';
import { RULE, pathOfCard } from './card-rules.js';
import { Deletion } from './deletion.js';
import { EditorModel, bareResource } from './editor-model.js';
import { tabOf } from './field-paths.js';
import { editorHead } from './head.js';
import { issueSummary } from './issue-summary.js';
import { reasonOf } from '../ui/reasons.js';
import { Layout } from './layout.js';
import { makeTabs } from './panels.js';
import { picturesOf } from './pictures.js';
import { Sampler } from './samples.js';
import { Saving } from './saving.js';
import { sentenceBox } from './sentence-box.js';
import { UnsavedInputStorage } from './unsaved-input-storage.js';
import { clone, equal } from './values.js';
import '../text/edit.js';

class Editor {
  constructor(workspace, code) {
    Object.assign(this, { workspace, code, offs: [], run: 0 });
    this.element = h('section.edit', { 'aria-label': t('edit.pane', { name: workspace.nameOf(code) }) }, loading());
    this.leave = this.leave.bind(this);
    this.offs.push(onKey(document, (event) => this.onKey(event)), workspace.on('change', (change) => this.follow(change)), workspace.on('field', () => this.showWanted()));
    this.start();
  }

  get readOnly() {
    return !this.workspace.mayEdit;
  }

  async start() {
    this.run += 1;
    const { run } = this;
    const block = this.workspace.blocks.get(this.code);
    if (!block) return replace(this.element, this.missing());
    try {
      const [schema, known] = await Promise.all([this.workspace.schema(block.showType), this.readOnly ? [] : catalogues(),
        styles('edit', 'edit-dialogs')]);
      this.catalogues = known;
      if (run === this.run) this.build(new Layout(schema), this.workspace.blocks.get(this.code) ?? block);
    } catch (problem) {
      if (run === this.run) replace(this.element, failure(problem, () => this.start()));
    }
    return undefined;
  }

  missing() {
    return h('div.state.empty', h('h2', t('edit.missing')), h('p', t('edit.missing.text')),
      h('button.button.primary', { onClick: () => this.close() }, t('edit.close')));
  }

  build(layout, block) {
    this.layout = layout;
    this.stage = this.workspace.stage;
    this.deletion = new Deletion(this);
    this.model = new EditorModel(block);
    this.storage = new UnsavedInputStorage(this.workspace, this.code);
    this.saving = new Saving(this);
    this.banners = new Banners();
    this.head = editorHead(this);
    this.issues = issueSummary({ model: this.model, layout, go: (path) => this.go(path) });
    const context = { model: this.model, layout, showType: block.showType, workspace: this.workspace, readOnly: this.readOnly,
      reason: reasonOf, catalogues: this.catalogues,
      sampler: new Sampler(layout), pictures: () => picturesOf(this.workspace, this.model.value.content) };
    this.tabs = makeTabs(context);
    this.sentence = sentenceBox(this.model);
    replace(this.element, this.head.element, this.sentence.element, this.banners.element, this.issues.element, this.tabs.element,
      !this.readOnly && this.foot());
    this.offModel = this.model.on((type) => this.modelMoved(type));
    if (this.readOnly) this.banners.readOnly(this.stage);
    else this.offerUnsavedInput();
    this.draw();
    rememberSection(this.workspace.slug, this.code, this.workspace.nameOf(this.code));
    this.showWanted();
    this.ready?.();
  }

  foot() {
    this.state = h('p.edit-state', { role: 'status' });
    this.discardButton = h('button.button', { onClick: () => this.discard() }, t('edit.discard'));
    this.saveButton = h('button.button.primary', { 'aria-keyshortcuts': 'Control+S', title: 'Ctrl+S',
      onClick: () => this.saving.save() }, t('edit.save'));
    return h('footer.edit-foot', this.state, this.discardButton, this.saveButton);
  }

  // The state of the section and of saving.

  draw() {
    this.head.draw();
    this.issues.draw();
    if (!this.state) return;
    const { dirty } = this.model;
    this.deletion.draw();
    this.say(this.saving.busy ? 'saving' : dirty ? 'dirty' : 'clean');
    this.saveButton.disabled = !dirty || this.saving.busy;
    this.discardButton.hidden = !dirty;
  }

  say(state) {
    const icons = { saving: 'refresh', dirty: 'edit', clean: 'check' };
    const waiting = state === 'saving' && this.workspace.offline;
    const text = t(waiting ? 'edit.state.waiting' : `edit.foot.${state}`);
    if (this.state.textContent !== text) replace(this.state, icon(icons[state], { size: 16 }), h('span', text));
    this.element.classList.toggle('dirty', state === 'dirty');
    this.saveButton.classList.toggle('busy', state === 'saving');
  }

  modelMoved(type) {
    if (type === 'change' && !this.readOnly) {
      this.banners.failed(null);
      this.storage.later(this.model);
    }
    this.draw();
    // The phone shows unsaved input, unless its JSON is not valid.
    if (type !== 'errors' && !this.model.broken) this.workspace.setInput(this.code, this.model.dirty ? this.model.value : null);
  }

  saved() {
    this.storage.forget();
    this.settled();
    this.banners.failed(null);
    announce(t('edit.saved'));
  }

  settled() {
    this.banners.set('changed', null);
  }

  failed(problem) {
    this.banners.failed(sentenceOf(problem), () => this.saving.save());
  }

  showIssues() {
    this.tabs.refresh();
    this.issues.draw();
    this.issues.focus();
  }

  /** Shows the field at a path, in whichever tab it is. */
  go(path) {
    const card = path[0] === 'cards' && pathOfCard(path[1], this.model.value.content, this.layout);
    if (card) return this.tabs.show('content', [...card, RULE, ...path.slice(2)]);
    return this.tabs.show(path[0] === 'json' ? 'json' : tabOf(path), path[0] === 'content' ? path.slice(1) : path);
  }

  /** Shows the field that the phone or the review requested. */
  showWanted() {
    const { wantedField: wanted } = this.workspace;
    if (!this.model || wanted?.code !== this.code) return;
    this.workspace.wantedField = null;
    if (wanted.path) this.go(wanted.path);
    else this.tabs.focusFirst();
  }

  // Changes by other operators.

  follow(change) {
    if (this.destroyed) return;
    if (change.stage) {
      this.restart();
      return;
    }
    if (!this.model) return;
    const block = this.workspace.blocks.get(this.code);
    if (!block) {
      if (!this.gone && !this.saving.busy) this.deletion.begin(change);
    } else if (!this.saving.busy) {
      const isBack = this.deletion.end();
      if (isBack) this.settled();
      if (isBack || change.blocks.has(this.code)) this.compare(block, change.remote && block.info?.changedBy);
    }
    this.draw();
  }

  compare(block, who) {
    const { model } = this;
    const there = bareResource(block);
    if (!model.dirty) {
      if (!equal(there, model.saved) || block.info?.etag) model.accept(block);
      this.settled();
      return;
    }
    if (equal({ ...model.saved, enabled: there.enabled }, there)) {
      // Only `enabled` changed, usually by this operator: the input keeps the new value.
      if (there.enabled !== model.saved.enabled) model.value.enabled = there.enabled;
      model.rebase(block);
      this.settled();
      return;
    }
    this.banners.changed(who, () => this.saving.settle({ current: this.workspace.blocks.get(this.code),
      changedBy: block.info?.changedBy, changedAt: block.info?.changedAt }));
  }

  restart() {
    this.tearDown();
    replace(this.element, loading());
    this.start();
  }

  // Unsaved input from an earlier visit.

  offerUnsavedInput() {
    const unsaved = this.storage.read();
    if (!unsaved || equal(unsaved.value, this.model.value)) return;
    this.banners.kept(unsaved.at, () => this.restore(unsaved), () => {
      this.storage.forget();
      this.banners.set('kept', null);
    });
  }

  restore({ tag, base, value }) {
    this.banners.set('kept', null);
    const present = this.workspace.blocks.get(this.code);
    if (tag !== this.model.tag) this.model.take({ ...base, info: { etag: tag } });
    this.model.replace(value);
    if (tag !== present?.info?.etag) this.compare(present, present?.info?.changedBy);
    announce(t('edit.kept.restored'));
  }

  // Leaving.

  discard() {
    const { model } = this;
    const typed = clone(model.value);
    model.replace(clone(model.saved));
    model.setErrors([]);
    this.storage.forget();
    toast(t('edit.discarded'), { action: { label: t('edit.undo'), run: () => this.model === model && model.replace(typed) } });
  }

  /** Whether the editor may be closed; asks if there are unsaved changes. */
  async leave() {
    if (!this.model?.dirty || this.gone || this.readOnly || this.saving.onItsWay) return true;
    const choice = await dialog({ title: t('edit.leave'), body: h('p', t('edit.leave.text')), actions: [
      { label: t('edit.leave.stay'), run: () => 'stay' },
      { label: t('edit.leave.discard'), kind: 'danger', run: () => 'discard' },
      { label: t('edit.leave.save'), kind: 'primary', run: () => 'save' },
    ] }).closed;
    if (choice === 'save') return this.saving.letGo();
    if (choice !== 'discard') return false;
    this.model.take({ ...this.model.saved, info: { etag: this.model.tag } });
    this.storage.forget();
    return true;
  }

  async close() {
    if (!await this.leave()) return;
    navigate(pagePath(this.workspace.slug));
  }

  onKey(event) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    if (this.model && !this.readOnly && !document.querySelector('dialog[open]')) this.saving.save();
  }

  tearDown() {
    this.run += 1;
    this.offModel?.();
    this.tabs?.destroy();
    this.sentence?.destroy();
    this.storage?.destroy();
    this.model = null;
    this.state = null;
    this.workspace.setInput(this.code, null);
  }

  destroy() {
    this.destroyed = true;
    this.offs.forEach((off) => off());
    this.tearDown();
  }
}

/** Opens a section in a pane. Returns {element, leave, destroy, dirty}. */
export function openEditor(workspace, code, outlet) {
  const editor = new Editor(workspace, code);
  if (outlet) replace(outlet, editor.element);
  return {
    element: editor.element,
    leave: editor.leave,
    destroy: () => editor.destroy(),
    get dirty() { return Boolean(editor.model?.dirty); },
  };
}
