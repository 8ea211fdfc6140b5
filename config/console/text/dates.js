// Texts of the instants that date fields offer.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'date.presets': 'Suggestions', 'date.tonight': 'Tonight 20:00', 'date.tomorrow': 'Tomorrow 10:00',
    'date.tomorrowNight': 'Tomorrow 20:00', 'date.monday': 'Monday 10:00',
    'date.days': { one: 'For {count} day', other: 'For {count} days' },
  },
  zh: {
    'date.presets': '常用时间', 'date.tonight': '今晚 20:00', 'date.tomorrow': '明天 10:00',
    'date.tomorrowNight': '明晚 20:00', 'date.monday': '下周一 10:00',
    'date.days': '持续 {count} 天',
  },
});
