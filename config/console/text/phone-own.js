import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'phone.own.offer': '“{name}” is not shown to this user now.',
    'phone.own.show': 'Preview under its own conditions',
    'phone.own.shown': '“{name}” under its own conditions: {who}, {when}.',
    'phone.own.now': 'now',
    'phone.own.back': 'Back',
  },
  zh: {
    'phone.own.offer': '“{name}”当前不展示给该用户。',
    'phone.own.show': '按其自身条件预览',
    'phone.own.shown': '“{name}”按其自身条件预览：{who}，{when}。',
    'phone.own.now': '当前时间',
    'phone.own.back': '返回',
  },
});
