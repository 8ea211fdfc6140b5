// Texts for copying a section to a page.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'copy.title': 'Copy “{name}” to a page',
    'copy.page': 'Page', 'copy.page.this': '{title} (this page)',
    'copy.page.hint': 'The copy is put into the draft of that page. It is independent of this section.',
    'copy.page.gone': 'This page no longer exists.',
    'copy.page.otherApps': '“{title}” is for other apps, which do not know this layout.',
    'copy.stage': 'Which version',
    'copy.code': 'Code of the copy', 'copy.code.hint': 'Leave empty to use the same code, with a number if it is in use.',
    'copy.code.rule': 'Only letters, digits, “_”, “-” and “.”, at most 128; not “.” or “..”.',
    'copy.code.taken': 'Another section of that page has this code.',
    'copy.action': 'Copy',
    'copy.gone': 'The section no longer exists.',
    'copy.done': '“{name}” is in the draft of “{page}”.',
    'copy.done.here': '“{name}” is copied.',
    'copy.open': 'Open the copy',
    'copy.undone': 'The copy is removed from “{page}”.',
  },
  zh: {
    'copy.title': '复制“{name}”到页面',
    'copy.page': '目标页面', 'copy.page.this': '{title}（当前页面）',
    'copy.page.hint': '副本会放入目标页面的草稿，与此版块互不影响。',
    'copy.page.gone': '该页面已不存在。',
    'copy.page.otherApps': '“{title}”适用其他 App，不支持此版式。',
    'copy.stage': '复制哪个版本',
    'copy.code': '副本的版块代码', 'copy.code.hint': '不填则沿用原代码，如被占用会加上数字。',
    'copy.code.rule': '只能使用字母、数字、“_”、“-”和“.”，最多 128 个字符，且不能是“.”或“..”。',
    'copy.code.taken': '目标页面已有版块使用此代码。',
    'copy.action': '复制',
    'copy.gone': '这个版块已不存在。',
    'copy.done': '“{name}”已复制到“{page}”的草稿。',
    'copy.done.here': '“{name}”已复制。',
    'copy.open': '查看副本',
    'copy.undone': '已从“{page}”移除副本。',
  },
});
