import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'catalogue.choose': 'Choose from {title}', 'catalogue.search': 'Search {title}',
    'catalogue.start': 'Type a name to search for.', 'catalogue.searching': 'Searching…',
    'catalogue.found': { one: '{count} result.', other: '{count} results.' }, 'catalogue.none': 'Nothing was found for “{text}”.',
    'catalogue.unfit': { one: '{count} more does not fit this section.', other: '{count} more do not fit this section.' },
    'catalogue.both': '{found} {unfit}', 'catalogue.taken': 'Already added',
    'catalogue.timeout': '{title} did not respond in time.', 'catalogue.failed': '{title} cannot be searched now.',
    'catalogue.gone': '{title} no longer exists. Reload the page.',
    'catalogue.mark': 'Choose several', 'catalogue.add': { one: 'Add {count} card', other: 'Add {count} cards' },
    'catalogue.several': 'For several, tick their boxes, or press Ctrl+Enter on each.',
    'catalogue.addedSeveral': { one: '{count} card is added.', other: '{count} cards are added.' },
    'catalogue.added': '“{name}” is added.', 'catalogue.filled': '“{name}” is filled in.',
  },
  zh: {
    'catalogue.choose': '从“{title}”中选择', 'catalogue.search': '搜索“{title}”',
    'catalogue.start': '请输入名称进行搜索。', 'catalogue.searching': '正在搜索…',
    'catalogue.found': '共 {count} 条结果。', 'catalogue.none': '没有找到与“{text}”相关的内容。',
    'catalogue.unfit': '另有 {count} 条无法在此展示。',
    'catalogue.both': '{found}{unfit}', 'catalogue.taken': '已在此处',
    'catalogue.timeout': '“{title}”未能及时响应。', 'catalogue.failed': '“{title}”暂时无法搜索。',
    'catalogue.gone': '“{title}”已不存在，请刷新页面。',
    'catalogue.mark': '多选', 'catalogue.add': '添加 {count} 项',
    'catalogue.several': '多选时请勾选，或按 Ctrl+Enter 逐个选择。', 'catalogue.addedSeveral': '已添加 {count} 项。',
    'catalogue.added': '已添加“{name}”。', 'catalogue.filled': '已填入“{name}”。',
  },
});
