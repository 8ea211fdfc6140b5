// A phone: status bar, title, and a screen with a document, a state or both.
import { h, replace } from '../core/dom.js';
import { locale, t } from '../core/i18n.js';
import { empty, failure, loading } from '../ui/states.js';
import { reveal } from './motion.js';
import { sectionOf, select, updateDocument } from './render.js';
import { blocksOf } from './safe.js';

const WIDTH = 375;
const BEZEL = 20;
const HEIGHT = 760;
const LEAST_HEIGHT = 380;

export class PhoneFrame {
  constructor({ label, title, fitHeight = false }) {
    this.clock = h('span.phone-clock');
    this.title = h('div.phone-title', title);
    this.document = h('div.phone-document');
    this.state = h('div.phone-state');
    this.screen = h('div.phone-screen', { tabindex: '0', role: 'region', 'aria-label': label },
      this.document, this.state);
    this.body = h('div.phone-body', h('div.phone-glass',
      h('div.phone-status', { 'aria-hidden': 'true' }, this.clock,
        h('span.phone-island'), h('span.phone-signal', h('i'), h('i'), h('i'), h('b'))),
      this.title, this.screen));
    this.element = h('div.phone-frame', this.body);
    this.fitHeight = fitHeight;
    this.sizes = new ResizeObserver(() => this.fit());
    this.sizes.observe(this.element);
    this.showTime(null);
  }

  /** Fits the available space; never enlarged. */
  fit() {
    const { clientWidth, clientHeight } = this.element;
    if (!clientWidth) return;
    const scale = Math.min(1, clientWidth / (WIDTH + BEZEL));
    const room = this.fitHeight && clientHeight ? clientHeight / scale : HEIGHT + BEZEL;
    this.body.style.zoom = String(Math.round(scale * 1000) / 1000);
    this.body.style.height = `${Math.max(LEAST_HEIGHT, Math.min(room, HEIGHT + BEZEL))}px`;
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

  reveal(code) {
    const section = sectionOf(this.document, code);
    if (section) reveal(this.screen, section);
  }

  destroy() { this.sizes.disconnect(); }
}
