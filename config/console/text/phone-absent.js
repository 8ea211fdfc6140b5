import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'phone.absent.hidden': 'Hidden',
    'phone.absent.before': 'Scheduled from {at}',
    'phone.absent.after': 'Ended {at}',
    'phone.absent.targeted': 'For another audience',
    'phone.absent.version': 'For newer apps only',
    'phone.absent.empty': 'Has nothing to show',
    'phone.absent.feed': 'Its feed has no cards to show',
  },
  zh: {
    'phone.absent.hidden': '已隐藏',
    'phone.absent.before': '定时：{at} 开始',
    'phone.absent.after': '已于 {at} 结束',
    'phone.absent.targeted': '定向投放给其他用户',
    'phone.absent.version': '仅较新版本的 App 可见',
    'phone.absent.feed': '数据源没有可展示的卡片',
    'phone.absent.empty': '暂无内容可显示',
  },
});
