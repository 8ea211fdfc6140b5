// The tab When: whether a section, or the card whose rule is at `path`, is enabled, and from when until when.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { beginnings, ends } from '../ui/date-presets.js';
import { dateTimeField } from '../ui/date-time-field.js';
import { icon } from '../ui/icons.js';
import { toggle } from '../ui/widgets.js';
import { RootSlot } from './slots.js';

export function schedulePanel(context) {
  const { model, readOnly, path = [] } = context;
  const texts = path.length ? 'edit.card.when' : 'edit.when';
  const slot = new RootSlot(model, path);
  const isOn = () => slot.child('enabled').value !== false;
  const enabled = toggle({ label: t(`${texts}.enabled`), checked: isOn(), disabled: readOnly,
    onChange: (on) => slot.child('enabled').set(on) });
  const dates = ['from', 'until'].map((name) => instantField(context, slot.child(name), name, () => slot.child('from').value));
  const shortcuts = h('div.edit-shortcuts');
  if (!readOnly) replace(shortcuts, clearButton(dates));
  const element = h('div.edit-tab',
    h('section.edit-card-box', h('h3', t('edit.when.visible')), enabled, h('p.edit-note', t(`${texts}.visible.hint`))),
    h('section.edit-card-box', h('h3', t('edit.when.window')), h('p.edit-note', t(`${texts}.window.hint`)),
      h('div.edit-pair', dates.map((date) => date.element)), shortcuts));
  const off = model.on((type) => {
    if (type === 'errors' || type === 'change') dates.forEach((date) => date.refresh());
    enabled.setChecked(isOn());
  });
  return { element, destroy() { off(); },
    reveal: ([name]) => (dates.find((date) => date.name === name)?.input ?? enabled.input).focus() };
}

function instantField(context, slot, name, begin) {
  const made = dateTimeField({ label: t(`edit.when.${name}`), value: slot.value ?? '', disabled: context.readOnly,
    hint: t(`edit.when.${name}.hint`),
    presets: context.readOnly ? null : () => (name === 'from' ? beginnings() : ends(begin())),
    onChange: (iso) => slot.set(iso ? new Date(iso).toISOString() : null) });
  return { name, element: made.element, input: made.input, clear() {
    made.value = '';
    slot.set(null);
  }, refresh() {
    const reason = context.model.errorAt(slot.path());
    made.setError(reason && context.reason(reason));
  } };
}

function clearButton(dates) {
  return h('button.button.small', { onClick: () => dates.forEach((date) => date.clear()) },
    icon('close', { size: 16 }), t('edit.when.clear'));
}
