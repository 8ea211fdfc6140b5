import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'list.moveTitle': { one: 'Move {name}', other: 'Move {count} sections' },
    'list.position': 'Position', 'list.positionHint': 'A whole number from 1 to {count}.', 'list.move': 'Move',
    'list.beforeThat': 'Will be at the top, before {after}.',
    'list.afterThat': 'Will be at the end, after {before}.',
    'list.betweenThose': 'Will be between {before} and {after}.',
  },
  zh: {
    'list.moveTitle': { one: '移动“{name}”', other: '移动 {count} 个版块' },
    'list.position': '位置', 'list.positionHint': '请输入 1 到 {count} 之间的整数。', 'list.move': '移动',
    'list.beforeThat': '将排在最前，位于“{after}”之前。',
    'list.afterThat': '将排在最后，位于“{before}”之后。',
    'list.betweenThose': '将排在“{before}”与“{after}”之间。',
  },
});
