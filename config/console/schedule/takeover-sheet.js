import { Problem, patch, post } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { apiPath } from '../core/paths.js';
import { toLocalInput } from '../core/local-time.js';
import { dateTime } from '../core/time.js';
import { beginnings, ends } from '../ui/date-presets.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { sheet } from '../ui/dialog.js';
import { field } from '../ui/field.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { reasonOf } from '../ui/reasons.js';
import { period } from './plan-text.js';
import { collision } from './plans.js';
import '../text/edit.js';

const same = (one, other) => toLocalInput(one) === toLocalInput(other);

/**
 * Plans that a page temporarily shows another page, or changes this plan. `shows`: the other page, if already known;
 * `takeover`: the plan to change. A plan that has begun keeps its page and its start.
 */
export function openTakeover(options) {
  return new TakeoverSheet(options).open();
}

class TakeoverSheet {
  constructor({ plans, shows, takeover = null, onDone, onNewPage }) {
    Object.assign(this, { plans, takeover, onDone, onNewPage });
    this.hasBegun = takeover?.state === 'active';
    this.select = this.#pageSelect(takeover?.shows ?? shows);
    this.select.disabled = this.hasBegun;
    this.shown = field({ label: t('takeover.page'), input: this.select, required: true,
      hint: this.hasBegun ? t('takeover.begun') : onNewPage || takeover ? null : t('takeover.page.hint') });
    const check = () => this.#check();
    this.from = dateTimeField({ label: t('takeover.from'), presets: this.hasBegun ? null : beginnings, value: takeover?.from ?? '', disabled: this.hasBegun,
      onChange: check });
    this.until = dateTimeField({ label: t('takeover.until'), required: true, value: takeover?.until ?? '', presets: () => ends(this.isLater && this.from.value),
      onChange: check });
    this.isLater = true;
    this.begin = segmented({ label: t('takeover.begin'), value: 'later', options: [
      { value: 'later', label: t('publish.when.later') }, { value: 'now', label: t('publish.when.now') },
    ], onChange: (value) => {
      this.isLater = value === 'later';
      this.from.element.hidden = !this.isLater;
      check();
    } });
    this.message = h('textarea', { rows: 2, maxLength: 500, value: takeover?.message ?? '' });
    this.notice = h('p.publish-notice', { role: 'status', hidden: true });
    this.overlap = h('div', { role: 'status' });
  }

