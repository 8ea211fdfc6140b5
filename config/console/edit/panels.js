// The tabs of the editor. A panel is created when it is first shown, and again when the section's value was replaced.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { tabs } from '../ui/tabs.js';
import { badge } from '../ui/widgets.js';
import { audiencePanel } from './audience-panel.js';
import { fallbackPanel, needsFallback } from './fallback.js';
import { feedPanel } from './feed-panel.js';
import { tabOf } from './field-paths.js';
import { fields, part } from './form.js';
import { jsonPanel } from './json-panel.js';
import { describe, syntaxErrorText } from './labels.js';
import { languagesPanel } from './languages.js';
import { schedulePanel } from './schedule-panel.js';
import { RootSlot } from './slots.js';
import { segments } from './values.js';

const MAKERS = { content: contentPanel, when: schedulePanel, who: audiencePanel, feed: feedPanel, languages: languagesPanel,
  fallback: fallbackPanel, json: jsonPanel };

function contentPanel(context) {
  const form = fields(context, new RootSlot(context.model, ['content']), context.layout.root);
  const description = context.layout.schema.description;
  const off = context.model.on((type) => type === 'errors' && form.refresh());
  return { element: h('div.edit-tab', description && h('p.edit-note', describe(description)), form.element),
    reveal: (path) => form.reveal(path), refresh: form.refresh, destroy() { off(); } };
}

/** The tabs of the editor: {element, refresh, show(id, path), destroy}. */
export function makeTabs(context) {
  // Passed in the context because groups and cards need these functions, too.
  return new EditorTabs({ ...context, form: { fields, part } });
}

class EditorTabs {
  #panels = new Map();
  // Created again when next shown.
  #stale = new Set();
  #selected = 'content';

  constructor(context) {
    const { model, workspace } = context;
    this.context = context;
    const isTooNew = needsFallback(workspace.types.get(model.value.showType));
    const withFallback = isTooNew || model.value.fallback;
    const withFeed = Boolean(context.layout.settings.items || model.value.source);
    this.ids = Object.keys(MAKERS).filter((id) => (id !== 'fallback' || withFallback) && (id !== 'feed' || withFeed));
    this.marks = new Map(this.ids.map((id) => [id, h('span.edit-tab-mark')]));
    this.outlets = new Map(this.ids.map((id) => [id, h('div.edit-panel')]));
    this.element = tabs({ label: t('edit.tabs'), selected: this.#selected, onSelect: (id) => this.#select(id),
      items: this.ids.map((id) => ({ id, panel: () => this.#build(id),
        label: h('span.edit-tab-label', t(`edit.tab.${id}`), this.marks.get(id)) })) });
    this.#mark();
    this.#follow();
  }

  refresh() {
    this.#panels.get(this.#selected)?.refresh?.();
  }

  show(id, path) {
    const known = this.ids.includes(id) ? id : 'json';
    this.element.select(known);
    this.#panels.get(known)?.reveal(path);
  }

  /** Focuses the first field of the selected tab. */
  focusFirst() {
    const outlet = this.outlets.get(this.#selected);
    const first = (what) => [...outlet.querySelectorAll(what)].find((one) => !one.disabled && one.checkVisibility({ visibilityProperty: true }));
    // Prefers fields to a group's summary; a list of cards only has buttons.
    (first('input, textarea, select') ?? first('button, summary'))?.focus();
  }

  destroy() {
    this.off();
    for (const panel of this.#panels.values()) panel.destroy();
  }

  #follow() {
    const { model } = this.context;
    let lastBroken = model.broken;
    this.off = model.on((kind) => {
      if (kind === 'replace' || (kind === 'change' && model.broken !== lastBroken)) {
        lastBroken = model.broken;
        for (const id of this.ids) if (id !== 'json') this.#stale.add(id);
        if (this.#selected !== 'json') this.#rebuild(this.#selected);
      }
      if (kind === 'errors' || kind === 'change') this.#mark();
    });
  }

  #select(id) {
    this.#selected = id;
    if (id === 'json') this.#panels.get('json')?.show();
    else if (id === 'languages' && !this.#stale.has(id)) this.#panels.get('languages')?.show();
    this.#rebuild(id);
  }

  #rebuild(id) {
    if (this.#stale.delete(id)) this.#build(id);
  }

  /** Creates a panel. Returns its outlet. */
  #build(id) {
    this.#panels.get(id)?.destroy();
    this.#panels.delete(id);
    const outlet = this.outlets.get(id);
    if (this.context.model.broken && id !== 'json') return replace(outlet, this.#brokenNote());
    const panel = MAKERS[id](this.context);
    this.#panels.set(id, panel);
    return replace(outlet, panel.element);
  }

  #brokenNote() {
    return h('div.note.bad.edit-broken', icon('warning'),
      h('p', t('edit.json.broken'), ' ', syntaxErrorText(this.context.model.broken)),
      h('button.button.small', { onClick: () => this.element.select('json') }, t('edit.json.go')));
  }

  /** Shows the number of issues on each tab, and the number of languages. */
  #mark() {
    const { model } = this.context;
    const counts = {};
    for (const pointer of model.errors.keys()) {
      const tab = tabOf(segments(pointer));
      counts[tab] = (counts[tab] ?? 0) + 1;
    }
    for (const id of this.ids) replace(this.marks.get(id), counts[id] && badge(String(counts[id]), 'bad', 'warning'));
    const languages = Object.keys(model.value?.localizations ?? {}).length;
    if (!counts.languages && languages) replace(this.marks.get('languages'), badge(String(languages)));
  }
}
