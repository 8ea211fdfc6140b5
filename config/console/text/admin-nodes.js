// Texts of the list of servers that share a database.
import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'admin.nodes.lead': 'The servers that share the database. A change on one of them is visible on all others within a second.',
    'admin.nodes.name': 'Server',
    'admin.nodes.version': 'Version',
    'admin.nodes.layouts': 'Layouts',
    'admin.nodes.layouts.other': 'Other layouts',
    'admin.nodes.behind': 'Behind',
    'admin.nodes.lines': { one: '{count} change', other: '{count} changes' },
    'admin.nodes.seen': 'Last seen',
    'admin.nodes.started': 'Started',
    'admin.nodes.silent': 'Does not respond',
    'admin.nodes.none': 'One server',
    'admin.nodes.none.text': 'The pages are in a file, which only this server uses. With PostgreSQL several servers can share them.',
  },
  zh: {
    'admin.nodes.lead': '共用同一个数据库的服务器。在任何一台上的修改，其他服务器会在一秒内生效。',
    'admin.nodes.name': '服务器',
    'admin.nodes.version': '版本',
    'admin.nodes.layouts': '版式',
    'admin.nodes.layouts.other': '版式不一致',
    'admin.nodes.behind': '落后',
    'admin.nodes.lines': { one: '{count} 项修改', other: '{count} 项修改' },
    'admin.nodes.seen': '最近在线',
    'admin.nodes.started': '启动时间',
    'admin.nodes.silent': '无响应',
    'admin.nodes.none': '单台服务器',
    'admin.nodes.none.text': '页面保存在文件中，仅由这台服务器使用。使用 PostgreSQL 时，可由多台服务器共用。',
  },
});