  #pageSelect(shows) {
    const { page, pages } = this.plans;
    // Apps that decode only one family of layouts cannot be shown a page of another family.
    const fits = (one) => !page.client || one.client === page.client;
    const option = (one) => h('option', { value: one.page, disabled: !fits(one), selected: one.page === shows },
      fits(one) ? one.title : t('takeover.otherClient', { title: one.title }));
    return h('select', { value: shows ?? '', onChange: () => this.shown.setError(null) },
      h('option', { value: '' }, t(this.takeover?.shows === null ? 'page.hidden' : 'takeover.choose')), pages.filter((one) => one.page !== page.page).map(option));
  }

  open() {
    const newPage = this.onNewPage && h('button.button.small.schedule-new', { onClick: () => {
      handle.close();
      this.onNewPage();
    } }, icon('plus'), t('campaign.new'));
    const { takeover } = this;
    const handle = sheet({
      title: t(takeover ? 'takeover.change.title' : 'takeover.title', { page: this.plans.page.title }),
      body: [this.notice, !takeover && h('p', t('takeover.text')), this.shown.element, newPage,
        !takeover && h('div.publish-when', h('p.publish-label', t('takeover.begin')), this.begin), this.from.element, this.until.element,
        this.overlap, field({ label: t('publish.message'), hint: t('publish.message.hint'), input: this.message }).element],
      actions: [{ label: t('cancel'), run: (own) => own.close() },
        { label: t(takeover ? 'takeover.change' : 'takeover.plan'), kind: 'primary', icon: 'megaphone', run: (own) => this.#plan(own) }],
    });
    return handle;
  }

  /** The start, or null for now. */
  get #start() {
    return this.isLater ? this.from.value : null;
  }

  /** Shows an overlapping takeover while the times are being chosen. */
  #check() {
    this.from.setError(null);
    this.until.setError(null);
    const isKnown = this.until.value && (!this.isLater || this.from.value);
    const found = isKnown && collision(this.plans.items, this.#start, this.until.value, this.takeover?.id);
    replace(this.overlap, found && h('p.note.bad', icon('warning'), h('span', t('takeover.collides', {
      page: found.title, period: period(found) }))));
    return !found;
  }

  #isValid() {
    const { shown, from, until } = this;
    const earliest = Math.max(Date.now(), this.#start ? Date.parse(this.#start) : 0);
    const isMoved = this.takeover && !this.hasBegun && !same(this.from.value, this.takeover.from);
    const issues = [
      [shown, !this.select.value && this.takeover?.shows !== null && t('takeover.page.missing')],
      [from, this.isLater && !from.value && t('publish.at.missing')],
      [from, isMoved && from.value && Date.parse(from.value) <= Date.now() && t('takeover.from.past')],
      [until, !until.value && t('publish.at.missing')],
      [until, until.value && Date.parse(until.value) <= earliest && t('takeover.until.early')],
    ].filter(([, text]) => text);
    for (const one of [shown, from, until]) one.setError(null);
    for (const [one, text] of issues) one.setError(text);
    issues[0]?.[0].input.focus();
    return issues.length === 0;
  }

  async #plan(handle) {
    if (!this.#isValid()) return false;
    if (!this.#check()) {
      this.until.input.focus();
      return false;
    }
    if (this.takeover) return this.#change(handle);
    try {
      const { data } = await post(apiPath(this.plans.page.page, 'takeovers'), { shows: this.select.value,
        until: this.until.value, message: this.message.value.trim(), ...(this.isLater ? { from: this.from.value } : {}) });
      const page = this.select.selectedOptions[0].textContent;
      toast(t('takeover.done', { page, at: dateTime(data.from) }), { kind: 'good' });
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.status !== 409) return this.#showIssues(problem);
      handle.setError(sentenceOf(problem));
      await this.onDone();
      return false;
    }
    this.onDone();
    return true;
  }

  /** Sends the changed fields of the plan. */
  async #change(handle) {
    const { takeover, plans } = this;
    const body = {
      ...(this.select.value !== (takeover.shows ?? '') && { shows: this.select.value }),
      ...(!same(this.from.value, takeover.from) && { from: this.from.value }),
      ...(!same(this.until.value, takeover.until) && { until: this.until.value }),
      ...(this.message.value.trim() !== (takeover.message ?? '') && { message: this.message.value.trim() }),
    };
    if (!Object.keys(body).length) return true;
    try {
      await patch(apiPath(plans.page.page, 'takeovers', takeover.id), body, { ifMatch: takeover.etag });
    } catch (problem) {
      const isOpen = ['pending', 'active'].includes(problem.current?.state);
      if (problem.status === 412 && isOpen) return this.#outdated(problem);
      if (problem.status === 404 || problem.status === 412) throw Object.assign(problem, { words: [t('missing.title'), t('takeover.gone')] });
      if (problem.status !== 409) return this.#showIssues(problem);
      handle.setError(sentenceOf(problem));
      await this.onDone();
      return false;
    }
    toast(t('takeover.changed', { page: this.select.selectedOptions[0].textContent }), { kind: 'good' });
    this.onDone();
    return true;
  }

  /** Someone changed the plan: updates unedited fields, and lets the operator decide on the others. */
  #outdated({ current, changedBy }) {
    const { takeover } = this;
    if (this.select.value === takeover.shows) this.select.value = current.shows;
    if (same(this.from.value, takeover.from)) this.from.value = current.from;
    if (same(this.until.value, takeover.until)) this.until.value = current.until;
    if (this.message.value.trim() === (takeover.message ?? '')) this.message.value = current.message ?? '';
    this.takeover = current;
    this.hasBegun = current.state === 'active';
    this.select.disabled = this.hasBegun;
    this.from.input.disabled = this.hasBegun;
    replace(this.notice, icon('info', { size: 16 }), h('span', t('takeover.stale', { name: changedBy ?? t('publish.someone') })));
    this.notice.hidden = false;
    this.#check();
    this.onDone();
    return false;
  }

  /** Shows the server's issues at their fields. */
  #showIssues(problem) {
    const fields = { '/shows': this.shown, '/from': this.from, '/until': this.until };
    const known = (problem.errors ?? []).filter(({ pointer }) => fields[pointer]);
    if (!known.length) throw problem;
    for (const { pointer, reason } of known) fields[pointer].setError(reasonOf(reason));
    return false;
  }
}
