// The view of a page: the list of its sections, the editor of one, and the phone.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { navigate } from '../core/router.js';
import { segmented } from '../ui/small.js';
import { failure, loading } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { SectionList } from '../list/section-list.js';
import { EditorPane } from './editor-pane.js';
import { stageBar } from './stage-bar.js';
import { Workspace } from './workspace.js';

export async function view(params) {
  const workspace = await Workspace.open(params.slug);
  return new PageView(workspace, params);
}

class PageView {
  #parts = [];

  constructor(workspace, { code }) {
    this.workspace = workspace;
    this.title = workspace.page.title;
    this.list = new SectionList(workspace);
    this.editor = new EditorPane(workspace);
    this.panes = h('div.page-switch');
    this.stage = stageBar(workspace);
    const draft = slot('page-draft', async () => {
      await workspace.when(() => workspace.hasDraft);
      return (await import('../publish/draft-bar.js')).draftBar(workspace);
    }, { quiet: true });
    const phone = slot('page-phone', async () => (await import('../phone/phone-pane.js')).phonePane(workspace));
    this.element = h('div.page-view', { dataset: { pane: 'list' } },
      this.stage.warning,
      h('div.page-bar', this.panes, this.stage.element, draft.element),
      h('div.page-panes',
        h('section.page-list', { 'aria-label': t('page.sections') }, this.list.element),
        h('section.page-editor', { 'aria-label': t('page.editor') }, this.editor.element),
        h('section.page-phone-pane', { 'aria-label': t('page.phone') }, phone.element)));
    this.#parts = [this.list, draft, phone, this.stage];
    this.off = workspace.on('change', (change) => this.#changed(change));
    this.#stage();
    this.#open(code, true);
  }

  /** An address of the same page with another section, or none. */
  async onParams({ slug, code }) {
    if (slug !== this.workspace.slug) return false;
    if (!await this.editor.mayLeave(code)) {
      // The address is that of the other section already.
      const own = `/pages/${encodeURIComponent(slug)}/blocks/${encodeURIComponent(this.editor.code)}`;
      setTimeout(() => navigate(own, { replace: true }));
      return true;
    }
    this.#open(code);
    return true;
  }

  #open(code, first = false) {
    const { workspace } = this;
    const known = code && workspace.block(code);
    if (code && !known) toast(t('page.noSection', { code }), { kind: 'bad' });
    const before = this.editor.code;
    if (known && workspace.focused !== code) workspace.select([code]);
    this.editor.open(known ? code : null);
    this.element.classList.toggle('page-editing', Boolean(known));
    if (known) this.#show('editor');
    else if (this.element.dataset.pane === 'editor') this.#show('list');
    else this.#switch();
    if (!known && before && !first) this.list.rows.focus(before);
  }

  #show(pane) {
    this.element.dataset.pane = pane;
    this.#switch();
  }

  // On narrow screens one pane is in sight: which one is chosen here.
  #switch() {
    const names = ['list', this.editor.code && 'editor', 'phone'].filter(Boolean);
    const key = names.join();
    if (this.panes.dataset.names !== key) {
      this.panes.dataset.names = key;
      this.choice = segmented({ label: t('page.panes'), value: this.element.dataset.pane, onChange: (pane) => this.#show(pane),
        options: names.map((value) => ({ value, label: t(`page.pane.${value}`) })) });
      replace(this.panes, this.choice);
    }
    this.choice.setValue(this.element.dataset.pane);
  }

  #changed(change) {
    if (change.stage) this.#stage();
    if (change.gone) toast(t('page.gone'), { kind: 'bad', seconds: 30 });
    if (change.carried) this.#carried(change.carried);
    if (change.remote) this.#tell(change.remote);
  }

  async #tell(remote) {
    const { remoteWords } = await import('./remote-words.js');
    toast(remoteWords(this.workspace, remote));
  }

  // A change of what is live met another change of the same thing in the draft or in a planned release.
  async #carried(carried) {
    const { reportConflicts } = await import('../publish/carried.js');
    reportConflicts(carried, (code) => this.workspace.nameOf(code));
  }

  #stage() { this.element.classList.toggle('page-live', this.workspace.stage === 'live'); }

  leave() { return this.editor.mayLeave(null); }

  unsaved() { return this.editor.unsaved; }

  destroy() {
    this.off();
    this.editor.open(null);
    for (const part of this.#parts) part.destroy();
  }
}

// What surrounds it is painted first: people can begin while this is loaded.
const painted = () => new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });

/** A place that another part of the console fills when its module is there: `load()` → {element, destroy}. */
function slot(name, load, { quiet = false } = {}) {
  const element = h(`div.${name}`);
  let part = null;
  let over = false;

  async function fill() {
    try {
      part = await load();
      if (over) part.destroy?.();
      else replace(element, part.element);
    } catch (problem) {
      replace(element, failure(problem, () => {
        replace(element, loading());
        fill();
      }));
    }
  }

  if (!quiet) replace(element, loading());
  painted().then(() => over || fill());
  return {
    element,
    destroy() {
      over = true;
      part?.destroy?.();
    },
  };
}
