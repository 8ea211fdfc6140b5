import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { link, setQuery } from '../core/router.js';
import { can } from '../core/session.js';
import { styles } from '../core/style.js';
import { day } from '../core/time.js';
import { zoneName } from '../core/zone.js';
import { icon } from '../ui/icons.js';
import { empty, sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { onPageChange } from '../page/page-changes.js';
import { askCancel } from './cancel.js';
import { planRows } from './plan-list.js';
import { nextChange, phaseOf, plansOf } from './plans.js';
import { dayKey, dayOf, Span, ZOOMS } from './span.js';
import { strip } from './strip.js';
import '../text/history.js';
import '../text/publish.js';
import '../text/schedule.js';

const CHANGES = /^(takeover|release|review|live|page)\.|^draft\.(publish|discard|block)|^reset$/;
const LONGEST = 2 ** 31 - 1;

/** The calendar of a page: releases, takeovers and windows of sections. */
export async function view({ slug }, query, outlet) {
  const [plans] = await Promise.all([plansOf(slug), styles('schedule', 'publish')]);
  const view = new ScheduleView(slug, plans, query);
  replace(outlet, view.element);
  return {
    title: t('schedule.title', { page: plans.page.title }),
    onQuery: (next) => view.look(next),
    destroy: () => view.destroy(),
  };
}

class ScheduleView {
  constructor(slug, plans, query) {
    Object.assign(this, { slug, plans });
    this.title = h('span', { role: 'status' });
    this.picture = h('div.schedule-picture');
    this.jumps = h('div.schedule-jumps');
    this.coming = h('ol.schedule-rows');
    this.past = h('ol.schedule-rows');
    this.nothing = h('div');
    this.zoom = segmented({ label: t('schedule.zoom'), value: this.zoomOf(query),
      options: ZOOMS.map((zoom) => ({ value: zoom, label: t(`schedule.zoom.${zoom}`) })),
      onChange: (zoom) => this.go(new Span(zoom, this.span.at)) });
    this.more = h('details.schedule-past', h('summary', t('schedule.past')), this.past);
    this.element = h('div.schedule', this.head(), h('section.schedule-calendar', this.bar(), this.picture, this.jumps),
      h('section', h('h2', t('schedule.coming')), this.nothing, this.coming), this.more);
    this.look(query);
    this.drawList();
    this.off = onPageChange(slug, () => this.reload(), CHANGES);
    // Both depend on the current time; the width decides which labels fit.
    this.clock = setInterval(() => {
      this.drawStrip();
      this.drawList();
    }, 60_000);
    this.size = new ResizeObserver(() => this.drawStrip());
    this.size.observe(this.picture);
    this.wait();
  }

  head() {
    const may = can('publisher', this.slug);
    return h('header.schedule-head', h('div', h('h1', t('schedule')), h('p.schedule-lead', t('schedule.lead', { zone: zoneName() }))),
      h('div.schedule-buttons', link('/manage/calendar', { class: 'button quiet' }, icon('calendar'), t('schedule.all')), can('admin') && h('button.button', { onClick: () => this.campaign() }, icon('plus'), t('campaign.new')),
        h('button.button.primary', { disabled: !may, title: may ? null : t('schedule.role'), onClick: () => this.takeover() },
          icon('megaphone'), t('takeover.new'))));
  }

  bar() {
    const step = (steps, name, label) => h('button.icon-button', { 'aria-label': t(label), title: t(label),
      onClick: () => this.go(this.span.moved(steps)) }, icon(name));
    return h('div.schedule-bar', step(-1, 'chevron-left', 'schedule.earlier'),
      h('button.button.small', { onClick: () => this.go(new Span(this.span.zoom, dayOf(''))) }, t('schedule.today')),
      step(1, 'chevron-right', 'schedule.later'), h('h2', this.title), this.zoom);
  }

  zoomOf(query) {
    return ZOOMS.includes(query.zoom) ? query.zoom : 'month';
  }

  look(query) {
    this.span = new Span(this.zoomOf(query), dayOf(query.day));
    this.zoom.setValue(this.span.zoom);
    this.drawStrip();
  }

  go(span) {
    this.span = span;
    const today = dayKey(dayOf(''));
    setQuery({ zoom: span.zoom === 'month' ? null : span.zoom, day: dayKey(span.at) === today ? null : dayKey(span.at) });
    this.zoom.setValue(span.zoom);
    this.drawStrip();
  }

  drawStrip() {
    if (this.title.textContent !== this.span.title) this.title.textContent = this.span.title;
    const { before, after } = strip(this.picture, { span: this.span, items: this.plans.items, onChoose: (item) => this.choose(item) });
    const jump = (item, key, name) => item && h('button.button.small.quiet', {
      onClick: () => this.go(new Span(this.span.zoom, new Date(item.from ?? item.until))) },
    name === 'chevron-left' && icon(name), t(key, { day: day(item.from ?? item.until) }), name === 'chevron-right' && icon(name));
    replace(this.jumps, h('span', jump(before, 'schedule.before', 'chevron-left')), h('span', jump(after, 'schedule.after', 'chevron-right')));
  }

  drawList() {
    const { items } = this.plans;
    const open = items.filter((item) => ['now', 'coming'].includes(phaseOf(item)));
    const over = items.filter((item) => !open.includes(item)).reverse();
    const options = { slug: this.slug, onCancel: (item) => this.cancel(item), onChange: (item) => this.change(item) };
    planRows(this.coming, open, options);
    planRows(this.past, over, options);
    this.more.hidden = over.length === 0;
    const planned = open.some((item) => phaseOf(item) === 'coming' || item.kind === 'takeover');
    replace(this.nothing, !planned && empty({ icon: 'calendar', title: t('schedule.nothing'), text: t('schedule.nothing.text') }));
  }

  choose(item) {
    const row = document.getElementById(`plan-${item.id}`);
    if (this.past.contains(row)) this.more.open = true;
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }

  async reload() {
    try {
      this.plans = await plansOf(this.slug);
    } catch {
      return; // Keeps the current state; the next change or a reload tries again.
    }
    this.drawStrip();
    this.drawList();
    this.wait();
  }

  /** Updates the view at the next instant at which something begins or ends. */
  wait() {
    clearTimeout(this.timer);
    const next = nextChange(this.plans.items);
    if (next < Infinity) this.timer = setTimeout(() => this.reload(), Math.min(next - Date.now() + 100, LONGEST));
  }

  cancel(item) {
    askCancel(item, { slug: this.slug, nameOf: this.plans.nameOf, onDone: () => this.reload() });
  }

  async takeover(shows) {
    const { openTakeover } = await import('./takeover-sheet.js');
    openTakeover({ plans: this.plans, shows, onDone: () => this.reload(), onNewPage: can('admin') ? () => this.campaign() : null });
  }

  async change({ takeover, release }) {
    const onDone = () => this.reload();
    try {
      if (release) await (await import('./plan-sheet.js')).openPlan({ slug: this.slug, id: release.id, onDone });
      else (await import('./takeover-sheet.js')).openTakeover({ plans: this.plans, takeover, onDone });
    } catch (problem) {
      toast(sentenceOf(problem), { kind: 'bad' });
    }
  }

  async campaign() {
    const { openCampaign } = await import('./campaign-sheet.js');
    openCampaign({ plans: this.plans, onDone: () => this.reload(), onPlan: (page) => this.takeover(page) });
  }

  destroy() {
    this.off();
    clearInterval(this.clock);
    clearTimeout(this.timer);
    this.size.disconnect();
  }
}
