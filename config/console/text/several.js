// Texts for setting several sections at once.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'step.several': { one: 'Set when and to whom {count} section is shown', other: 'Set when and to whom {count} sections are shown' },
    'several.title': { one: '{count} section: time and audience', other: '{count} sections: time and audience' },
    'several.text': 'Select what to change. It replaces the value in each section; everything else stays.',
    'several.live': 'This takes effect for users at once.',
    'several.change': 'Change: {what}',
    'several.enabled': 'visibility', 'several.from': 'beginning', 'several.until': 'end', 'several.audience': 'who sees it',
    'several.same': 'the same for all now', 'several.different': 'different now',
    'several.until.early': 'It has to end after it begins.',
    'several.action': { one: 'Change {count} section', other: 'Change {count} sections' },
    'several.done': { one: '{count} section changed', other: '{count} sections changed' },
    'several.gone': 'These sections no longer exist.',
    'several.nothing': 'Nothing was changed, because of these sections:',
    'several.fault': '“{name}”: {reason}',
  },
  zh: {
    'step.several': '设置 {count} 个版块的展示时间与人群',
    'several.title': '{count} 个版块：展示时间与人群',
    'several.text': '勾选要修改的项目，会替换每个版块原来的设置；未勾选的保持不变。',
    'several.live': '修改会立即对用户生效。',
    'several.change': '修改{what}',
    'several.enabled': '显示状态', 'several.from': '开始时间', 'several.until': '结束时间', 'several.audience': '可见人群',
    'several.same': '目前相同', 'several.different': '目前各不相同',
    'several.until.early': '结束时间须晚于开始时间。',
    'several.action': '修改 {count} 个版块',
    'several.done': '已修改 {count} 个版块',
    'several.gone': '这些版块已不存在。',
    'several.nothing': '以下版块有问题，全部未修改：',
    'several.fault': '“{name}”：{reason}',
  },
});
