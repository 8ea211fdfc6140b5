import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'people.page': { one: '{names} is on this page, too', other: '{names} are on this page, too' },
    'people.here': { one: '{name} is here', other: '{count} others are here' },
    'people.open': { one: '{names} has this section open, too.', other: '{names} have this section open, too.' },
    'people.list': 'Also on this page', 'people.others': { one: '{count} other', other: '{count} others' },
  },
  zh: {
    'people.page': { other: '{names}也在此页面' },
    'people.here': { one: '{name}在这里', other: '{count} 人在这里' },
    'people.open': { other: '{names}也打开了此版块。' },
    'people.list': '也在此页面', 'people.others': { other: '其他 {count} 人' },
  },
});
