// When and to whom one card is shown: a sentence, and the forms below it.
import { h, replace } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { icon } from '../ui/icons.js';
import { badge } from '../ui/widgets.js';
import { isTargeted, scheduleOf } from '../page/block-states.js';
import { audiencePanel } from './audience-panel.js';
import { sentence } from './audience-sentence.js';
import { schedulePanel } from './schedule-panel.js';

const ruleOf = ({ model }, id) => model.value.cards?.[id] ?? {};

/** The badges of a card that has a rule. */
export function ruleBadges(context, id) {
  const rule = ruleOf(context, id);
  const schedule = scheduleOf(rule);
  return [
    rule.enabled === false && badge(t('edit.state.hidden'), 'warn', 'eye-off'),
    schedule && badge(t(`edit.state.${schedule.phase}`), '', 'clock'),
    isTargeted(rule) && badge(t('edit.state.targeted'), '', 'target'),
  ].filter(Boolean);
}

export class CardRule {
  constructor(context, id) {
    Object.assign(this, { context, id });
    this.words = h('span');
    this.button = h('button.button.small', { 'aria-expanded': 'false', disabled: id === null,
      onClick: () => (this.forms.hidden ? this.open() : this.close()) }, t('edit.card.rule'));
    this.forms = h('div.edit-card-rule-forms', { hidden: true });
    this.element = h('section.edit-card-rule', { 'aria-label': t('edit.card.rule') },
      h('p.edit-card-sentence', icon('clock', { size: 16 }), this.words), this.button, this.forms);
    context.model.on(() => this.element.isConnected && this.draw());
    this.draw();
  }

  draw() {
    const text = this.id === null ? t('edit.card.rule.noId') : sentence(ruleOf(this.context, this.id), { card: true });
    if (this.words.textContent !== text) this.words.textContent = text;
  }

  open() {
    if (!this.panels) {
      const context = { ...this.context, path: ['cards', this.id] };
      this.panels = { when: schedulePanel(context), who: audiencePanel(context) };
      replace(this.forms, this.panels.when.element, this.panels.who.element);
    }
    this.forms.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
  }

  close() {
    this.forms.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
  }

  /** Shows the field at a path in the rule. */
  reveal(path) {
    if (this.id === null) return;
    this.open();
    this.panels[path[0] === 'audience' ? 'who' : 'when'].reveal(path);
  }

  destroy() {
    for (const panel of Object.values(this.panels ?? {})) panel.destroy();
  }
}
