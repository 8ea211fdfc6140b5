// Actions on sections, and the menus that offer them.
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { currentPath, navigate } from '../core/router.js';
import { canAnywhere } from '../core/session.js';
import { announce } from '../ui/announcer.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { offerUndo } from '../page/undo.js';

export class Actions {
  constructor(workspace, moves, { shown, allowed, after, focus, loadNewSection, loadSetSeveral }) {
    Object.assign(this, { workspace, moves, shown, allowed, after, focus, loadNewSection, loadSetSeveral });
  }

  async run(work) {
    try {
      return await work();
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
      return null;
    }
  }

  #may() {
    if (this.allowed()) return true;
    this.moves.refuse(t('list.readOnly'));
    return false;
  }

  open(code) {
    navigate(pagePath(this.workspace.slug, 'blocks', code));
  }

  /** Opens the form of a section. If it is already open, focuses its first field. */
  enter(code) {
    if (currentPath() === pagePath(this.workspace.slug, 'blocks', code)) this.workspace.want(code, null);
    else this.open(code);
  }

  async position(codes) {
    const { moveDialog } = await import('./move-dialog.js');
    // The dialog returns the focus first, to an element that may have scrolled out of view.
    moveDialog(this.workspace, this.moves, codes)?.closed.then((moved) => moved && this.focus(codes[0]));
  }

  /** Hides sections; shows them if all are hidden. */
  toggle(codes) {
    const shown = codes.some((code) => this.workspace.blocks.get(code)?.enabled);
    this.setEnabled(codes, !shown);
  }

  setEnabled(codes, enabled) {
    if (!this.#may()) return;
    const params = { count: codes.length, name: this.workspace.nameOf(codes[0]) };
    announce(t(enabled ? 'list.isShown' : 'list.isHidden', params));
    this.run(() => this.workspace.setEnabled(codes, enabled));
  }

  async remove(codes) {
    if (!this.#may() || codes.length === 0) return;
    const { workspace } = this;
    const params = { count: codes.length, name: workspace.nameOf(codes[0]) };
    const removal = await this.run(() => import('../page/removal.js'));
    if (!removal || !await removal.mayRemove(workspace, codes)) return;
    // A second key press may have removed them in the meantime.
    if (!codes.some((code) => workspace.blocks.has(code))) return;
    const next = this.#neighbour(codes);
    removal.removeSections(workspace, codes);
    this.after(next);
    offerUndo(workspace, t('list.isRemoved', params), { undo: () => this.undo() });
  }

  // Returns the section that gets the focus when these are removed.
  #neighbour(codes) {
    const shown = this.shown();
    const gone = new Set(codes);
    const at = shown.indexOf(codes[0]);
    return shown.slice(at).find((code) => !gone.has(code)) ?? shown.slice(0, at).reverse().find((code) => !gone.has(code)) ?? null;
  }

  async duplicate(code) {
    if (!this.#may()) return;
    const { focused } = this.workspace;
    const made = await this.run(() => this.workspace.duplicate(code));
    // The next key must not act on the copy if the operator went to another section in the meantime.
    if (made && this.workspace.focused === focused) this.after(made);
  }

  /** Discards the draft's changes to these sections. */
  backToLive(codes) {
    return this.#may() && this.run(async () => (await import('../page/back-to-live.js')).backToLive(this.workspace, codes));
  }

  /** Sets when and to whom several sections are shown. */
  set(codes) {
    return this.#may() && this.run(async () => (await this.loadSetSeveral()).setSeveral(this.workspace, codes));
  }

  copy(code) {
    return this.run(async () => (await import('../page/copy-dialog.js')).copyDialog(this.workspace, code));
  }

  async undo() {
    const label = this.workspace.undoLabel;
    if (!label) return announce(t('list.nothingToUndo'));
    announce(t('list.undone', { label }));
    return this.run(() => this.workspace.undo());
  }

  async redo() {
    const label = this.workspace.redoLabel;
    if (!label) return announce(t('list.nothingToRedo'));
    announce(t('list.redone', { label }));
    return this.run(() => this.workspace.redo());
  }

  async add(after) {
    if (!this.#may()) return;
    const code = await this.run(async () => {
      const newSection = await this.loadNewSection();
      return newSection(this.workspace, after ? { after } : {});
    });
    if (code) this.open(code);
  }

  /** The menu of a row, or of several selected ones. */
  menu(codes) {
    const { workspace, moves } = this;
    const one = codes.length === 1 ? codes[0] : null;
    const reason = moves.refusal(codes);
    const readOnly = this.allowed() ? null : t('list.readOnly');
    const fixed = { disabled: reason !== null, hint: reason };
    const item = (label, icon, run, more = {}) => ({ label, icon, run, ...more });
    const anyShown = codes.some((code) => workspace.blocks.get(code)?.enabled);
    const hint = (keys, off = fixed) => (off.disabled ? off : { hint: keys });
    const blocked = { disabled: readOnly !== null, hint: readOnly };
    return [
      one ? item(t(readOnly ? 'list.look' : 'list.edit'), 'edit', () => this.open(one), { hint: 'Enter' }) : { heading: t('list.chosen', { count: codes.length }) },
      one && item(t('list.select'), 'check', () => this.moves.selection.toggle(one), { hint: t('help.space') }),
      '-',
      item(t('list.toStart'), 'top', () => moves.toStart(codes), hint('Alt+Home')),
      item(t('list.up'), 'up', () => moves.up(codes, this.shown()), hint('Alt+↑')),
      item(t('list.down'), 'down', () => moves.down(codes, this.shown()), hint('Alt+↓')),
      item(t('list.toEnd'), 'bottom', () => moves.toEnd(codes), hint('Alt+End')),
      item(t('list.toPosition'), 'drag', () => this.position(codes), hint('M')),
      '-',
      item(t(anyShown ? 'list.hide' : 'list.show'), anyShown ? 'eye-off' : 'eye', () => this.toggle(codes), hint('H', blocked)),
      !one && item(t('list.set'), 'clock', () => this.set(codes), blocked),
      one && item(t('list.duplicate'), 'copy', () => this.duplicate(one), blocked),
      one && item(t('list.copy'), 'page', () => this.copy(one), canAnywhere('editor') ? {} : blocked),
      one && item(t('list.history'), 'history', () => navigate(pagePath(workspace.slug, 'history'), { query: { block: one } })),
      codes.some((code) => workspace.stateOf(code).changed) && item(t('list.toLive'), 'undo', () => this.backToLive(codes), blocked),
      one && item(t('list.addBelow'), 'plus', () => this.add(one), blocked),
      item(t('list.delete'), 'trash', () => this.remove(codes), { danger: true, ...hint('Del', blocked) }),
    ];
  }
}
