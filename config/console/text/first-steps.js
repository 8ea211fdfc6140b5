import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'first.title': 'Your first change in three steps', 'first.close': 'Do not show this again', 'first.done': 'Done:',
    'first.edit': 'Open a section and change it, or drag it to another place.',
    'first.look': 'Look at it on the phone: it shows the draft as users would see it.',
    'first.publish': 'Review and publish.', 'first.wait': 'Ask a publisher to review and publish it.',
    'first.live': 'Your changes are in the draft. Users see them once it is published.',
  },
  zh: {
    'first.title': '三步完成第一次修改', 'first.close': '不再显示', 'first.done': '已完成：',
    'first.edit': '打开一个版块进行修改，或拖动它调整位置。',
    'first.look': '在手机预览中查看草稿的效果，与用户看到的一致。',
    'first.publish': '检查并发布。', 'first.wait': '请发布者检查并发布。',
    'first.live': '您的修改保存在草稿中。用户看到的是线上内容，发布草稿后才会更新。',
  },
});
