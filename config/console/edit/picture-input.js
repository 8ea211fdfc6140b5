// The input of a picture's address: chosen from existing pictures, or uploaded from a file, a drop or a paste.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { askForFiles, dropTarget, filesOf, inspect } from '../pictures/files.js';
import { placeOf } from '../pictures/place.js';
import { Unreadable } from '../pictures/resize.js';
import { UploadLine } from '../pictures/upload-line.js';
import { fileError, fileSize, mismatch, pixels, wishOf } from '../pictures/words.js';
import { PictureSize } from './picture-size.js';
import { choosePicture } from './pictures.js';
import { picture } from './thumbs.js';

const sizeOf = (image) => ({ width: image.naturalWidth, height: image.naturalHeight });

class PictureInput {
  #run = 0;
  // The part of the photo that was chosen for this place, until the picture is replaced.
  #part = null;
  // The address of the uploaded picture, whose size is known before it is loaded.
  #known = null;

  constructor(input, node, { readOnly, pictures, label, slot, siblings, light }) {
    Object.assign(this, { input, place: placeOf(node), pictures, label, light });
    this.size = this.place.size && !readOnly ? new PictureSize(this.place.size, slot, siblings) : null;
    this.thumb = h('span.edit-picture-thumb');
    this.note = h('p.field-hint.edit-picture-note', { role: 'status', hidden: true });
    this.line = new UploadLine({ onDone: (one) => this.#uploaded(one) });
    this.control = h('div.edit-picture', this.thumb, h('div.edit-picture-side', input,
      !readOnly && this.#buttons(), this.line.element, this.note, this.size?.element));
    if (readOnly) return;
    styles('pictures');
    input.addEventListener('input', (event) => this.#typed(event));
    this.control.addEventListener('paste', (event) => {
      const files = filesOf(event.clipboardData);
      if (!files.length) return;
      event.preventDefault();
      this.#take(files);
    });
    dropTarget(this.control, (files) => this.#take(files));
  }

  #buttons() {
    return h('div.edit-picture-buttons',
      h('button.button.small', { 'aria-label': t('pictures.uploadFor', { label: this.label }),
        onClick: async () => this.#take(await askForFiles()) }, icon('upload'), t('pictures.upload')),
      h('button.button.small', { 'aria-label': t('edit.picture.chooseFor', { label: this.label }),
        onClick: () => this.#choose() }, icon('image'), t('edit.picture.choose')),
      h('span.field-hint', wishOf(this.place)));
  }

  /** The part of the photo that this place shows: {x, y, zoom}, or null. */
  get part() {
    return this.#part;
  }

  show() {
    const image = this.#draw();
    this.size?.know(this.input.value ? undefined : null);
    image?.addEventListener('load', () => this.size?.know(sizeOf(image)));
  }

  #draw() {
    replace(this.thumb, picture(this.input.value || this.input.placeholder));
    return this.thumb.querySelector('img');
  }

  async #choose() {
    const chosen = await choosePicture(this.pictures(), this.input.value);
    if (chosen === null) return;
    this.#put(chosen);
    this.input.focus();
  }

  // Typing or choosing a value cancels an upload in progress.
  #typed() {
    this.#run += 1;
    this.line.cancel();
    this.#part = null;
    if (this.input.value !== this.#known) this.#known = null;
    this.#say(null);
    this.size?.clear();
    const image = this.#draw();
    image?.addEventListener('load', () => {
      this.#compare(image);
      if (image.naturalWidth && this.#known !== this.input.value) this.size?.follow(sizeOf(image));
    });
  }

  #put(address) {
    this.input.value = address;
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Shows a warning if the picture does not fit this place. Vector images have no pixel size. */
  #compare(image) {
    const isDrawn = /\.svg($|\?)/i.test(image.src);
    const text = mismatch({ width: image.naturalWidth, height: image.naturalHeight }, isDrawn ? { ...this.place, width: null } : this.place);
    if (text) this.#say(text, 'warning');
  }

  #say(text, name = 'check') {
    replace(this.note, text && icon(name, { size: 14 }), text && h('span', text));
    this.note.classList.toggle('warn', name === 'warning');
    this.note.hidden = !text;
  }

  async #take(files) {
    if (!files.length) return;
    this.#run += 1;
    const run = this.#run;
    this.line.cancel();
    this.#say(null);
    this.line.wait(t('pictures.reading'));
    const job = await this.#prepare(files[0], run);
    if (run !== this.#run) return;
    if (job?.error) {
      this.line.fail(sentenceOf(job.error));
      return;
    }
    if (job?.reason) this.line.fail(fileError(job.reason));
    else if (!job) this.line.clear();
    else {
      if (files.length > 1) toast(t('pictures.onlyFirst'));
      this.chosen = job.part ?? null;
      this.line.start(job);
    }
  }

  async #prepare(file, run) {
    try {
      const inspected = await inspect(file);
      if (inspected.reason) return inspected;
      const { askForCrop } = await import('../pictures/crop-dialog.js');
      if (run !== this.#run || !this.input.isConnected) return null;
      return await askForCrop(inspected, { ...this.place, part: this.light()?.part });
    } catch (error) {
      return error instanceof Unreadable ? { reason: 'unreadable' } : { error };
    }
  }

  #uploaded({ url, name, bytes, width, height }) {
    if (!this.input.isConnected) {
      toast(t('pictures.kept', { name }), { seconds: 10 });
      return;
    }
    this.#known = url;
    this.#put(url);
    this.#part = this.chosen;
    this.size?.follow({ width, height });
    const text = t('pictures.uploaded', { pixels: pixels({ width, height }), size: fileSize(bytes) });
    this.#say(text);
    announce(text);
  }
}

/** Adds the controls of a picture to a text input: {control, show(), part}. */
export function pictureControl(input, node, context) {
  return new PictureInput(input, node, context);
}
