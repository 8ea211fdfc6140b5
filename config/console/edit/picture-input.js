// The input of a picture's address: chosen from those that are there, or uploaded from a file, a drop or a paste.
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
import { fileError, fileSize, mismatch, pixels } from '../pictures/words.js';
import { choosePicture } from './pictures.js';
import { picture } from './thumbs.js';

class PictureInput {
  #run = 0;

  constructor(input, node, { readOnly, pictures, label }) {
    Object.assign(this, { input, place: placeOf(node), pictures, label });
    this.thumb = h('span.edit-picture-thumb');
    this.note = h('p.field-hint.edit-picture-note', { role: 'status', hidden: true });
    this.line = new UploadLine({ onDone: (one) => this.#uploaded(one) });
    this.control = h('div.edit-picture', this.thumb, h('div.edit-picture-side', input,
      !readOnly && this.#buttons(), this.line.element, this.note));
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
        onClick: () => this.#choose() }, icon('image'), t('edit.picture.choose')));
  }

  show() {
    const image = picture(this.input.value || this.input.placeholder);
    replace(this.thumb, image);
  }

  async #choose() {
    const chosen = await choosePicture(this.pictures(), this.input.value);
    if (chosen === null) return;
    this.#put(chosen);
    this.input.focus();
  }

  // A value that is typed or chosen takes the place of what is on its way.
  #typed() {
    this.#run += 1;
    this.line.cancel();
    this.#say(null);
    this.show();
    const image = this.thumb.querySelector('img');
    image?.addEventListener('load', () => this.#compare(image));
  }

  #put(address) {
    this.input.value = address;
    this.input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** Says whether the picture is made for another place. Drawings have no pixels. */
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
      this.line.start(job);
    }
  }

  async #prepare(file, run) {
    try {
      const inspected = await inspect(file);
      if (inspected.reason) return inspected;
      const { askForCrop } = await import('../pictures/crop-dialog.js');
      if (run !== this.#run || !this.input.isConnected) return null;
      return await askForCrop(inspected, this.place);
    } catch (error) {
      return error instanceof Unreadable ? { reason: 'unreadable' } : { error };
    }
  }

  #uploaded({ url, name, bytes, ...size }) {
    if (!this.input.isConnected) {
      toast(t('pictures.kept', { name }), { seconds: 10 });
      return;
    }
    this.#put(url);
    const text = t('pictures.uploaded', { pixels: pixels(size), size: fileSize(bytes) });
    this.#say(text);
    announce(text);
  }
}

/** Adds to an input of text what a picture needs: {control, show()}. */
export function pictureControl(input, node, context) {
  return new PictureInput(input, node, context);
}
