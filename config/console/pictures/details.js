// The details of a library picture: its name, description and tags, where it is used, and actions.
import { Problem } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { located, pagePath } from '../core/paths.js';
import { href, navigate } from '../core/router.js';
import { can, canAnywhere } from '../core/session.js';
import { dateTime, relative } from '../core/time.js';
import { confirm, sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { explain, failure, loading, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { copyButton } from '../ui/widgets.js';
import { changePicture, deletePicture, readPicture, replacePicture } from './client.js';
import { areTags, tagError, tagsOf } from './tags.js';
import { fileSize, pixels, typeName } from './words.js';
import '../text/library.js';

function addressOf({ page, state, revision }, code) {
  if (state === 'revision') return pagePath(page, 'history', String(revision));
  if (state === 'release' || state === 'takeover') return pagePath(page, 'schedule');
  return code ? pagePath(page, 'blocks', code) : pagePath(page);
}

const stateName = ({ state, revision }) => t(`pictures.use.${state}`, { revision: String(revision) });

function useLine(use, titles, leave) {
  const open = (label, code) => h('a', { href: href(addressOf(use, code)), onClick: (event) => leave(event, addressOf(use, code)) }, label);
  const isNow = use.state === 'draft' || use.state === 'live';
  const places = isNow && use.blocks.length ? use.blocks.map((code) => open(h('code', code), code)) : [open(t('pictures.use.open'))];
  return h('li', h('span.picture-use-page', titles.get(use.page) ?? use.page), h('span.picture-use-state', stateName(use)), places);
}

class Details {
  constructor(picture, { titles, onChange, choose }) {
    Object.assign(this, { picture, titles, onChange, choose });
    this.body = h('div.picture-details', loading());
    this.handle = sheet({ title: picture.name, body: this.body, plain: true, wide: true,
      onClose: () => this.mayClose() });
    this.load();
  }

  get isDirty() {
    const { picture, inputs } = this;
    return Boolean(inputs) && (inputs.name.input.value !== picture.name || inputs.alt.input.value !== picture.alt
      || inputs.tags.input.value !== picture.tags.join(', '));
  }

  /** Asks before unsaved input is lost. */
  mayClose() {
    if (!this.handle.element.open || !this.isDirty) return true;
    return confirm({ title: t('pictures.leave'), text: t('pictures.leave.text'), action: t('pictures.leave.discard'), danger: true });
  }

  async load() {
    try {
      this.picture = await readPicture(this.picture.id);
      this.draw();
    } catch (problem) {
      replace(this.body, failure(problem, () => this.load(), { level: 3 }));
      if (problem.status === 404) this.onChange();
    }
  }

  draw() {
    const { picture } = this;
    this.error = h('p.dialog-error', { role: 'alert', hidden: true });
    this.uses = h('section.picture-uses');
    replace(this.body, h('a.picture-large', { href: located(picture.url), target: '_blank', rel: 'noopener', 'aria-label': t('pictures.open') },
      h('img', { src: picture.url, alt: picture.alt })), this.facts(), this.error, canAnywhere('editor') ? this.form() : this.words(), this.uses, this.actions());
    this.drawUses();
  }

  facts() {
    const { picture } = this;
    const fact = (name, ...value) => h('div', h('dt', name), h('dd', value));
    return h('dl.picture-data', fact(t('pictures.size'), `${pixels(picture)} · ${fileSize(picture.bytes)} · ${typeName(picture.type)}`),
      fact(t('pictures.uploadedBy'), h('span', { title: dateTime(picture.info.createdAt) }, t('pictures.by', {
        name: picture.info.createdBy, time: relative(picture.info.createdAt) }))),
      fact(t('pictures.address'), h('code', picture.url), ' ', copyButton(picture.url, t('pictures.address.copy'))));
  }

  words() {
    const { name, alt, tags } = this.picture;
    return h('dl.picture-data', [[t('pictures.name'), name], [t('pictures.alt'), alt], [t('pictures.tags'), tags.join(', ')]]
      .filter(([, value]) => value).map(([label, value]) => h('div', h('dt', label), h('dd', value))));
  }

  form() {
    const { picture } = this;
    const input = (value, maxlength) => h('input', { type: 'text', value, maxlength });
    const name = field({ label: t('pictures.name'), input: input(picture.name, 200), required: true });
    const alt = field({ label: t('pictures.alt'), hint: t('pictures.alt.hint'), input: input(picture.alt, 500) });
    const tags = field({ label: t('pictures.tags'), hint: t('pictures.tags.hint'), input: input(picture.tags.join(', ')) });
    this.inputs = { name, alt, tags };
    this.saveButton = h('button.button.primary', { type: 'submit' }, t('pictures.save'));
    return h('form.picture-form', { noValidate: true, onSubmit: (event) => {
      event.preventDefault();
      this.save({ name, alt, tags });
    } }, name.element, alt.element, tags.element, h('div', this.saveButton));
  }

  async save({ name, alt, tags }) {
    const own = tagsOf(tags.input.value);
    const wrongTags = !areTags(own);
    name.setError(name.input.value.trim() ? null : t('pictures.name.needed'));
    tags.setError(wrongTags ? tagError() : null);
    if (!name.input.value.trim() || wrongTags) {
      (wrongTags && name.input.value.trim() ? tags : name).input.focus();
      return;
    }
    await this.run(this.saveButton, async () => {
      const { uses } = this.picture;
      const changed = await changePicture(this.picture.id, { name: name.input.value.trim(), alt: alt.input.value.trim(), tags: own },
        this.picture.etag);
      this.picture = { ...changed, uses };
      tags.input.value = changed.tags.join(', ');
      this.handle.element.querySelector('h2').textContent = changed.name;
      toast(t('pictures.saved'), { kind: 'good' });
      this.onChange();
    });
  }

  /** Runs the action of a button; shows a rejection in the sheet. */
  async run(button, action) {
    if (button.classList.contains('busy')) return;
    this.say(null);
    button.classList.add('busy');
    try {
      await action();
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      if (problem.status === 412) this.changedInTheMeantime(problem);
      else this.say(problem.status === 403 || problem.status === 0 ? explain(problem)[1] : sentenceOf(problem));
    } finally {
      button.classList.remove('busy');
    }
  }

  // Keeps the input: saving again overwrites the other operator's change.
  changedInTheMeantime({ changedBy, etag, current }) {
    this.picture.etag = etag;
    this.say(t('pictures.changed', { name: changedBy ?? '', value: current?.name ?? '' }));
  }

  say(text) {
    replace(this.error, text && icon('warning', { size: 16 }), text && h('span', text));
    this.error.hidden = !text;
  }

  drawUses() {
    const { uses } = this.picture;
    const leave = async (event, address) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!await this.mayClose()) return;
      this.handle.close();
      navigate(address);
    };
    replace(this.uses, h('h3', t('pictures.uses')), uses.length ? h('ul', uses.map((use) => useLine(use, this.titles, leave)))
      : h('p.picture-faint', t('pictures.uses.none')));
  }

  actions() {
    if (!canAnywhere('editor')) return null;
    const replaceButton = h('button.button', { onClick: () => this.run(replaceButton, () => this.replaceEverywhere()) }, icon('refresh', { size: 16 }),
      t('pictures.replace'));
    const deleteButton = can('admin') && h('button.button', { onClick: () => this.run(deleteButton, () => this.remove()) },
      icon('trash', { size: 16 }), t('pictures.delete'));
    return h('div.picture-actions', replaceButton, deleteButton);
  }

  async replaceEverywhere() {
    const other = await this.choose({ but: this.picture });
    if (!other || other.id === this.picture.id) return;
    if (!await confirm({ title: t('pictures.replace.title'), text: t('pictures.replace.text', { name: this.picture.name, other: other.name }),
      action: t('pictures.replace.do') })) return;
    const pages = await replacePicture(this.picture.id, other.id);
    toast(t(pages.length ? 'pictures.replaced' : 'pictures.replaced.none', { count: pages.length,
      pages: pages.map(({ page }) => this.titles.get(page) ?? page).join(', ') }), { kind: pages.length ? 'good' : 'info', seconds: 8 });
    this.onChange();
    // Keeps the input about the picture.
    const { uses, etag } = await readPicture(this.picture.id);
    Object.assign(this.picture, { uses, etag });
    this.drawUses();
  }

  async remove() {
    if (this.picture.uses.length) {
      this.say(t('pictures.delete.used'));
      return;
    }
    if (!await confirm({ title: t('pictures.delete.title'), text: t('pictures.delete.text', { name: this.picture.name }),
      action: t('pictures.delete'), danger: true })) return;
    try {
      await deletePicture(this.picture.id);
    } catch (problem) {
      if (problem.status !== 409) throw problem;
      // Someone started to use it in the meantime.
      this.picture = await readPicture(this.picture.id);
      this.drawUses();
      this.say(t('pictures.delete.used'));
      return;
    }
    toast(t('pictures.deleted', { name: this.picture.name }));
    this.handle.close();
    this.onChange();
  }
}

/** Shows a picture in a sheet. `titles` has the pages' titles; `onChange()` is called after a change of the library. */
export function showDetails(picture, options) {
  return new Details(picture, options).handle;
}
