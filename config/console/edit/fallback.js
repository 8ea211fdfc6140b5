// The tab Old apps: the content for apps that cannot render this layout.
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { platformName } from './audience-sentence.js';
import { dropLostRules } from './card-rules.js';
import { fields } from './form.js';
import { Layout } from './layout.js';
import { Sampler } from './samples.js';
import { RootSlot } from './slots.js';

/** Whether a layout is too new for some apps. */
export const needsFallback = (type) => Object.keys(type?.minVersion ?? {}).length > 0;

export function fallbackPanel(context) {
  return new FallbackPanel(context);
}

class FallbackPanel {
  #form = null;

  constructor(context) {
    this.context = context;
    const { model, workspace, readOnly } = context;
    const type = workspace.types.get(model.value.showType);
    const floors = Object.entries(type?.minVersion ?? {}).map(([name, version]) => `${platformName(name)} ${version}`);
    this.select = h('select', { disabled: readOnly, onChange: () => this.#choose(this.select.value) },
      h('option', { value: '' }, t('edit.fallback.nothing')),
      this.#layouts().map((one) => h('option', { value: one.showType }, workspace.typeTitle(one.showType))));
    this.field = field({ label: t('edit.fallback.layout'), hint: t('edit.fallback.hint'), input: this.select });
    this.outlet = h('div.edit-fallback');
    this.element = h('div.edit-tab', h('p.edit-note', t('edit.fallback.intro', { floors: list(floors) })),
      this.field.element, this.outlet);
    this.destroy = model.on((kind) => kind === 'errors' && this.#refresh());
    this.#draw();
  }

  reveal([, , ...path]) {
    return this.#form?.reveal(path) ?? this.select.focus();
  }

  /** The possible layouts of the fallback: those of the page's apps, except the section's own. */
  #layouts() {
    const { model, workspace } = this.context;
    const client = workspace.page?.client;
    return [...workspace.types.values()].filter((one) => one.showType !== model.value.showType
      && (!client || one.client === client));
  }

  async #choose(showType) {
    const { model } = this.context;
    try {
      const fallback = showType ? { showType, content: await this.#sample(showType) } : null;
      model.value.fallback = fallback;
      dropLostRules(this.context);
      model.changed();
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
    }
    this.#draw();
  }

  async #sample(showType) {
    const { model, workspace, pictures } = this.context;
    const layout = new Layout(await workspace.schema(showType));
    return new Sampler(layout, { filled: layout.settings.data ?? [], heading: headingOf(model.value),
      pictures: pictures(), text: () => t('edit.sample.title') }).content();
  }

  async #draw() {
    const { model, workspace } = this.context;
    const fallback = model.value.fallback;
    this.select.value = fallback?.showType ?? '';
    this.#form = null;
    if (!fallback) {
      replace(this.outlet);
      return;
    }
    replace(this.outlet, loading());
    try {
      const layout = new Layout(await workspace.schema(fallback.showType));
      const inner = { ...this.context, layout, showType: fallback.showType, sampler: new Sampler(layout) };
      this.#form = fields(inner, new RootSlot(model, ['fallback', 'content']), layout.root);
      replace(this.outlet, this.#form.element);
    } catch (problem) {
      replace(this.outlet, failure(problem, () => this.#draw()));
    }
    this.#refresh();
  }

  #refresh() {
    const { model, reason: reasonText } = this.context;
    const reason = model.errorAt(['fallback', 'showType']) ?? model.errorAt(['fallback', 'content']);
    this.field.setError(reason && reasonText(reason));
    this.#form?.refresh();
  }
}

const headingOf = (resource) => resource.content?.uiElement?.subTitle?.title;
