// Texts of the phone's choice of named audiences and attributes.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'phone.memberOf': 'As a member of',
    'phone.memberOfNone': 'Choose an audience',
    'phone.memberOfHint': 'Fills in the values of a member of a named audience.',
    'phone.memberShare': 'Only {percent} % of these users belong to it, depending on the user id.',
    'phone.attributeUnknown': 'Unknown',
  },
  zh: {
    'phone.memberOf': '模拟人群',
    'phone.memberOfNone': '选择人群',
    'phone.memberOfHint': '按所选人群的成员填写各项信息。',
    'phone.memberShare': '其中仅 {percent}% 的用户属于该人群，由用户 ID 决定。',
    'phone.attributeUnknown': '未知',
  },
});
