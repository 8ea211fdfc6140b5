// Uploads of several files, two at a time, with a line for each until it succeeds.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { UploadLine } from './upload-line.js';
import { prepareForLibrary } from './shrink-file.js';
import { fileError } from './words.js';
import '../text/library.js';

const AT_ONCE = 2;

/**
 * `prepare(file)` returns {blob, type, name} or {reason}; `onDone(picture)` is called for each, `onIdle(count)` when
 * all running uploads have ended and some succeeded.
 */
export class UploadList {
  #waiting = [];
  #running = 0;
  #done = 0;

  constructor({ prepare = prepareForLibrary, onDone, onIdle }) {
    Object.assign(this, { prepare, onDone, onIdle });
    this.element = h('ul.picture-uploads', { 'aria-label': t('pictures.uploads'), hidden: true });
  }

  get busy() {
    return this.#running + this.#waiting.length > 0;
  }

  add(files) {
    for (const file of files) {
      const item = h('li', h('span.picture-upload-name', file.name));
      this.#waiting.push({ file, item });
      this.element.append(item);
    }
    this.element.hidden = !this.element.children.length;
    this.#go();
  }

  #go() {
    while (this.#running < AT_ONCE && this.#waiting.length) this.#start(this.#waiting.shift());
  }

  async #start({ file, item }) {
    this.#running += 1;
    let isCounted = true;
    const end = () => {
      if (!isCounted) return;
      isCounted = false;
      this.#running -= 1;
      this.#go();
      this.#rest();
    };
    const remove = () => {
      item.remove();
      this.element.hidden = !this.element.children.length;
      end();
    };
    const line = new UploadLine({ onDone: (picture) => {
      this.#done += 1;
      this.onDone?.(picture);
      // It failed before, and was retried.
      if (!isCounted) this.#rest();
    }, onEnd: remove, onFail: end });
    item.append(line.element);
    line.wait(t('pictures.reading'));
    const job = await this.prepare(file);
    if (job.reason) line.fail(fileError(job.reason));
    else await line.start(job);
  }

  #rest() {
    if (this.busy || !this.#done) return;
    this.onIdle?.(this.#done);
    this.#done = 0;
  }
}
