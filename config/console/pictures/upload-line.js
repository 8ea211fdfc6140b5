// The line of an upload: its progress, a cancel button, and its error.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { announce } from '../ui/announcer.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { uploadPicture } from './client.js';
import { uploadError } from './words.js';

/**
 * Shows one upload at a time. `onDone(picture)` is called on success, `onFail()` on failure, `onEnd()` when the line is
 * cleared.
 */
export class UploadLine {
  #present = null;

  constructor({ onDone, onFail, onEnd }) {
    Object.assign(this, { onDone, onFail, onEnd });
    this.element = h('div.picture-line', { hidden: true });
  }

  get busy() {
    return this.#present !== null;
  }

  /** Uploads {blob, type, name, alt}. Cancels a previous upload. */
  async start(job) {
    this.#present?.abort();
    const mine = new AbortController();
    this.#present = mine;
    const update = this.#showProgress(job);
    try {
      const { picture, isOther } = await uploadPicture(job.blob, { ...job, onProgress: update, signal: mine.signal });
      if (mine.signal.aborted) return;
      this.#present = null;
      this.onDone(picture);
      if (isOther) toast(t('pictures.wasThere', { name: picture.name }), { seconds: 10 });
      this.clear();
    } catch (problem) {
      if (mine.signal.aborted) return;
      this.#present = null;
      if (problem.name === 'AbortError') this.fail(t('pictures.error.offline'), job);
      else this.fail(uploadError(problem), job);
    }
  }

  cancel() {
    this.#present?.abort();
    this.#present = null;
    this.clear();
  }

  clear() {
    replace(this.element);
    this.element.hidden = true;
    this.onEnd?.();
  }

  /** Shows a preparation step, such as reading a file. */
  wait(text) {
    this.#show(h('span.spinner', { 'aria-hidden': 'true' }), h('span.picture-line-text', text));
  }

  /** Shows an error; with a job, the upload can be retried. */
  fail(text, job) {
    if (!this.element.isConnected) toast(job ? `${job.name}: ${text}` : text, { kind: 'bad', seconds: 10 });
    const again = job && h('button.button.small', { onClick: () => this.start(job) }, icon('refresh', { size: 16 }), t('retry'));
    this.#show(h('p.field-error', { role: 'alert' }, icon('warning', { size: 14 }), h('span', text)), again,
      h('button.icon-button.small', { 'aria-label': t('dismiss'), title: t('dismiss'), onClick: () => this.clear() },
        icon('close', { size: 16 })));
    this.onFail?.();
  }

  #showProgress({ name }) {
    const bar = h('progress', { max: 1, 'aria-label': t('pictures.uploading', { name }) });
    const part = h('span.picture-line-part', '0 %');
    announce(t('pictures.uploading', { name }));
    this.#show(h('span.picture-line-text', t('pictures.uploading', { name })), bar, part,
      h('button.button.small', { onClick: () => {
        this.cancel();
        announce(t('pictures.cancelled'));
      } }, t('cancel')));
    return (done) => {
      bar.value = done;
      part.textContent = `${Math.round(done * 100)} %`;
    };
  }

  #show(...children) {
    const hadFocus = this.element.contains(document.activeElement);
    replace(this.element, ...children);
    this.element.hidden = false;
    if (hadFocus) this.element.querySelector('button')?.focus();
  }
}
