// The conflicts of the draft: both versions of each side by side, and a button to choose the other one.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { pagePath } from '../core/paths.js';
import { link } from '../core/router.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { badge } from '../ui/widgets.js';
import { print } from '../core/exact-json.js';
import { nameOf } from '../page/names.js';
import { pathLabel, valueText } from '../edit/field-paths.js';
import { Layout } from '../edit/layout.js';
import { isObject, segments } from '../edit/values.js';
import { conflictsOf, kindOf, present, useOther } from './conflict-model.js';
import { valueView } from './field-values.js';
import '../text/conflicts.js';
import '../text/edit.js';
import '../text/publish.js';

const AREAS = { enabled: 'visibility', from: 'visibility', until: 'visibility', audience: 'audience' };

/** Opens the conflicts of the draft over the page. */
export function openConflicts(workspace) {
  styles('publish');
  new Conflicts(workspace).open();
}

class Conflicts {
  layouts = new Map();

  constructor(workspace) {
    this.workspace = workspace;
    this.list = h('ul.publish-conflict-list');
    this.off = workspace.on('change', () => this.draw());
  }

  open() {
    this.handle = dialog({ title: t('conflicts.title'), wide: true, plain: true,
      body: [h('p', t('conflicts.text')), this.list], actions: [{ label: t('close'), run: () => true }] });
    this.handle.closed.then(() => this.off());
    this.draw();
  }

  draw() {
    const found = conflictsOf(this.workspace.diff);
    const key = print([found, found.map((one) => present(this.workspace, one))]);
    if (key === this.drawn) return;
    this.drawn = key;
    const at = [...this.list.children].findIndex((item) => item.contains(document.activeElement));
    replace(this.list, found.length ? found.map((one) => this.item(one)) : h('li', t('conflicts.none')));
    if (at < 0) return;
    const item = this.list.children[at];
    (item?.querySelector('.button') ?? item?.querySelector('a') ?? this.handle.element.querySelector('.dialog-foot button')).focus();
  }

  blockOf({ blockCode, incoming, existing }) {
    return this.workspace.block(blockCode) ?? [incoming, existing].find((one) => isObject(one) && one.showType) ?? null;
  }

  item(conflict) {
    const { workspace } = this;
    const kind = kindOf(conflict);
    const has = present(workspace, conflict);
    const block = this.blockOf(conflict);
    const code = conflict.blockCode;
    const name = code ? nameOf(block, workspace.types.get(block?.showType)) || code : t('conflicts.page');
    const label = h('span.publish-conflict-field', this.label(conflict, kind, block, null));
    const sides = h('div.publish-conflict-sides');
    const fill = (layout) => {
      replace(label, this.label(conflict, kind, block, layout));
      replace(sides, ['existing', 'incoming'].map((which) => this.side(conflict, { which, kind, has, layout })));
    };
    fill(null);
    if (kind === 'field' && block) this.layoutOf(block.showType).then(fill, () => {});
    const there = workspace.blocks.has(code);
    const close = (event) => { if (event.target.closest('a')) this.handle.close(); };
    return h('li.publish-conflict', h('h3', { onClick: close }, there ? link(this.path(code), {}, name) : name, ' ', label),
      sides, !has && h('p.publish-conflict-note', icon('info', { size: 16 }), t('conflicts.since')),
      can('editor', this.workspace.slug) && h('div', this.button(conflict, kind, has)));
  }

  path(code) {
    return pagePath(this.workspace.slug, 'blocks', code);
  }

  label(conflict, kind, block, layout) {
    if (kind !== 'field') return t(`conflicts.about.${kind}`);
    const path = segments(conflict.pointer);
    return layout ? pathLabel(path, block, layout) : path.at(-1);
  }

  layoutOf(showType) {
    if (!this.layouts.has(showType)) {
      this.layouts.set(showType, this.workspace.schema(showType).then((schema) => new Layout(schema)));
    }
    return this.layouts.get(showType);
  }

  side(conflict, { which, kind, has, layout }) {
    return h('div.publish-conflict-side', { role: 'group', 'aria-label': t(`conflicts.${which}`), dataset: { kept: which === has || null } },
      h('h4', t(`conflicts.${which}`), ' ', which === has && badge(t('conflicts.kept'), 'accent', 'check')),
      this.value(conflict, which, kind, layout));
  }

  value(conflict, which, kind, layout) {
    const { workspace } = this;
    const value = conflict[which];
    if (kind === 'order') return h('span', this.orderText(value, conflict.blockCode));
    if (value === undefined) return h('span.publish-empty', t(kind === 'block' ? 'conflicts.gone' : 'publish.value.empty'));
    const whole = kind === 'block' && isObject(value);
    if (whole || (value !== null && typeof value === 'object' && (!Array.isArray(value) || value.length > 0))) {
      return [h('span', whole ? nameOf(value, workspace.types.get(value.showType)) : valueText(value)),
        h('details.publish-more', h('summary', t('conflicts.json')), h('pre.publish-raw', { tabindex: '0' }, print(value, 2)))];
    }
    const path = segments(conflict.pointer ?? '');
    const schema = layout && path[0] === 'content' ? layout.find(path.slice(1)) : {};
    return valueView(value, { name: path.at(-1) ?? '', schema, area: AREAS[path[path[0] === 'cards' ? 2 : 0]] ?? 'content',
      typeTitle: (showType) => workspace.typeTitle(showType) });
  }

  // Describes the position of a section: an index, a neighbour, or the whole order.
  orderText(value, code) {
    const place = Array.isArray(value) ? value.indexOf(code) : value;
    if (Number.isInteger(place) && place >= 0) return t('conflicts.place', { number: place + 1 });
    if (typeof value?.after === 'string') return t('conflicts.after', { name: this.workspace.nameOf(value.after) });
    if (typeof value?.before === 'string') return t('conflicts.before', { name: this.workspace.nameOf(value.before) });
    return t('conflicts.place.unknown');
  }

  button(conflict, kind, has) {
    if (kind === 'order' && this.workspace.blocks.has(conflict.blockCode)) {
      return h('button.button', { onClick: () => this.goTo(conflict.blockCode) }, icon('list'), t('conflicts.goTo'));
    }
    if (kind === 'page' || kind === 'order' || !has) return null;
    const button = h('button.button', { onClick: () => this.use(conflict, button) }, icon('refresh'), t('conflicts.use'));
    return button;
  }

  async goTo(code) {
    this.handle.close();
    await this.handle.closed;
    this.workspace.select([code]);
    document.querySelector(`[role="row"][data-code="${CSS.escape(code)}"]`)?.focus();
  }

  async use(conflict, button) {
    if (button.classList.contains('busy')) return;
    this.handle.setError(null);
    button.classList.add('busy');
    try {
      await useOther(this.workspace, conflict);
    } catch (problem) {
      this.handle.setError(explain(problem)[1]);
    } finally {
      button.classList.remove('busy');
    }
  }
}
