// A feed's definition: the form, with a live dry run next to it.
import { get, post, put } from '../core/api.js';
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { link, navigate } from '../core/router.js';
import { can } from '../core/session.js';
import { relative } from '../core/time.js';
import { confirm } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { explain } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { parse, print } from '../core/exact-json.js';
import { feedPath } from '../page/feeds.js';
import { layouts } from '../page/layouts.js';
import { frame } from './admin-frame.js';
import { apiOfFeed, deleteFeed } from './feed-actions.js';
import { FeedForm } from './feed-form.js';
import { FeedTrial } from './feed-trial.js';
import '../text/admin-feeds.js';
import '../text/edit.js';

const PATH = '/manage/feeds';
const QUIET = 700;

async function load(name) {
  const [feed, rules, types] = await Promise.all([
    name ? get(apiOfFeed(name)).then(({ text }) => parse(text).data) : null,
    can('publisher') ? get('/api/feed-rules').then(({ data }) => data) : null, layouts()]);
  return { feed, rules, types };
}

export async function view({ name }) {
  const editor = new FeedEditor(await load(name));
  return { title: editor.title, element: editor.element, destroy: () => editor.destroy(), leave: () => editor.leave(),
    unsaved: () => editor.isDirty };
}

class FeedEditor {
  constructor({ feed, rules, types }) {
    Object.assign(this, { feed, readOnly: !can('publisher') });
    this.form = new FeedForm({ feed, rules, types, readOnly: this.readOnly, onChange: () => this.changed() });
    this.trial = new FeedTrial({ etag: feed?.info.etag, onList: (pointer) => this.form.setItems(pointer),
      onIssues: (errors) => this.form.showIssues(errors), onResult: (result) => this.form.showResult(result) });
    this.note = h('div', { role: 'alert' });
    const { title, element, body } = frame(PATH, { heading: feed?.name ?? t('admin.feeds.new'), actions: this.tools() });
    Object.assign(this, { title, element });
    replace(body, this.readOnly ? [h('p.admin-warning', icon('lock'), h('span', t('admin.feed.readOnly'))), this.form.element]
      : [this.note, h('div.feed-columns', this.form.element, this.trial.element), this.foot()]);
    this.before = print(this.form.value);
    if (feed && !this.readOnly) this.trial.run(this.form.value);
  }

  tools() {
    const { feed } = this;
    return [link(PATH, { class: 'button' }, icon('chevron-left'), t('admin.feeds.all')),
      feed && link(feedPath(feed.name, 'log'), { class: 'button' }, icon('list'), t('admin.feeds.log')),
      feed && !this.readOnly && h('button.button', { onClick: () => this.remove() }, icon('trash'), t('admin.feeds.delete'))];
  }

  foot() {
    this.saveButton = h('button.button.primary', { onClick: () => this.save() }, t('admin.feed.save'));
    return h('footer.feed-foot', this.saveButton);
  }

  get isDirty() {
    return !this.isDone && !this.readOnly && print(this.form.value) !== this.before;
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      if (this.form.isComplete) this.trial.run(this.form.value);
      else this.trial.rest();
    }, QUIET);
  }

  async save() {
    if (this.isSaving || !this.form.showIssues([], { focus: true })) return;
    this.isSaving = true;
    this.saveButton.classList.add('busy');
    replace(this.note);
    const { value, feed } = { value: this.form.value, feed: this.feed };
    try {
      const body = print(value);
      await (feed ? put(apiOfFeed(feed.name), body, { ifMatch: feed.info.etag }) : post('/api/feeds', body));
      this.isDone = true;
      toast(t('admin.feed.saved', { name: value.name }), { kind: 'good' });
      navigate(PATH);
    } catch (problem) {
      this.refused(problem);
    } finally {
      this.isSaving = false;
      this.saveButton.classList.remove('busy');
    }
  }

  refused(problem) {
    if (problem.status === 422) {
      this.form.showIssues(problem.errors, { focus: true });
    } else if (problem.status === 412) {
      this.warn(t('admin.feed.changed', { name: problem.changedBy ?? '', time: relative(problem.changedAt) }));
    } else if (problem.status === 409) {
      const [pointer, key] = this.feed ? ['showType', 'admin.feed.inUse'] : ['name', 'admin.feed.taken'];
      this.form.inputs[pointer].setError(t(key));
      this.form.inputs[pointer].input.focus();
    } else {
      this.warn(explain(problem)[1]);
    }
  }

  warn(text) {
    replace(this.note, h('p.admin-warning', icon('warning'), h('span', text)));
    this.note.scrollIntoView({ block: 'nearest' });
  }

  async remove() {
    if (!await deleteFeed(this.feed)) return;
    this.isDone = true;
    navigate(PATH);
  }

  /** Whether the view may be closed; asks if there is unsaved input. */
  async leave() {
    return !this.isDirty || confirm({ title: t('admin.feed.leave'), text: t('admin.feed.leave.text'),
      action: t('admin.feed.leave.do'), danger: true });
  }

  destroy() {
    clearTimeout(this.timer);
    this.trial.stop();
  }
}
