// The findings of the checks before publishing: each links to its field. Publishing despite findings needs a
// confirmation.
import { h, replace } from '../core/dom.js';
import { everyText, t } from '../core/i18n.js';
import { located } from '../core/paths.js';
import { dateTime } from '../core/time.js';
import { icon } from '../ui/icons.js';
import { print } from '../core/exact-json.js';
import { schemaOf } from '../page/layouts.js';
import { openField } from '../page/open-field.js';
import { sentence } from '../edit/audience-sentence.js';
import { pathLabel } from '../edit/field-paths.js';
import { Layout } from '../edit/layout.js';
import { findings, newPictures, newSections } from './guard.js';
import '../text/edit.js';
import '../text/guard.js';

const PATIENCE = 5000;
const MOST_PICTURES = 300;
const MOST_SHOWN = 50;
const SAMPLES = ['edit.sample.title', 'edit.sample.text'];

export class GuardPanel {
  #run = {};
  #dead = [];
  #all = [];
  #found = [];
  #layouts = new Map();
  #isChosen = () => true;

  /** `go()`: closes the sheet before the field of a finding is opened. */
  constructor(workspace, { may, go }) {
    Object.assign(this, { workspace, go });
    this.samples = new Set(SAMPLES.flatMap(everyText));
    this.list = h('ul.guard-list');
    this.title = h('h3');
    this.box = h('input', { type: 'checkbox' });
    this.warning = h('section.guard.note.warn', { 'aria-label': t('guard.title'), hidden: true }, icon('warning'),
      h('div', this.title, this.list, may && h('label.guard-agree', this.box, t('guard.agree'))));
    this.fresh = h('ul.guard-list');
    this.news = h('section.guard.note', { 'aria-label': t('guard.new'), hidden: true }, icon('info'),
      h('div', h('h3', t('guard.new')), this.fresh));
    this.element = h('div.guard-parts', { 'aria-live': 'polite' }, this.warning, this.news);
    this.settled = Promise.resolve();
  }

  /** Whether there are no findings, or the operator confirmed them. */
  get allows() { return this.#found.length === 0 || this.box.checked; }

  focus() {
    this.box.focus();
    this.warning.scrollIntoView({ block: 'nearest' });
  }

  /** Checks a draft; null for none. */
  take(both, at) {
    this.#run = {};
    this.both = both;
    this.at = at;
    this.#dead = [];
    this.#all = [];
    this.#found = [];
    this.box.checked = false;
    this.settled = both ? this.#check(this.#run) : Promise.resolve();
    if (!both) this.#draw();
  }

  /** Limits the findings to sections for whose codes `isChosen` returns true, as only those are published. */
  choose(isChosen) {
    this.#isChosen = isChosen;
    this.#judge();
  }

  /** Sets another time of publication. */
  setTime(at) {
    if (at === this.at || !this.both) return;
    this.at = at;
    this.settled = this.settled.then(() => this.#find(this.#run));
  }

  async #check(run) {
    const [, live, draft] = this.both;
    await this.#find(run);
    const pictures = newPictures(live, draft).slice(0, MOST_PICTURES);
    const loads = new Map([...new Set(pictures.map(({ value }) => value))].map((address) => [address, canLoad(address)]));
    const dead = await Promise.all(pictures.map(async (one) => !await loads.get(one.value) && { ...one, rule: 'picture' }));
    if (run !== this.#run) return;
    this.#dead = dead.filter(Boolean);
    await this.#find(run);
  }

  async #find(run) {
    const [types, live, draft] = this.both;
    const at = this.at ? Date.parse(this.at) : Date.now();
    const found = [...findings(live, draft, types, { samples: this.samples, at }), ...this.#dead];
    const names = [...new Set(found.map(({ code }) => draft.blocks.get(code).showType))];
    const schemas = await Promise.all(names.map((name) => schemaOf(name).catch(() => ({}))));
    if (run !== this.#run) return;
    this.#all = found;
    this.#layouts = new Map(names.map((name, place) => [name, new Layout(schemas[place])]));
    this.#judge();
  }

  #judge() {
    const before = new Set(this.#found.map(print));
    const found = this.#all.filter(({ code }) => this.#isChosen(code));
    // A confirmation does not cover new findings.
    if (found.some((one) => !before.has(print(one)))) this.box.checked = false;
    this.#found = found;
    this.#draw();
  }

  #draw() {
    const found = this.#found;
    const [, live, draft] = this.both ?? [];
    const name = (code) => this.workspace.nameOf(code);
    this.warning.hidden = !found.length;
    replace(this.title, t('guard.count', { count: found.length }));
    replace(this.list, found.slice(0, MOST_SHOWN).map(({ rule, code, path, value }) => {
      const block = draft.blocks.get(code);
      const place = pathLabel(path, block, this.#layouts.get(block.showType));
      const more = { value: rule === 'until' || rule === 'from' ? dateTime(value) : value };
      return h('li', h('button.guard-finding', { onClick: () => this.#open(code, path) },
        h('strong', t('guard.place', { name: name(code), place })), ' ', h('span', t(`guard.rule.${rule}`, more))));
    }), found.length > MOST_SHOWN && h('li', t('guard.more', { count: found.length - MOST_SHOWN })));
    const fresh = this.both ? newSections(live, draft).filter(this.#isChosen) : [];
    this.news.hidden = !fresh.length;
    replace(this.fresh, fresh.map((code) => h('li', h('strong', name(code)), ' ', h('span', sentence(draft.blocks.get(code))))));
  }

  async #open(code, path) {
    await this.go();
    openField(this.workspace, code, path);
  }
}

/** Whether a picture can be loaded, as in an app. A timeout counts as no, unless the picture is on this server. */
function canLoad(address) {
  const isOwn = URL.canParse(address, location.href) && new URL(address, location.href).origin === location.origin;
  return new Promise((resolve) => {
    const picture = new Image();
    const timer = setTimeout(() => resolve(isOwn), PATIENCE);
    const end = (good) => () => {
      clearTimeout(timer);
      resolve(good);
    };
    picture.addEventListener('load', end(true));
    picture.addEventListener('error', end(false));
    picture.referrerPolicy = 'no-referrer';
    picture.src = located(address);
  });
}
