// Actions on several pictures of the library: adds tags, or deletes those that are not used.
import { h, replace } from '../core/dom.js';
import { list, t } from '../core/i18n.js';
import { can } from '../core/session.js';
import { confirm, dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { changePicture, deletePicture, readPicture } from './client.js';
import { areTags, tagError, tagsOf } from './tags.js';
import '../text/library.js';

const MOST_NAMED = 4;

/** The toolbar for selected pictures. `onChange()` is called after a change of the library. */
export class SeveralPictures {
  constructor(grid, onChange) {
    Object.assign(this, { grid, onChange });
    grid.onChoice = () => this.draw();
    this.toggle = h('button.button', { 'aria-pressed': 'false', onClick: () => this.set(!grid.chosen) }, icon('check'), t('pictures.several'));
    this.text = h('span', { role: 'status' });
    this.tools = [h('button.button.small', { onClick: () => this.tag() }, t('pictures.several.tag')),
      can('admin') && h('button.button.small', { onClick: () => this.remove() }, icon('trash', { size: 16 }), t('pictures.delete'))].filter(Boolean);
    this.element = h('div.picture-several', { hidden: true, role: 'toolbar', 'aria-label': t('pictures.several') }, this.text, this.tools);
  }

  get pictures() { return [...this.grid.chosen.values()]; }

  set(isOn) {
    this.grid.choose(isOn);
    this.toggle.setAttribute('aria-pressed', String(isOn));
    this.draw();
  }

  draw() {
    const { chosen } = this.grid;
    this.element.hidden = chosen === null;
    if (chosen === null) return;
    replace(this.text, t('pictures.several.count', { count: chosen.size }));
    for (const tool of this.tools) tool.disabled = chosen.size === 0;
  }

  tag() {
    const tags = field({ label: t('pictures.tags'), hint: t('pictures.tags.hint'), input: h('input', { type: 'text' }) });
    const { pictures } = this;
    dialog({
      title: t('pictures.several.tag'), body: tags.element,
      actions: [{ label: t('cancel'), run: (handle) => handle.close() }, { label: t('pictures.several.add'), kind: 'primary', run: async () => {
        const added = tagsOf(tags.input.value);
        const full = pictures.find((one) => !areTags([...new Set([...one.tags, ...added])]));
        const error = !added.length ? t('pictures.several.none') : full ? `${full.name}: ${tagError()}` : null;
        tags.setError(error);
        if (error) {
          tags.input.focus();
          return false;
        }
        await this.run(pictures, 'pictures.several.tagged', async ({ id }) => {
          const picture = await readPicture(id);
          const all = [...new Set([...picture.tags, ...added])];
          if (all.length > picture.tags.length) await changePicture(id, { tags: all }, picture.etag);
        });
        return true;
      } }],
    });
  }

  async remove() {
    const { pictures } = this;
    if (!await confirm({ title: t('pictures.several.delete', { count: pictures.length }), text: t('pictures.several.delete.text'),
      action: t('pictures.delete'), danger: true })) return;
    await this.run(pictures, 'pictures.several.deleted', ({ id }) => deletePicture(id));
  }

  /** Runs an action for each picture, and shows how many succeeded, and which were left out and why. */
  async run(pictures, done, action) {
    const left = [];
    let reason = null;
    for (const tool of this.tools) tool.disabled = true;
    for (const picture of pictures) {
      try {
        await action(picture);
      } catch (problem) {
        // Someone else deleted it.
        if (problem.status === 404) continue;
        left.push(picture.name);
        reason ??= problem.status === 409 ? t('pictures.several.used') : sentenceOf(problem);
      }
    }
    const names = left.length > MOST_NAMED ? [...left.slice(0, MOST_NAMED), t('pictures.several.more', { count: left.length - MOST_NAMED })] : left;
    toast([left.length < pictures.length && t(done, { count: pictures.length - left.length }),
      left.length > 0 && t('pictures.several.left', { count: left.length, names: list(names), reason })].filter(Boolean).join(' '),
    { kind: left.length ? 'bad' : 'good', seconds: 10 });
    this.set(false);
    this.toggle.focus();
    this.onChange();
  }
}
