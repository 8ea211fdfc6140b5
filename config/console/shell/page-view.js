// The view of a page: the list of its sections, the editor of one, and the phone.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { get } from '../core/prefs.js';
import { navigate } from '../core/router.js';
import { can } from '../core/session.js';
import { lazyPanel } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { Workspace } from '../page/workspace.js';
import { SectionList } from '../list/section-list.js';
import { EditorPane } from './editor-pane.js';
import { stageBar } from './stage-bar.js';
async function loadNewSection() {
  const [{ newSection }, { drawLayout }] = await Promise.all([import('../edit/new-section.js'), import('./layout-drawing.js')]);
  return (workspace, options) => newSection(workspace, { ...options, drawLayout });
}

export async function view(params) {
  const workspace = await Workspace.open(params.slug);
  return new PageView(workspace, params);
}

class PageView {
  #parts = [];

  constructor(workspace, { code }) {
    this.workspace = workspace;
    this.title = workspace.page.title;
    this.list = new SectionList(workspace, { loadNewSection, loadSetSeveral: () => import('../edit/set-several.js') });
    this.editor = new EditorPane(workspace);
    this.panes = h('div.page-switch');
    this.stage = stageBar(workspace);
    const draft = lazyPanel('page-draft', async () => {
      await workspace.when(() => workspace.hasDraft);
      return (await import('../publish/draft-bar.js')).draftBar(workspace);
    }, { quiet: true });
    const plans = lazyPanel('page-plans', async () => {
      await workspace.when(() => workspace.releases.some(({ state }) => state === 'pending'));
      return (await import('../schedule/plan-strip.js')).planStrip(workspace);
    }, { quiet: true });
    const first = get('first-steps') === 'on' && can('editor', workspace.slug)
      && lazyPanel('page-first', async () => (await import('./first-steps.js')).firstSteps(workspace), { quiet: true });
    const phone = lazyPanel('page-phone', async () => (await import('../phone/phone-pane.js')).phonePane(workspace));
    this.element = h('div.page-view', { dataset: { pane: 'list' } },
      this.stage.warning,
      h('div.page-top', h('div.page-bar', this.panes, this.stage.element), draft.element),
      h('div.page-panes',
        h('section.page-list', { 'aria-label': t('page.sections') }, first?.element, plans.element, this.list.element),
        h('section.page-editor', { 'aria-label': t('page.editor') }, this.editor.element),
        h('section.page-phone-pane', { 'aria-label': t('page.phone') }, phone.element)));
    this.#parts = [this.list, first, plans, draft, phone, this.stage].filter(Boolean);
    const offs = [workspace.on('change', (change) => this.#changed(change)),
      workspace.on('field', (code) => { if (code === this.editor.code) this.#show('editor'); })];
    this.off = () => offs.forEach((off) => off());
    this.#stage();
    this.#open(code, true);
  }

  keeps({ slug }) { return slug === this.workspace.slug; }

  /** Shows another section of the same page, or none. */
  async onParams({ slug, code }) {
    if (slug !== this.workspace.slug) return false;
    if (!await this.editor.mayLeave(code)) {
      // The URL has already changed: restore it.
      this.workspace.wantedField = null;
      const own = pagePath(slug, 'blocks', this.editor.code);
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

  // The choice of the pane on narrow screens, which show one at a time.
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
    if (change.propagated) this.#reportConflicts(change.propagated);
    if (change.remote) this.#announce(change.remote);
  }

  async #announce(remote) {
    const { describeRemoteChanges } = await import('./remote-changes.js');
    toast(describeRemoteChanges(this.workspace, remote));
  }

  // A live change conflicts with the draft or a planned release.
  async #reportConflicts(propagated) {
    const { reportConflicts } = await import('../publish/propagated-changes.js');
    reportConflicts(propagated, (code) => this.workspace.nameOf(code));
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
