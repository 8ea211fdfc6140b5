// Files dropped on a list of cards: each becomes the picture of a new card.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { askForFiles, dropTarget } from '../pictures/files.js';
import { placeOf } from '../pictures/place.js';
import '../text/pictures.js';
import { darkPictures } from './dark-pictures.js';
import { isFolded, isPicture, isTechnical, kinds } from './layout.js';
import { put } from './values.js';

const DEEPEST = 4;

/** Returns the picture field of a card as {path, node}, or null. */
function pictureOf(layout, node, path = []) {
  const members = Object.keys(node.properties ?? {}).map((key) => [key, layout.property(node, key)])
    .filter(([, inner]) => !isTechnical(inner) && !isFolded(inner));
  const dark = darkPictures(members);
  const own = members.find(([key, inner]) => isPicture(key, inner) && !dark.has(key));
  if (own) return { path: [...path, own[0]], node: own[1] };
  if (path.length >= DEEPEST) return null;
  for (const [key, inner] of members) {
    const found = kinds(inner)[0] === 'object' ? pictureOf(layout, inner, [...path, key]) : null;
    if (found) return found;
  }
  return null;
}

/** Uploads files for a list of cards. `button()` opens a file picker; `element` shows the uploads in progress. */
export class CardFiles {
  constructor(list) {
    this.list = list;
    this.picture = pictureOf(list.context.layout, list.itemNode);
    this.element = h('div');
    if (!this.picture || list.isFixed) return;
    styles('pictures');
    dropTarget(list.element, (files) => this.take(files));
  }

  button() {
    return this.picture && h('button.button', { onClick: async () => this.take(await askForFiles({ multiple: true })) },
      icon('upload'), t('pictures.cards'));
  }

  async take(files) {
    const { list } = this;
    if (!files.length || list.isBorrowed) return;
    const [{ UploadList }, { prepareForPlace }] = await Promise.all([import('../pictures/upload-list.js'),
      import('../pictures/shrink-file.js')]);
    if (!this.uploads) {
      const place = placeOf(this.picture.node);
      this.uploads = new UploadList({ prepare: (file) => prepareForPlace(file, place), onDone: (picture) => this.add(picture) });
      this.element.append(this.uploads.element);
    }
    const room = (list.node.maxItems ?? Infinity) - list.items.length;
    if (files.length > room) toast(t('edit.cards.most', { most: list.node.maxItems }));
    this.uploads.add(files.slice(0, Math.max(0, room)));
  }

  add({ url, name, width, height }) {
    const { list } = this;
    const isFull = list.items.length >= (list.node.maxItems ?? Infinity);
    if (!list.element.isConnected || list.isBorrowed || isFull) {
      toast(t('pictures.kept', { name }), { seconds: 10 });
      return;
    }
    const card = list.context.sampler.card(list.itemNode, list.items);
    put(card, this.picture.path, url);
    const { size } = placeOf(this.picture.node);
    const sibling = (member) => [...this.picture.path.slice(0, -1), member];
    if (size) [[size.width, width], [size.height, height]].forEach(([member, value]) => put(card, sibling(member), value));
    list.write([...list.items, card]);
  }
}
