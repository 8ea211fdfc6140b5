// The tabs of the editor. A panel is made when it is first seen, and made again when the section became another.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { tabs } from '../ui/tabs.js';
import { badge } from '../ui/widgets.js';
import { audiencePanel } from './audience-panel.js';
import { fallbackPanel, needsFallback } from './fallback.js';
import { fields } from './form.js';
import { jsonPanel } from './json-panel.js';
import { describe, syntaxErrorText } from './labels.js';
import { languagesPanel } from './languages.js';
import { tabOf } from './paths.js';
import { schedulePanel } from './schedule-panel.js';
import { RootSlot } from './slots.js';
import { segments } from './values.js';

const MAKERS = { content: contentPanel, when: schedulePanel, who: audiencePanel, languages: languagesPanel,
  fallback: fallbackPanel, json: jsonPanel };

function contentPanel(context) {
  const form = fields(context, new RootSlot(context.model, ['content']), context.layout.root);
  const description = context.layout.schema.description;
  const off = context.model.on((type) => type === 'errors' && form.refresh());
  return { element: h('div.edit-tab', description && h('p.edit-note', describe(description)), form.element),
    reveal: (path) => form.reveal(path), refresh: form.refresh, destroy() { off(); } };
}

export function makeTabs(context) {
  const { model, workspace } = context;
  const type = workspace.types.get(model.value.showType);
  const withFallback = needsFallback(type) || model.value.fallback;
  const ids = Object.keys(MAKERS).filter((id) => id !== 'fallback' || withFallback);
  const panels = new Map();
  const marks = new Map(ids.map((id) => [id, h('span.edit-tab-mark')]));
  let selected = 'content';

  const places = new Map(ids.map((id) => [id, h('div.edit-panel')]));

  function build(id) {
    panels.get(id)?.destroy();
    panels.delete(id);
    const place = places.get(id);
    if (model.broken && id !== 'json') {
      replace(place, brokenNote());
      return;
    }
    const panel = MAKERS[id](context);
    panels.set(id, panel);
    replace(place, panel.element);
  }

  function brokenNote() {
    return h('div.note.bad.edit-broken', icon('warning'), h('p', t('edit.json.broken'), ' ', syntaxErrorText(model.broken)),
      h('button.button.small', { onClick: () => element.select('json') }, t('edit.json.go')));
  }

  function panel(id) {
    build(id);
    return places.get(id);
  }

  // What is not seen is made anew when it is.
  const stale = new Set();
  const off = model.on((kind) => {
    if (kind === 'replace' || (kind === 'change' && model.broken !== lastBroken)) {
      lastBroken = model.broken;
      for (const id of ids) if (id !== 'json') stale.add(id);
      if (selected !== 'json') fresh(selected);
    }
    if (kind === 'errors' || kind === 'change') mark();
  });
  let lastBroken = model.broken;

  function fresh(id) {
    if (!stale.delete(id)) return;
    build(id);
  }

  function mark() {
    const counts = {};
    for (const pointer of model.errors.keys()) {
      const tab = tabOf(segments(pointer));
      counts[tab] = (counts[tab] ?? 0) + 1;
    }
    for (const id of ids) replace(marks.get(id), counts[id] && badge(String(counts[id]), 'bad', 'warning'));
    const languages = Object.keys(model.value?.localizations ?? {}).length;
    if (!counts.languages && languages) replace(marks.get('languages'), badge(String(languages)));
  }

  const element = tabs({ label: t('edit.tabs'), selected, onSelect: (id) => {
    selected = id;
    if (id === 'json') panels.get('json')?.show();
    else if (id === 'languages' && !stale.has(id)) panels.get('languages')?.show?.();
    fresh(id);
  }, items: ids.map((id) => ({ id, label: h('span.edit-tab-label', t(`edit.tab.${id}`), marks.get(id)), panel: () => panel(id) })) });
  mark();

  return {
    element,
    refresh: () => panels.get(selected)?.refresh?.(),
    show(id, path) {
      const known = ids.includes(id) ? id : 'json';
      element.select(known);
      panels.get(known)?.reveal(path);
    },
    destroy() {
      off();
      for (const one of panels.values()) one.destroy();
    },
  };
}
