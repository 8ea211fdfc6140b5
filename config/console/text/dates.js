// Texts of the instants that date fields suggest.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'date.presets': 'Suggestions', 'date.tonight': 'Tonight 20:00', 'date.tomorrow': 'Tomorrow 10:00',
    'date.tomorrowNight': 'Tomorrow 20:00', 'date.monday': 'Monday 10:00', 'date.midnight': 'Midnight', 'date.weekend': 'Saturday 0:00', 'date.weekendEnd': 'End of the weekend',
    'date.company': '{zone}: {time}',
    'date.days': { one: 'For {count} day', other: 'For {count} days' },
    'date.skipped': 'The clocks go forward on this day and skip {time}. It will be {used}.',
    'date.first': 'The clocks go back on this day: {time} comes twice. This is the first time ({offset}).',
    'date.second': 'The clocks go back on this day: {time} comes twice. This is the second time ({offset}).',
    'date.useFirst': 'Use the first', 'date.useSecond': 'Use the second',
  },
  zh: {
    'date.presets': '常用时间', 'date.tonight': '今晚 20:00', 'date.tomorrow': '明天 10:00',
    'date.tomorrowNight': '明晚 20:00', 'date.monday': '下周一 10:00', 'date.midnight': '当天 24:00', 'date.weekend': '周六 0:00', 'date.weekendEnd': '周末结束',
    'date.company': '{zone}：{time}',
    'date.days': '持续 {count} 天',
    'date.skipped': '当天时钟拨快，{time} 不存在，将按 {used} 生效。',
    'date.first': '当天时钟拨慢，{time} 会出现两次，此处为第一次（{offset}）。',
    'date.second': '当天时钟拨慢，{time} 会出现两次，此处为第二次（{offset}）。',
    'date.useFirst': '改用第一次', 'date.useSecond': '改用第二次',
  },
});
