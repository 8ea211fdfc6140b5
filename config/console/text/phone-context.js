import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'phone.platform': 'Platform',
    'phone.appVersion': 'App version',
    'phone.appVersionHint': 'For example 9.1',
    'phone.appVersionWrong': 'Enter a version such as 9.1 or 9.1.0.',
    'phone.locale': 'App language',
    'phone.localeHint': 'For example zh-CN; separate several with commas, most preferred first',
    'phone.localeWrong': 'Enter language tags such as zh-CN or en.',
    'phone.uid': 'User',
    'phone.uidHint': 'A user id; decides who is in a percentage',
  },
  zh: {
    'phone.platform': '平台',
    'phone.appVersion': 'App 版本',
    'phone.appVersionHint': '例如 9.1',
    'phone.appVersionWrong': '请填写版本号，例如 9.1 或 9.1.0。',
    'phone.locale': 'App 语言',
    'phone.localeHint': '例如 zh-CN；多个语言用英文逗号隔开，优先的在前',
    'phone.localeWrong': '请填写语言代码，例如 zh-CN 或 en。',
    'phone.uid': '用户',
    'phone.uidHint': '用户 ID，决定是否命中按比例投放',
  },
});
