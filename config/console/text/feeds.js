// Texts about feeds and their states, for all views that show a section or a feed.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'feeds.of': 'Filled by the feed {name}.',
    'feeds.badge': 'Feed',
    'feeds.badge.ok': 'Feed · {age}',
    'feeds.badge.pending': 'Feed · no list yet',
    'feeds.badge.failing': 'Feed fails · {age}',
    'feeds.badge.expired': 'Feed stale · {age}',
    'feeds.client': 'Filled by the app from {address}',
    'feeds.status.ok': 'Fresh', 'feeds.status.pending': 'Waiting', 'feeds.status.failing': 'Failing', 'feeds.status.expired': 'Stale',
    'feeds.says': '{status}: {detail}',
    'feeds.says.ok': { one: '{count} card, confirmed {age}', other: '{count} cards, confirmed {age}' },
    'feeds.says.pending': 'no list has come yet',
    'feeds.says.empty': 'no list has come yet',
    'feeds.says.failing': { one: 'one request failed; the {cards} cards confirmed {age} are still shown',
      other: '{count} requests in a row failed; the {cards} cards confirmed {age} are still shown' },
    'feeds.says.expired': 'confirmed {age}, which is too long ago; its cards are not shown',
  },
  zh: {
    'feeds.of': '由数据源 {name} 填充。',
    'feeds.badge': '数据源',
    'feeds.badge.ok': '数据源 · {age}',
    'feeds.badge.pending': '数据源 · 暂无列表',
    'feeds.badge.failing': '数据源失败 · {age}',
    'feeds.badge.expired': '数据源过期 · {age}',
    'feeds.client': '由 App 从 {address} 填充',
    'feeds.status.ok': '正常', 'feeds.status.pending': '等待中', 'feeds.status.failing': '请求失败', 'feeds.status.expired': '已过期',
    'feeds.says': '{status}：{detail}',
    'feeds.says.ok': '{count} 张卡片，{age}确认',
    'feeds.says.pending': '尚未获取到列表',
    'feeds.says.empty': '尚未获取到列表',
    'feeds.says.failing': '连续失败 {count} 次，仍展示{age}确认的 {cards} 张卡片',
    'feeds.says.expired': '{age}确认，时间过久，其卡片不再展示',
  },
});
