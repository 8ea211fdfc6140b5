// The fields for the phone's audience. Named audiences and attributes are added once they are loaded.
import { h } from '../core/dom.js';
import { t } from '../core/i18n.js';
import { loadAudiences } from '../page/audiences.js';
import { contextFields } from './context.js';
import { NOBODY } from './context-values.js';

export function audienceFields(value, onChange) {
  const fields = contextFields({ value, onChange });
  const reset = h('button.button.small', { type: 'button', onClick: () => {
    fields.set(NOBODY);
    onChange({ ...NOBODY });
  } }, t('phone.forget'));
  loadAudiences().then((known) => fields.take(known), () => {
    // The other fields work without named audiences and attributes.
  });
  return { element: h('div.phone-who-fields', h('div.phone-who-outlet', fields.element), reset), destroy: () => fields.destroy() };
}
