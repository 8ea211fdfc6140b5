// Draws a document as the app does. Sections are reused between documents: see `update`.
import { h, reconcile } from '../core/dom.js';
import { language, t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { body, isBare, isFixed } from './layout-registry.js';
import { glide, placesOf } from './motion.js';
import { heading, headingText } from './parts.js';
import { blocksOf, list } from './safe.js';
import '../text/phone.js';

styles('phone', 'phone-layouts');

/** In documents with more sections, those out of view are not laid out. */
export const MANY = 200;

/**
 * options: types (Map showType → entry of GET /block-types), selected (code), onSelect(code), onCard(block, ref) for a
 * click on a card (see `cardAt`), cardOf(code, id) → full card of a layout with summaries, now (ms), marks (Map code →
 * {kind, label}).
 */
export function renderDocument(document, options = {}) {
  const element = h('div.phone-document');
  updateDocument(element, document, options);
  return element;
}

/** Updates a drawn document; remaining sections keep their elements. */
export function updateDocument(element, document, options = {}) {
  const before = placesOf(element);
  const context = contextOf(options);
  reconcile(element, blocksOf(document), (block) => block.blockCode,
    (block) => create(block, context), (node, block) => update(node, block, context));
  element.classList.toggle('phone-long', element.childElementCount > MANY);
  glide(element, before);
}

/** Draws one section of a drawn document again. Returns its element, or null if it is not in the document. */
export function updateSection(element, block, options) {
  const node = sectionOf(element, block.blockCode);
  if (node) update(node, block, contextOf(options));
  return node;
}

const contextOf = (options) => ({ ...options, typeTitle: (showType) => titleOf(options.types, showType) });

export function titleOf(types, showType) {
  const line = types?.get?.(showType);
  return line?.titles?.[language()] ?? line?.title ?? '';
}

/** Returns the element of a section in a drawn document, or null. */
export function sectionOf(element, code) {
  return [...element.children].find((node) => node.dataset.code === code) ?? null;
}

export function select(element, code) {
  for (const node of element.children) {
    const chosen = node.dataset.code === code;
    node.classList.toggle('selected', chosen);
    node.pick?.setAttribute('aria-pressed', String(chosen));
  }
}

function create(block, context) {
  const node = h('div', { role: 'group', dataset: { code: block.blockCode } });
  node.memory = {};
  if (context.onSelect) makeSelectable(node, block.blockCode, context);
  update(node, block, context);
  return node;
}

function makeSelectable(node, code, context) {
  // The button is for the keyboard; mouse clicks reach the content.
  node.pick = h('button.phone-pick', { onClick: () => context.onSelect(code),
    onKeydown: (event) => {
      if (event.key === 'Enter' && context.onCard && node.classList.contains('selected')) {
        event.preventDefault();
        context.onCard(node.memory.block, null);
      } else sideways(event, node);
    } });
  node.addEventListener('click', (event) => {
    if (event.target.closest('button')) return;
    const card = context.onCard && event.target.closest('[data-card]');
    if (card) context.onCard(node.memory.block, card.dataset.card);
    else context.onSelect(code);
  });
}

/** Puts the focusable button into the horizontally scrolling part of a section. */
function settle(node, name) {
  const track = node.querySelector('[data-sideways]');
  const { pick } = node;
  if (!pick) {
    for (const one of node.querySelectorAll('[data-sideways]')) {
      one.tabIndex = 0;
      one.setAttribute('role', 'group');
      one.setAttribute('aria-label', name);
    }
    return;
  }
  const home = track ?? node;
  if (pick.parentNode === home) return;
  const focused = document.activeElement === pick;
  home.append(pick);
  if (focused) pick.focus({ preventScroll: true });
}

function sideways(event, node) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const track = node.querySelector('[data-sideways]');
  if (!step || !track) return;
  event.preventDefault();
  track.scrollBy({ left: step * track.clientWidth * 0.8, behavior: 'smooth' });
}

function update(node, block, context) {
  const mark = context.marks?.get(block.blockCode);
  node.memory.block = block;
  const name = headingText(block) || context.typeTitle(block.showType) || block.blockCode;
  const chosen = context.selected === block.blockCode;
  const classes = ['phone-section', isBare(block) && 'bare', isFixed(block) && 'fixed',
    mark && `mark-${mark.kind}`, chosen && 'selected'].filter(Boolean).join(' ');
  // A thousand sections are compared at every change: unchanged attributes are not written.
  if (node.className !== classes) node.className = classes;
  if (node.memory.name !== name) {
    node.memory.name = name;
    node.setAttribute('aria-label', name);
    node.pick?.setAttribute('aria-label', t('phone.select', { name }));
  }
  node.pick?.setAttribute('aria-pressed', String(chosen));
  node.memory.settle = () => settle(node, name);
  paint(node, block, context);
  node.mark?.remove();
  node.mark = mark ? h('span', { class: `phone-mark ${mark.kind}` }, mark.label) : null;
  if (mark) node.append(node.mark);
}

/** Draws the content again if it changed, and restores the rows' scroll positions. */
function paint(node, block, context) {
  const short = context.cardOf && context.types?.get(block.showType)?.summary;
  const whole = short ? list(block.extInfo?.list)
    .map((entry) => context.cardOf(block.blockCode, entry?.id)) : [];
  const day = Math.floor((context.now ?? Date.now()) / 60000);
  const state = fingerprint([block, whole, language(), TIMED.has(block.showType) && day]);
  if (node.memory.state === state) return;
  node.memory.state = state;
  const scrolled = [...node.querySelectorAll('[data-sideways]')].map((track) => track.scrollLeft);
  const focused = node.pick && document.activeElement === node.pick;
  const content = h('div.phone-content', heading(block),
    body(block, { ...context, now: context.now ?? Date.now(), memory: node.memory }));
  node.querySelector(':scope > .phone-content')?.remove();
  node.prepend(content);
  node.memory.settle();
  if (focused) node.pick.focus({ preventScroll: true });
  content.querySelectorAll('[data-sideways]').forEach((track, place) => {
    if (scrolled[place]) track.scrollLeft = scrolled[place];
  });
}

/** Returns a value as text, including BigInts. */
export function fingerprint(value) {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));
}

// Layouts that show times relative to now.
const TIMED = new Set(['MOMENT', 'SHUFFLE_MUSIC_CALENDAR']);
