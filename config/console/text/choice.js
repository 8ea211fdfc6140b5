// Texts for choosing some of several changes.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'publish.by': '{name}, {when}', 'publish.by.order': 'last changed by {name}, {when}',
    'choice.all': 'All changes',
    'choice.count': { one: '{chosen} of {count} change chosen', other: '{chosen} of {count} changes chosen' },
    'choice.none': 'Choose at least one change.',
    'choice.more': '{count} more',
    'choice.fresh': 'New just now', 'choice.changed': 'Changed just now',
  },
  zh: {
    'publish.by': '{name} · {when}', 'publish.by.order': '最后修改：{name} · {when}',
    'choice.all': '全部修改',
    'choice.count': '已选 {chosen} 处，共 {count} 处',
    'choice.none': '请至少选择一处修改。',
    'choice.more': '另外 {count} 处',
    'choice.fresh': '刚刚新增', 'choice.changed': '刚刚有改动',
  },
});
