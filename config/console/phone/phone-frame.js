// A phone: status bar, title, and a screen with a document, a state or both.
import { h, replace } from '../core/dom.js';
import { locale, t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { empty, failure, loading } from '../ui/states.js';
import { reveal } from './motion.js';
import { sectionOf, select, updateDocument, updateSection } from './render.js';
import { blocksOf } from './safe.js';

const WIDTH = 375;
const BEZEL = 20;
const HEIGHT = 760;
const LEAST_HEIGHT = 380;
/** The height of a common phone: its first screen ends here. */
const DEVICE = 812;
const TABS = [['home', 'home'], ['search', 'search'], ['mine', 'user']];

export class PhoneFrame {
  /** `app`: the client family of the page, whose app surrounds the screen, or null. */
  constructor({ label, title, fitHeight = false, app = null }) {
    this.clock = h('span.phone-clock');
    this.title = h('div.phone-title', title);
    this.document = h('div.phone-document');
    this.state = h('div.phone-state');
    this.fold = h('div.phone-fold', { 'aria-hidden': 'true' }, h('span', t('phone.fold')));
    this.screen = h('div.phone-screen', { tabindex: '0', role: 'region', 'aria-label': label },
      this.document, this.state, this.fold);
    // The app's bars; music apps have a player.
    this.bars = [h('div.phone-app-head', this.title, h('div.phone-app-search', { 'aria-hidden': 'true' },
      icon('search', { size: 14 }), t('phone.tab.search'))),
    h('div.phone-app-foot', { 'aria-hidden': 'true' },
      app === 'netease' && h('div.phone-app-player', h('span.phone-app-disc'), h('span', t('phone.player')), h('i.phone-play')),
      h('div.phone-app-tabs', TABS.map(([name, sign], place) => h('span', { class: place ? '' : 'on' },
        icon(sign, { size: 20 }), h('span', t(`phone.tab.${name}`))))))];
    this.body = h('div.phone-body', h('div.phone-glass',
      h('div.phone-status', { 'aria-hidden': 'true' }, this.clock,
        h('span.phone-island'), h('span.phone-signal', h('i'), h('i'), h('i'), h('b'))),
      this.bars[0], this.screen, this.bars[1]));
    this.element = h('div.phone-frame', this.body);
    this.fitHeight = fitHeight;
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.element);
    this.showTime(null);
  }

  /** Fits the phone to the available space without enlarging it. */
  fit() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth) return;
    const scale = Math.min(1, clientWidth / (WIDTH + BEZEL));
    const room = this.fitHeight && clientHeight ? clientHeight / scale : HEIGHT + BEZEL;
    this.body.style.zoom = String(Math.round(scale * 1000) / 1000);
    this.body.style.height = `${Math.max(LEAST_HEIGHT, Math.min(room, HEIGHT + BEZEL))}px`;
    const bars = [this.screen.previousSibling.previousSibling, ...this.bars].reduce((sum, bar) => sum + bar.offsetHeight, 0);
    this.fold.style.top = `${DEVICE - bars}px`;
  }

  showTitle(text) { this.title.textContent = text; }

  showTime(iso) {
    const date = iso ? new Date(iso) : new Date();
    this.clock.textContent = new Intl.DateTimeFormat(locale(),
      { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }).format(date);
  }

  show(document, options) {
    const { scrollTop } = this.screen;
    updateDocument(this.document, document, options);
    this.screen.scrollTop = scrollTop;
    const none = blocksOf(document).length === 0;
    replace(this.state, none && empty({ icon: 'phone', title: t('phone.nothing'),
      text: t('phone.nothingWhy') }));
  }

  /** Draws one section again. Returns false if it is not in the document. */
  showSection(block, options) {
    return updateSection(this.document, block, options) !== null;
  }

  showLoading() {
    if (this.document.childElementCount) return;
    replace(this.state, loading(t('phone.loading')));
  }

  showFailure(problem, retry) {
    this.document.replaceChildren();
    replace(this.state, failure(problem, retry));
  }

  select(code, { scroll = true } = {}) {
    select(this.document, code);
    const section = code && sectionOf(this.document, code);
    if (section && scroll) reveal(this.screen, section);
  }

  /** Scrolls to a section; with `partly`, only if less than half of it, or of the screen, is visible. */
  reveal(code, options) {
    const section = sectionOf(this.document, code);
    if (section) reveal(this.screen, section, options);
  }

  destroy() { this.sizes.disconnect(); }
}
