import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'list.pinned': '{name} has a fixed place: it stays at the end.',
    'step.move': { one: 'Move {name}', other: 'Move {count} sections' },
    'step.change': 'Change {name}',
    'step.show': { one: 'Show {name}', other: 'Show {count} sections' },
    'step.hide': { one: 'Hide {name}', other: 'Hide {count} sections' },
    'step.create': 'Add {name}',
    'step.remove': { one: 'Delete {name}', other: 'Delete {count} sections' },
    'step.gone': 'This section is not there any more.',
    'step.changedSince': 'Somebody has changed {name} since then, so this cannot be undone.',
  },
  zh: {
    'list.pinned': '「{name}」位置固定，始终排在最后。',
    'step.move': { one: '移动「{name}」', other: '移动 {count} 个版块' },
    'step.change': '修改「{name}」',
    'step.show': { one: '显示「{name}」', other: '显示 {count} 个版块' },
    'step.hide': { one: '隐藏「{name}」', other: '隐藏 {count} 个版块' },
    'step.create': '新增「{name}」',
    'step.remove': { one: '删除「{name}」', other: '删除 {count} 个版块' },
    'step.gone': '这个版块已不存在。',
    'step.changedSince': '「{name}」之后又被他人修改，无法撤销。',
  },
});
