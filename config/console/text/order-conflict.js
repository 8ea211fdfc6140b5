import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'conflict.title': 'The order was changed in the meantime',
    'conflict.text': '{who} changed the order {when}, after you loaded it. Nothing is lost: choose the order to keep.',
    'conflict.movedThem': { one: 'Moved by {who}: {count}', other: 'Moved by {who}: {count}' },
    'conflict.movedMe': { one: 'Moved by you: {count}', other: 'Moved by you: {count}' },
    'conflict.by.theirs': '(moved by them)', 'conflict.by.mine': '(moved by you)',
    'conflict.what': 'New order', 'conflict.outcome': 'Outcome', 'conflict.theirs': 'Order of {who}', 'conflict.mine': 'Your order',
    'conflict.combine.label': 'Combine', 'conflict.combine.text': 'Your moves on top of their order',
    'conflict.mine.label': 'Keep mine', 'conflict.mine.text': 'Their moves are undone',
    'conflict.theirs.label': 'Take theirs', 'conflict.theirs.text': 'Your moves are dropped',
    'conflict.folded': { one: '{count} section unchanged', other: '{count} sections unchanged' },
    'conflict.apply': 'Use this order',
  },
  zh: {
    'conflict.title': '排序已被他人改动',
    'conflict.text': '{who} {when}调整了排序，晚于您看到的版本。您的改动没有丢失，请选择以哪个为准。',
    'conflict.movedThem': '{who} 移动：{count} 个',
    'conflict.movedMe': '您移动：{count} 个',
    'conflict.by.theirs': '（对方移动）', 'conflict.by.mine': '（您移动）',
    'conflict.what': '以哪个为准', 'conflict.outcome': '最终结果', 'conflict.theirs': '{who} 的排序', 'conflict.mine': '您的排序',
    'conflict.combine.label': '合并', 'conflict.combine.text': '在对方排序上加上您的移动',
    'conflict.mine.label': '保留我的', 'conflict.mine.text': '对方的移动将被撤销',
    'conflict.theirs.label': '采用对方的', 'conflict.theirs.text': '放弃您的移动',
    'conflict.folded': '{count} 个版块未变',
    'conflict.apply': '使用该排序',
  },
});
