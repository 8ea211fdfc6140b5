// Saves a section, and handles issues and conflicts.
import { t } from '../core/i18n.js';
import { toast } from '../ui/toast.js';
import { askAboutBlock } from './conflict.js';
import { clone, equal } from './values.js';

export class Saving {
  constructor(editor) {
    this.editor = editor;
    this.busy = false;
    this.sent = null;
  }

  /** Whether all input is queued: it is sent even if this editor closes. */
  get onItsWay() {
    const { model } = this.editor;
    return this.sent !== null && model !== null && !model.unread.size && equal(this.sent, model.value);
  }

  /** Returns true once the input is saved, or waits for the connection. */
  async letGo() {
    const { workspace } = this.editor;
    if (this.busy) {
      // Newer input can only be saved after the pending request.
      toast(t('page.waitForSent'), { kind: 'bad' });
      return false;
    }
    let off;
    const waiting = new Promise((resolve) => {
      const look = () => workspace.offline && this.onItsWay && resolve(true);
      off = workspace.on('change', look);
    });
    try {
      return await Promise.race([this.save(), waiting]);
    } finally {
      off();
    }
  }

  /** Returns true if the input is saved. */
  async save() {
    const { model, deletion } = this.editor;
    if (this.busy || (!model.dirty && !deletion.isThere)) return !model.dirty;
    if (model.unread.size) {
      this.editor.showIssues();
      return false;
    }
    this.busy = true;
    this.editor.say('saving');
    try {
      return await this.send();
    } finally {
      this.busy = false;
      this.editor.draw();
    }
  }

  async send() {
    const { model, workspace, code, deletion } = this.editor;
    const sent = clone(model.value);
    this.sent = sent;
    try {
      if (deletion.isThere) await workspace.create({ ...sent, blockCode: code }, deletion.place);
      else await workspace.save(code, sent, { ifMatch: model.tag });
    } catch (problem) {
      // The editor was closed in the meantime: the input is offered when the section is opened again.
      if (this.editor.model === model) return this.refused(problem);
      toast(t('edit.refusedLater', { name: workspace.nameOf(code) }), { kind: 'bad', seconds: 30 });
      return false;
    } finally {
      this.sent = null;
    }
    deletion.end();
    model.accept(workspace.blocks.get(code), sent);
    this.editor.saved();
    return true;
  }

  refused(problem) {
    const { model } = this.editor;
    if (problem.status === 422 && problem.errors.length) {
      model.setErrors(problem.errors);
      this.editor.showIssues();
      return false;
    }
    if (problem.status === 412 && problem.current) return this.settle(problem);
    this.editor.failed(problem);
    return false;
  }

  /** Lets the operator resolve a conflict, and saves the result on top of theirs. */
  async settle({ current, changedBy, changedAt }) {
    const { model, layout } = this.editor;
    const resolution = await askAboutBlock({ model, layout, current, changedBy, changedAt });
    if (!resolution) return false;
    model.rebase(current, resolution.value);
    this.editor.settled();
    if (resolution.choice === 'theirs') {
      toast(t('edit.conflict.taken'));
      return true;
    }
    return model.dirty ? this.send() : true;
  }
}
