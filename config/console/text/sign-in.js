import { addTexts } from '../core/i18n.js';

addTexts({
  en: {
    'password.show': 'Show password', 'password.caps': 'Caps Lock is on',
    'signin.title': 'Sign in', 'signin.go': 'Sign in', 'signin.name': 'Name',
    'signin.password': 'Password', 'signin.name.missing': 'Enter your name.',
    'signin.password.missing': 'Enter your password.',
    'signin.wrong': 'The name or the password is wrong.',
    'signin.offline': 'The server cannot be reached. Check the connection and try again.',
    'signin.wait': 'Too many attempts. Try again in {time}.',
    'signin.help': 'No account yet, or the password is lost? An administrator can help. On a new'
      + ' server, open the set-up link that its start printed.',
    'again.title': 'Sign in again',
    'again.text': 'Your session has ended. Enter the password of {name}; what is on this page'
      + ' stays as it is.',
    'again.nobody': 'Your session has ended. Sign in to continue.',
    'again.other': 'Sign in as someone else',
    'setup.title': 'Set up the console',
    'setup.text': 'This is a new server. Create the first administrator; more operators can be'
      + ' added afterwards.',
    'setup.name.hint': 'Others see it next to your changes.',
    'setup.password': 'Password', 'setup.again': 'Password again',
    'setup.password.hint': 'At least {count} characters. A few words are easy to remember.',
    'setup.password.short': 'Use at least {count} characters.',
    'setup.again.differs': 'The two passwords differ.',
    'setup.go': 'Create administrator',
    'setup.used': 'This link no longer works',
    'setup.used.text': 'A set-up link works once, and only until there is an operator.',
    'setup.used.more': 'Has someone set up the console already? Sign in, or ask them for an'
      + ' account. If nobody has, restart the server: it prints a new link.',
  },
  zh: {
    'password.show': '显示密码', 'password.caps': '大写锁定已开启',
    'signin.title': '登录', 'signin.go': '登录', 'signin.name': '用户名',
    'signin.password': '密码', 'signin.name.missing': '请输入用户名。',
    'signin.password.missing': '请输入密码。',
    'signin.wrong': '用户名或密码不正确。',
    'signin.offline': '连不上服务器，请检查网络后重试。',
    'signin.wait': '尝试次数过多，请在 {time} 后重试。',
    'signin.help': '没有账号或忘记密码？请联系管理员。如果是新服务器，请打开启动时输出的初始化链接。',
    'again.title': '请重新登录',
    'again.text': '登录已过期。请输入 {name} 的密码，当前页面的内容会原样保留。',
    'again.nobody': '登录已过期，请登录后继续。',
    'again.other': '换个账号登录',
    'setup.title': '初始化控制台',
    'setup.text': '这是一台新服务器。请创建第一个管理员，之后可以再添加其他成员。',
    'setup.name.hint': '您的操作记录会显示这个名字。',
    'setup.password': '密码', 'setup.again': '确认密码',
    'setup.password.hint': '至少 {count} 个字符，用几个词组成的短句更好记。',
    'setup.password.short': '密码至少需要 {count} 个字符。',
    'setup.again.differs': '两次输入的密码不一致。',
    'setup.go': '创建管理员',
    'setup.used': '链接已失效',
    'setup.used.text': '初始化链接只能使用一次，且仅在还没有任何成员时有效。',
    'setup.used.more': '如果已有人完成初始化，请直接登录，或请对方为您开通账号；如果还没有，'
      + '请重启服务器，它会输出新的链接。',
  },
});
