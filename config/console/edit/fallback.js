// The tab Old apps: what those get that cannot show this layout yet.
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { field } from '../ui/field.js';
import { failure, loading } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { platformName } from './audience-sentence.js';
import { fields } from './form.js';
import { Layout } from './layout.js';
import { Sampler } from './samples.js';
import { RootSlot } from './slots.js';

/** Whether a layout is too new for some apps. */
export const needsFallback = (type) => Object.keys(type?.minVersion ?? {}).length > 0;

export function fallbackPanel(context) {
  const { model, workspace, readOnly } = context;
  const type = workspace.types.get(model.value.showType);
  const floors = Object.entries(type?.minVersion ?? {}).map(([name, version]) => `${platformName(name)} ${version}`);
  const place = h('div.edit-fallback');
  let form = null;
  const options = [...workspace.types.values()].filter((one) => one.showType !== model.value.showType
    && (!workspace.page?.client || one.client === workspace.page.client));
  const select = h('select', { disabled: readOnly, onChange: () => choose(select.value) },
    h('option', { value: '' }, t('edit.fallback.nothing')),
    options.map((one) => h('option', { value: one.showType }, workspace.typeTitle(one.showType))));
  const made = field({ label: t('edit.fallback.layout'), hint: t('edit.fallback.hint'), input: select });

  async function choose(showType) {
    if (!showType) {
      model.value.fallback = null;
      model.changed();
      return draw();
    }
    let layout;
    try {
      layout = new Layout(await workspace.schema(showType));
    } catch (problem) {
      toast(problem.detail || problem.message, { kind: 'bad' });
      return draw();
    }
    const sampler = new Sampler(layout, { filled: layout.settings.data ?? [], heading: headingOf(model.value),
      pictures: context.pictures(), text: () => t('edit.sample.title') });
    model.value.fallback = { showType, content: sampler.content() };
    model.changed();
    return draw();
  }

  async function draw() {
    const fallback = model.value.fallback;
    select.value = fallback?.showType ?? '';
    form = null;
    if (!fallback) return replace(place);
    replace(place, loading());
    try {
      const layout = new Layout(await workspace.schema(fallback.showType));
      const inner = { ...context, layout, sampler: new Sampler(layout) };
      form = fields(inner, new RootSlot(model, ['fallback', 'content']), layout.root);
      replace(place, form.element);
    } catch (problem) {
      replace(place, failure(problem, draw));
    }
    return refresh();
  }

  function refresh() {
    const reason = model.errorAt(['fallback', 'showType']) ?? model.errorAt(['fallback', 'content']);
    made.setError(reason && context.reason(reason));
    form?.refresh();
  }

  const off = model.on((kind) => kind === 'errors' && refresh());
  draw();
  return { element: h('div.edit-tab', h('p.edit-note', t('edit.fallback.intro', { floors: list(floors) })), made.element, place),
    destroy: off, reveal: ([, , ...path]) => form?.reveal(path) ?? select.focus() };
}

const headingOf = (resource) => resource.content?.uiElement?.subTitle?.title;
