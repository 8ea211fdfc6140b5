// Asks how to use a file as a picture: which part of a photo, its name and its description.
import { h, replace } from '../core/dom.js';
import { number, t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { announce } from '../ui/announcer.js';
import { dialog } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { Crop, ratioOf } from './crop.js';
import { CropStage } from './crop-stage.js';
import { nameOf } from './files.js';
import { FREE_WIDTH, bytesFor, decode, shrink } from './resize.js';
import { mismatch, pixels } from './words.js';

// Larger photos are drawn as a smaller copy while being dragged.
const LARGEST_DRAWN = 1800;
const SHAPES = ['1:1', '4:3', '16:9', '3:4', '2:1'];
const percent = (part) => number(part, { style: 'percent', maximumFractionDigits: 0 });

/** Returns the zoom on a logarithmic scale from 0 to 100. */
const toSlider = (crop) => (Math.log(crop.zoom) / Math.log(crop.mostZoom)) * 100;
const fromSlider = (crop, value) => crop.mostZoom ** (value / 100);

class CropDialog {
  constructor(inspected, bitmap, drawn, place) {
    Object.assign(this, { inspected, bitmap, drawn, place });
    this.crop = new Crop(bitmap.width, bitmap.height, place.ratio);
    if (place.part) this.crop.showPart(place.part);
    this.stage = new CropStage(drawn, this.crop, { onChange: () => this.follow(), onAccept: () => this.accept() });
    this.zoom = h('input', { type: 'range', min: 0, max: 100, step: 1, 'aria-label': t('pictures.zoom'), onInput: () => {
      this.crop.setZoom(fromSlider(this.crop, Number(this.zoom.value)));
      this.stage.change();
    } });
    const zoomBy = (factor, label, name) => h('button.icon-button', { 'aria-label': label, title: label, onClick: () => {
      this.crop.setZoom(this.crop.zoom * factor);
      this.stage.change();
    } }, icon(name));
    this.state = h('p.picture-state', { role: 'status' });
    this.warning = h('div');
    this.controls = h('div.picture-controls', zoomBy(1 / 1.2, t('pictures.zoom.out'), 'minus'), this.zoom,
      zoomBy(1.2, t('pictures.zoom.in'), 'plus'), !place.ratio && this.shapes(),
      h('button.button.small', { onClick: () => {
        this.crop.reset();
        this.stage.change();
      } }, icon('undo', { size: 16 }), t('pictures.reset')));
    this.follow();
  }

  get width() {
    return this.place.width ?? FREE_WIDTH;
  }

  /** Controls for any ratio: a few to choose, and a custom one. */
  shapes() {
    const free = h('input', { type: 'range', min: -100, max: 100, step: 1, value: 0, hidden: true,
      'aria-label': t('pictures.shape.free.label'), onInput: () => set(3 ** (Number(free.value) / 100)) });
    const set = (ratio) => {
      this.crop.setRatio(ratio);
      this.stage.change();
    };
    const select = h('select', { 'aria-label': t('pictures.shape'), onChange: () => {
      free.hidden = select.value !== 'free';
      if (select.value !== 'free') set(ratioOf(select.value));
      else free.value = (Math.log(this.crop.ratio) / Math.log(3)) * 100;
    } }, h('option', { value: '' }, t('pictures.shape.whole')), SHAPES.map((shape) => h('option', { value: shape }, shape)),
    h('option', { value: 'free' }, t('pictures.shape.free')));
    return h('span.picture-shape', select, free);
  }

  follow() {
    const { crop } = this;
    this.zoom.value = toSlider(crop);
    this.zoom.setAttribute('aria-valuetext', percent(crop.zoom));
    const { width, height } = crop.rect;
    const made = Math.round(Math.min(this.width, width));
    this.state.textContent = t('pictures.crop.state', { size: pixels({ width: made, height: Math.round((made * height) / width) }),
      x: percent(crop.focus.x), y: percent(crop.focus.y), zoom: percent(crop.zoom) });
    const isSmall = this.place.width && width < this.place.width * 0.95;
    const text = isSmall ? t('pictures.crop.small', { width: String(Math.round(width)), wanted: String(this.place.width) })
      : this.place.ratio && mismatch({ width: crop.width, height: crop.height }, { ...this.place, width: null })
        && t('pictures.crop.ratio', { size: pixels(crop), ratio: this.place.ratioText });
    if ((text || '') === (this.warned ?? '')) return;
    this.warned = text || '';
    replace(this.warning, text && h('p.picture-warning', { class: isSmall ? 'warn' : '' }, icon(isSmall ? 'warning' : 'info', { size: 16 }), h('span', text)));
  }

  get body() {
    return [this.stage.element, h('p.picture-keys', t('pictures.crop.keys')), this.controls, this.state, this.warning];
  }

  accept() {
    this.stage.element.closest('dialog').querySelector('.dialog-foot .primary').click();
  }

  /**
   * Returns the file to upload. A file that already fits is unchanged, unless it may contain the location of a photo.
   */
  async make() {
    const { inspected: { file, type }, crop, bitmap } = this;
    const fits = crop.isWhole && bitmap.width <= this.width && file.size <= bytesFor(this.width);
    const { part } = crop;
    if (fits && ['image/png', 'image/webp'].includes(type)) return { blob: file, type, part };
    const { blob } = await shrink(bitmap, crop.rect, this.width);
    return { blob, type: blob.type, part };
  }

  destroy() {
    this.stage.destroy();
    this.bitmap.close();
    this.drawn.close();
  }
}

// Shows a file that is uploaded unchanged.
async function unchanged({ file, type }, place) {
  const address = await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result.replace(/^data:[^;,]*/, `data:${type}`)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
  const warning = h('div');
  const image = h('img.picture-unchanged', { alt: '', onLoad: () => {
    const text = mismatch({ width: image.naturalWidth, height: image.naturalHeight }, type === 'image/svg+xml' ? { ...place, width: null } : place);
    replace(warning, text && h('p.picture-warning.warn', icon('warning', { size: 16 }), h('span', text)));
  } });
  image.src = address;
  return { body: [image, h('p.picture-warning', icon('info', { size: 16 }), h('span', t('pictures.unchanged'))), warning],
    make: () => ({ blob: file, type }), destroy() {} };
}

async function cropped(inspected, place) {
  const bitmap = await decode(inspected.file);
  const part = Math.min(1, LARGEST_DRAWN / Math.max(bitmap.width, bitmap.height));
  const drawn = await createImageBitmap(bitmap, { resizeWidth: Math.max(1, Math.round(bitmap.width * part)),
    resizeHeight: Math.max(1, Math.round(bitmap.height * part)), resizeQuality: 'high' });
  return new CropDialog(inspected, bitmap, drawn, place);
}

/**
 * Asks how to use a file. Resolves with {blob, type, name, alt, part} to upload, where `part` is the chosen part of a
 * photo, or null. `place.part` is the initial part. Throws Unreadable.
 */
export async function askForCrop(inspected, place) {
  const [part] = await Promise.all([(inspected.asItIs ? unchanged : cropped)(inspected, place), styles('pictures')]);
  const name = field({ label: t('pictures.name'), input: h('input', { type: 'text', value: nameOf(inspected.file), maxlength: 200 }) });
  const alt = field({ label: t('pictures.alt'), hint: t('pictures.alt.hint'), input: h('input', { type: 'text', maxlength: 500 }) });
  const handle = dialog({ title: t(inspected.asItIs ? 'pictures.upload.title' : 'pictures.crop.title'), wide: true,
    body: [...part.body, h('div.picture-words', name.element, alt.element)],
    actions: [{ label: t('cancel'), run: () => null }, { label: t('pictures.use'), kind: 'primary', run: async () => {
      announce(t('pictures.making'));
      return { ...await part.make(), name: name.input.value.trim() || nameOf(inspected.file), alt: alt.input.value.trim() };
    } }] });
  const result = await handle.closed;
  part.destroy();
  return result ?? null;
}
