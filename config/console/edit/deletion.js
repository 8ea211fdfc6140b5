// Another operator deleted the open section: its input is kept, and can be saved in the same or a new section.
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { navigate } from '../core/router.js';
import { toast } from '../ui/toast.js';
import { clone, equal } from './values.js';

export class Deletion {
  isThere = false;
  #by = null;
  #wasDirty = false;

  constructor(editor) {
    this.editor = editor;
    this.order = editor.workspace.order;
  }

  /** Where the section goes if it is created again: after the nearest section that was before it. */
  get place() {
    const { workspace, code } = this.editor;
    return workspace.placeAsIn(this.order, code, new Set());
  }

  /** The section was deleted. */
  begin({ remote }) {
    this.isThere = true;
    if (remote?.removed.includes(this.editor.code)) [this.#by = null] = remote.actors;
    this.#show();
  }

  /** The section exists. Returns whether it was deleted before. */
  end() {
    const was = this.isThere;
    this.isThere = false;
    this.order = this.editor.workspace.order;
    return was;
  }

  draw() {
    if (this.isThere && this.editor.model.dirty !== this.#wasDirty) this.#show();
  }

  #show() {
    const { editor } = this;
    this.#wasDirty = editor.model.dirty;
    editor.banners.gone(this.#by, editor.readOnly ? {} : {
      restore: () => editor.saving.save(),
      ...(editor.model.dirty && { copy: () => this.#saveAsNew() }),
    }, () => editor.close());
  }

  /** Creates another section from the input, and opens it. */
  async #saveAsNew() {
    const { editor, editor: { model, workspace, saving } } = this;
    if (saving.busy) return;
    if (model.unread.size) {
      editor.showIssues();
      return;
    }
    const code = workspace.freeCode(editor.code);
    const name = workspace.nameOf(editor.code);
    const sent = clone(model.value);
    const isOpen = () => editor.model === model;
    saving.busy = true;
    editor.draw();
    try {
      await workspace.create({ ...sent, blockCode: code }, this.place);
      // Also save what was typed during the request.
      if (isOpen() && !equal(sent, model.value)) await workspace.save(code, { ...clone(model.value), blockCode: code });
    } catch (problem) {
      if (isOpen()) saving.refused(problem);
      else toast(t('edit.refusedLater', { name }), { kind: 'bad', seconds: 30 });
      return;
    } finally {
      saving.busy = false;
      if (isOpen()) editor.draw();
    }
    // The operator left this section in the meantime.
    if (!isOpen()) return;
    model.take({ ...model.saved, info: { etag: model.tag } });
    editor.storage.forget();
    navigate(pagePath(workspace.slug, 'blocks', code));
  }
}
