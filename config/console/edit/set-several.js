// Sets when and to whom several sections are shown, in one request.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { styles } from '../core/style.js';
import { beginnings, ends } from '../ui/date-presets.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { dialog } from '../ui/dialog.js';
import { icon } from '../ui/icons.js';
import { sentenceOf } from '../ui/states.js';
import { toast } from '../ui/toast.js';
import { segmented } from '../ui/widgets.js';
import { offerUndo } from '../page/undo.js';
import { severalJob } from '../page/several-job.js';
import { audiencePanel } from './audience-panel.js';
import { EditorModel } from './editor-model.js';
import { reasonOf } from '../ui/reasons.js';
import { equal } from './values.js';
import '../text/edit.js';
import '../text/several.js';

const MEMBERS = ['enabled', 'from', 'until', 'audience'];

/** Opens the dialog. Resolves when it is closed. */
export async function setSeveral(workspace, codes) {
  await styles('edit', 'edit-dialogs');
  return new SetSeveral(workspace, codes).open();
}

class SetSeveral {
  constructor(workspace, codes) {
    Object.assign(this, { workspace, codes });
    const [first, ...rest] = codes.map((code) => workspace.blocks.get(code));
    const isCommon = (name) => rest.every((block) => equal(block[name] ?? null, first[name] ?? null));
    this.common = new Set(MEMBERS.filter(isCommon));
    const of = (name, otherwise) => (this.common.has(name) ? first[name] ?? otherwise : otherwise);
    this.model = new EditorModel({ enabled: of('enabled', true), from: of('from', null), until: of('until', null),
      audience: of('audience', null), content: {} });
    this.chosen = new Set();
    this.faults = h('div', { role: 'alert' });
  }

  open() {
    const { workspace, codes, model } = this;
    const dates = Object.fromEntries(['from', 'until'].map((name) => [name, dateTimeField({ label: t(`edit.when.${name}`),
      hint: t(`edit.when.${name}.hint`), value: model.value[name] ?? '',
      presets: name === 'from' ? beginnings : () => ends(model.value.from), onChange: (iso) => {
        model.value[name] = iso ? new Date(iso).toISOString() : null;
        dates[name].setError(null);
      } })]));
    this.dates = dates;
    const shown = segmented({ label: t('edit.when.visible'), value: model.value.enabled ? 'on' : 'off',
      onChange: (value) => { model.value.enabled = value === 'on'; },
      options: [{ value: 'on', label: t('list.show') }, { value: 'off', label: t('list.hide') }] });
    this.audience = audiencePanel({ model, readOnly: false, reason: reasonOf });
    this.handle = dialog({
      title: t('several.title', { count: codes.length }), wide: true,
      body: [h('p', t('several.text')), workspace.stage === 'live' && h('p.note.warn', icon('warning'), h('span', t('several.live'))),
        h('div', this.part('enabled', t('several.enabled'), shown), this.part('from', t('several.from'), dates.from.element),
          this.part('until', t('several.until'), dates.until.element),
          this.part('audience', t('several.audience'), this.audience.element)), this.faults],
      actions: [{ label: t('cancel') },
        this.action = { label: t('several.action', { count: codes.length }), kind: 'primary', disabled: true, run: () => this.set() }],
      onClose: () => this.audience.destroy(),
    });
    return this.handle.closed;
  }

  /** A member that is changed only if its box is ticked. */
  part(name, title, control) {
    const body = h('div.edit-several-body', { hidden: true }, control);
    const box = h('input', { type: 'checkbox', onChange: () => {
      if (box.checked) this.chosen.add(name);
      else this.chosen.delete(name);
      body.hidden = !box.checked;
      this.action.button.disabled = this.chosen.size === 0;
    } });
    const now = h('span.edit-note', t(this.common.has(name) ? 'several.same' : 'several.different'));
    return h('section.edit-several', h('label.edit-check', box, h('span', t('several.change', { what: title })), ' ', now), body);
  }

  async set() {
    const { model, workspace } = this;
    replace(this.faults);
    if (this.chosen.has('audience') && model.unread.size) {
      model.setErrors(model.errors.size ? [...model.errors].map(([pointer, reason]) => ({ pointer, reason })) : []);
      this.audience.element.querySelector('[aria-invalid=true]')?.focus();
      return false;
    }
    const { from, until } = model.value;
    if (this.chosen.has('from') && this.chosen.has('until') && from && until && Date.parse(until) <= Date.parse(from)) {
      this.dates.until.setError(t('several.until.early'));
      this.dates.until.input.focus();
      return false;
    }
    this.codes = this.codes.filter((code) => workspace.blocks.has(code));
    if (!this.codes.length) {
      this.handle.setError(t('several.gone'));
      return false;
    }
    const values = Object.fromEntries(MEMBERS.filter((name) => this.chosen.has(name)).map((name) => [name, model.value[name]]));
    return this.send(values);
  }

  async send(values) {
    const { workspace, codes } = this;
    const label = (some) => t('step.several', { count: some.length });
    const sent = workspace.edit(codes, [severalJob(workspace.store, codes, values)], label).then(() => 'done');
    let off;
    const waits = new Promise((resolve) => {
      const look = () => workspace.offline && workspace.pending > 0 && resolve('waits');
      off = workspace.on('change', look);
      look();
    });
    try {
      if (await Promise.race([sent, waits]) === 'waits') this.later(sent);
      else offerUndo(workspace, t('several.done', { count: codes.length }), { kind: 'good' });
    } catch (problem) {
      return this.refused(problem);
    } finally {
      off();
    }
    return true;
  }

  /** Without a connection, the change waits in the queue while the dialog closes: reports a later failure. */
  later(sent) {
    sent.catch((problem) => toast(this.namesOf(problem).join(' ') || sentenceOf(problem), { kind: 'bad', seconds: 30 }));
  }

  namesOf(problem) {
    return (problem.errors ?? []).flatMap(({ pointer, reason }) => {
      const [, place] = /^\/blocks\/(\d+)$/.exec(pointer) ?? [];
      return place === undefined ? [] : [t('several.fault', { name: this.workspace.nameOf(this.codes[place]), reason: reasonOf(reason) })];
    });
  }

  refused(problem) {
    if (problem.status !== 422 || !problem.errors?.length) throw problem;
    const named = this.namesOf(problem);
    replace(this.faults, named.length > 0 && h('div.note.bad', icon('warning'), h('div', h('p', t('several.nothing')),
      h('ul', named.map((text) => h('li', text))))));
    const own = problem.errors.filter(({ pointer }) => pointer.startsWith('/set/'))
      .map(({ pointer, reason }) => ({ pointer: pointer.slice('/set'.length), reason }));
    for (const { pointer, reason } of own) this.dates[pointer.slice(1)]?.setError(reasonOf(reason));
    this.model.setErrors(own);
    if (!named.length && !own.length) throw problem;
    this.handle.form.querySelector('[aria-invalid=true]')?.focus();
    return false;
  }
}
