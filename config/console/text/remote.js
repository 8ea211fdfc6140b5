// Texts about other operators' changes.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'remote.someone': 'Someone', 'remote.did': '{who} {what}',
    'remote.moved': { one: 'moved {name}', other: 'moved {count} sections' },
    'remote.changed': { one: 'changed {name}', other: 'changed {count} sections' },
    'remote.added': { one: 'added {name}', other: 'added {count} sections' },
    'remote.removed': { one: 'deleted a section', other: 'deleted {count} sections' },
    'remote.effect': 'A planned release has taken effect', 'remote.published': '{who} published the draft',
    'remote.discarded': '{who} discarded the draft', 'remote.restored': '{who} restored an earlier version',
    'remote.takeover': 'A takeover changed what this page shows',
  },
  zh: {
    'remote.someone': '有人', 'remote.did': '{who} {what}',
    'remote.moved': { one: '移动了“{name}”', other: '移动了 {count} 个版块' },
    'remote.changed': { one: '修改了“{name}”', other: '修改了 {count} 个版块' },
    'remote.added': { one: '新增了“{name}”', other: '新增了 {count} 个版块' },
    'remote.removed': '删除了 {count} 个版块',
    'remote.effect': '计划中的版本已上线', 'remote.published': '{who} 发布了草稿',
    'remote.discarded': '{who} 放弃了草稿', 'remote.restored': '{who} 回滚到了历史版本',
    'remote.takeover': '限时替换首页有变化',
  },
});
