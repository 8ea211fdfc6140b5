import { addTexts } from '../core/i18n.js';
import './core.js';

addTexts({
  en: {
    'link.title': 'Preview',
    'link.draft': 'Preview of a draft',
    'link.revision': 'Preview of revision {number}',
    'link.release': 'Preview of a planned revision',
    'link.screen': 'Page',
    'link.refresh': 'Refresh',
    'link.empty': 'Nothing to see here',
    'link.emptyText': 'This audience gets no section of the page at this time.',
    'link.none': 'The link is incomplete',
    'link.noneText': 'Copy the whole link, or scan the code again.',
    'link.ended': 'This preview has ended',
    'link.endedText': 'The link has expired, was revoked, or what it showed no longer exists. Ask for a new one.',
  },
  zh: {
    'link.title': '预览',
    'link.draft': '草稿预览',
    'link.revision': '版本 {number} 预览',
    'link.release': '待发布版本预览',
    'link.screen': '页面',
    'link.refresh': '刷新',
    'link.empty': '这里没有内容',
    'link.emptyText': '此刻这类用户看不到本页的任何版块。',
    'link.none': '链接不完整',
    'link.noneText': '请复制完整链接，或重新扫码。',
    'link.ended': '预览已失效',
    'link.endedText': '链接已过期、已被撤销，或所预览的内容已不存在。请重新获取链接。',
  },
});
