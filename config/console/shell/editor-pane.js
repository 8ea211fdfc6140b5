import { h, replace } from '../core/dom.js';
import { can } from '../core/session.js';
import { failure, loading } from '../ui/states.js';

// The first view is loaded by then.
const PAUSE = 8000;

/** The pane of the editor: one section at a time, which is only closed if its editor allows it. */
export class EditorPane {
  code = null;
  #editor = null;
  #run = 0;

  constructor(workspace) {
    this.workspace = workspace;
    this.element = h('div.page-editor-place');
    if (can('editor', workspace.slug)) setTimeout(() => import('../edit/prepare.js').then(({ prepare }) => prepare(workspace)).catch(() => {}), PAUSE);
  }

  /** Whether the open section may be closed to show another one, or none. */
  async mayLeave(code) {
    if (!this.#editor || code === this.code) return true;
    return (await this.#editor.leave?.()) !== false;
  }

  /** Whether there is unsaved input. */
  get unsaved() { return Boolean(this.#editor?.dirty); }

  async open(code) {
    if (code === this.code) return;
    this.#run += 1;
    const run = this.#run;
    this.#editor?.destroy?.();
    this.#editor = null;
    this.code = code;
    if (code === null) {
      replace(this.element);
      return;
    }
    const outlet = h('div.page-editor-outlet', loading());
    replace(this.element, outlet);
    try {
      const { openEditor } = await import('../edit/editor.js');
      if (run !== this.#run) return;
      const editor = await openEditor(this.workspace, code, outlet);
      if (run !== this.#run) editor.destroy?.();
      else this.#take(editor, outlet);
    } catch (problem) {
      if (run === this.#run) replace(outlet, failure(problem, () => this.#again(code)));
    }
  }

  #take(editor, outlet) {
    this.#editor = editor;
    if (editor.element && editor.element !== outlet && !outlet.contains(editor.element)) replace(outlet, editor.element);
  }

  #again(code) {
    this.code = null;
    this.open(code);
  }
}
