// A page as an audience sees it, now or at an instant; live only, or next to the draft.
import { h, replace } from '../core/dom.js';
import { events } from '../core/events.js';
import { t } from '../core/i18n.js';
import { currentQuery, setQuery } from '../core/router.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { copyButton, segmented } from '../ui/widgets.js';
import { Workspace } from '../page/workspace.js';
import { loadAudiences } from '../page/audiences.js';
import { openLinks } from '../links/open-links.js';
import { contextFields } from '../phone/context.js';
import { contextOf, isAttribute } from '../phone/context-values.js';
import { DifferenceList } from './difference-list.js';
import { draftSentence, line, sentence } from './plan-sentence.js';
import { Timeline } from './plan-timeline.js';
import { loadPlan, stopsOf } from './plan.js';
import { Stages } from './stages.js';
import '../text/preview.js';

const QUIET = 250;
const PLATFORMS = new Set(['ios', 'android', 'web']);

export async function view(params, query) {
  const [workspace] = await Promise.all([Workspace.open(params.slug), styles('phone', 'phone-layouts', 'preview')]);
  const preview = new Preview(workspace, stateOf(query));
  preview.start();
  const page = workspace.page?.title || params.slug;
  return {
    title: t('preview.of', { page }), element: preview.element,
    onQuery: (next) => preview.take(stateOf(next)), destroy: () => preview.destroy(),
  };
}

/** Ignores invalid values: a truncated link still shows a preview. */
function stateOf(query) {
  const at = query.at && !Number.isNaN(Date.parse(query.at)) ? new Date(query.at).toISOString() : null;
  const context = contextOf(query);
  if (!PLATFORMS.has(context.platform)) context.platform = '';
  return { ...context, at, compare: query.compare === 'draft' ? 'draft' : null };
}

class Preview {
  constructor(workspace, state) {
    this.workspace = workspace;
    this.state = state;
    this.plan = null;
    // The version of the plan, which increases with each change, and the version that is shown.
    this.planChanges = 1;
    this.planShown = 0;
    this.run = 0;
    this.says = h('div.preview-sentence', { 'aria-live': 'polite' });
    this.fields = contextFields({ value: state, onChange: (context) => this.change(context) });
    this.timeline = new Timeline({ onChange: (at) => this.change({ at }) });
    this.stages = new Stages(workspace, { onSelect: (code) => this.choose(code) });
    this.differences = new DifferenceList(workspace, { onChoose: (code) => this.choose(code) });
    this.compare = segmented({
      label: t('preview.what'), value: state.compare ?? '',
      options: [{ value: '', label: t('preview.live') },
        { value: 'draft', label: t('preview.liveAndDraft') }],
      onChange: (value) => this.change({ compare: value || null }),
    });
    this.element = this.layout();
  }

  layout() {
    return h('div.preview-view',
      h('header.preview-head',
        h('h1', t('preview.title')),
        h('div.preview-actions', this.compare, copyButton(() => location.href, t('preview.copy')),
          can('editor', this.workspace.slug) && h('button.button.small', { onClick: () => this.openLinks() }, icon('phone', { size: 16 }), t('links.open')))),
      h('section.preview-card', { 'aria-label': t('preview.when') },
        h('h2', icon('clock'), t('preview.when')), this.timeline.element),
      h('div.preview-body',
        h('div.preview-controls',
          h('section.preview-card', { 'aria-label': t('preview.who') },
            h('h2', icon('target'), t('preview.who')), this.fields.element),
          this.differences.element),
        h('div.preview-shown', this.says, this.stages.element)));
  }

  start() {
    this.off = [
      this.workspace.on('change', (change) => { if (!change.selection) this.later(); }),
      events.on((change) => {
        const campaign = /^(takeover|release|page)\./.test(change.action ?? '');
        if (change.action === 'reset' || campaign || change.page === this.workspace.slug) this.later(true);
      }),
    ];
    this.apply();
    this.load();
    loadAudiences().then((known) => this.fields.take(known), () => {
      // The other fields work without named audiences and attributes.
    });
  }

  /** Shows a change by the operator, and writes it into the URL. */
  change(part) {
    const { at, compare } = this.state;
    this.take({ ...contextOf('platform' in part ? part : this.state), at: part.at === undefined ? at : part.at,
      compare: part.compare === undefined ? compare : part.compare });
    const gone = Object.keys(currentQuery()).filter(isAttribute).map((name) => [name, null]);
    setQuery({ ...Object.fromEntries(gone), ...this.state });
  }

  take(state) {
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    this.state = state;
    this.apply();
    this.load();
  }

  apply() {
    this.fields.set(contextOf(this.state));
    this.compare.setValue(this.state.compare ?? '');
    this.stages.setCompare(this.state.compare === 'draft');
    this.element.classList.toggle('comparing', this.state.compare === 'draft');
    this.tell();
  }

  tell() {
    const { at, compare } = this.state;
    this.timeline.update(this.plan
      ? stopsOf(this.plan, this.workspace, { draft: compare && this.plan.draft })
      : [{ at: null, events: [] }], at, this.plan !== null);
    if (!this.plan) return;
    replace(this.says, line('live', sentence(this.plan, at)),
      compare && line('edit', draftSentence(this.workspace, at)));
  }

  later(plan = false) {
    if (plan) this.planChanges += 1;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), QUIET);
  }

  async load() {
    this.run += 1;
    const mine = this.run;
    const { compare, ...context } = this.state;
    const changes = this.planChanges;
    const [fresh] = await Promise.all([
      this.planShown < changes ? loadPlan(this.workspace).catch(() => null) : null,
      this.stages.load(context),
    ]);
    // A later load also loads the plan if an old one is shown.
    if (mine !== this.run) return;
    if (fresh) Object.assign(this, { plan: fresh, planShown: changes });
    this.tell();
    const found = this.stages.draw(this.plan, context.at);
    this.differences.update(compare ? found : null);
    if (compare && found) announce(this.differences.summary);
  }

  openLinks() {
    const { at, compare, ...client } = this.state;
    openLinks(this.workspace.slug, { client, at });
  }

  choose(code) {
    this.stages.choose(code);
    this.differences.choose(code);
  }

  destroy() {
    this.run += 1;
    clearTimeout(this.timer);
    this.off.forEach((off) => off?.());
    this.fields.destroy();
    this.stages.destroy();
  }
}
