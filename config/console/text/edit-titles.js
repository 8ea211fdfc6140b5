// Chinese titles for the English ones in layouts. A title that is missing here is shown in English.

export const chineseTitles = {
  'A best seller and two broadcasts: the hottest one and the chosen one. The section is hidden while all three are null.':
    '一个热销商品加两场直播（最热与精选）。三者都为空时，版块不显示。',
  'Collections of spoken word side by side. A card has no resources: it carries its own title, picture and number of plays.':
    '横向滑动的播客合辑，每张卡片有自己的标题、图片和播放量。',
  'Columns of songs, usually three to a card, that can be played from any row.': '分列展示的歌曲，通常每张卡片三首，可从任意一首开始播放。',
  'Further services of the mall. An empty list hides the section.': '商城的其他服务。列表为空时不显示。',
  'Icons with a title that open a part of the app. An empty list hides the section.': '图标加文字的功能入口。列表为空时不显示。',
  'Large pictures that take turns at the top of the page. Each one opens a song, an album, a playlist, a video or a web page.':
    '页面顶部轮播的大图，可打开歌曲、专辑、歌单、视频或网页。',
  'Logos of other merchants. An empty list hides the section.': '其他商家的标志。列表为空时不显示。',
  'New songs, new albums and digital albums behind three tabs, three rows to a card. The title of a card names its tab.':
    '新歌、新碟、数字专辑三个标签，每张卡片三行；卡片标题即所属标签。',
  'Moments of friends in one section, such as those of a feed. The document has their ids; apps read the moments part by part. An empty list hides the section.':
    '多条好友动态，例如来自数据源的动态。文档中只有 ID，App 分批读取。列表为空时不显示。',
  'One moment of a friend: a text, up to nine pictures, likes and comments. The section is hidden while the moment is null.':
    '一条好友动态：文字、最多九张图片、点赞和评论。内容为空时不显示。',
  'Pictures of any shape, each as tall as its own width and height say. An empty list hides the section.':
    '任意比例的图片，按各自宽高显示。列表为空时不显示。',
  'Pictures that open an offer: strips, campaign posters and product zones. An empty list hides the section.':
    '点击可进入活动的图片：通栏、海报和商品专区。列表为空时不显示。',
  'Pictures with a title in rows and columns. An empty list hides the section.': '宫格排列的图片加标题。列表为空时不显示。',
  'Playlists side by side, each with its cover, its title and how often it was played.': '横向滑动的歌单，展示封面、标题和播放量。',
  'Podcasts and sound scenes as round pictures that start to play when tapped.': '圆形的播客与声音场景，点击即播放。',
  'Shown instead of the picture where the app is dark. Without it the picture is shown there, too.': '深色模式下显示；留空则与浅色模式相同。',
  'Read aloud to those who cannot see the picture.': '供无法看到图片的用户朗读。',
  'Shops and services near the customer, in a row. An empty list hides the section.': '用户附近的商家与服务，横向排列。列表为空时不显示。',
  'Short messages that run across the top of the page. An empty list hides the section.': '页面顶部滚动的短消息。列表为空时不显示。',
  'Short music videos of which the app shows a few at a time. An empty list hides the section.': '音乐短视频，每次展示几条。列表为空时不显示。',
  'Short music videos side by side that play in place. An empty list hides the section.': '横向滑动、原位播放的音乐短视频。列表为空时不显示。',
  'Short texts, centred in a row that scrolls sideways. An empty list hides the section.': '横向滑动、居中显示的短文本。列表为空时不显示。',
  'Texts of any length, one below the other. An empty list hides the section.': '自上而下排列的文本，长短不限。列表为空时不显示。',
  "The customer's welfare card: balance, points and coupons. The section is hidden while the card is null.":
    '用户的福利卡：余额、积分和优惠券。内容为空时不显示。',
  'The row of round menu entries below the banner. Each resource of a card is an entry: it has the id, the name, the icon and the link.':
    '轮播图下方的金刚区，卡片的每个资源是一个圆形入口，包含 ID、名称、图标和跳转链接。',
  'The tabs of the endless list at the end of the page. This section is always the last one. An empty list hides the section.':
    '页面底部信息流的标签栏，始终排在最后。列表为空时不显示。',
  'Trailers, reviews and playthroughs. Trailers and playthroughs say how long they are, reviews give a rating. An empty list hides the section.':
    '预告片、评测和试玩。预告片与试玩需填时长，评测需填评分。列表为空时不显示。',
  'What happens in music today and soon: releases, birthdays, festivals. Each card needs one resource with its times.':
    '今日及近期的音乐事件：发行、生日、音乐节。每张卡片需要一个带时间的资源。',
  Advertisement: '广告', Advertisements: '广告', Album: '专辑', 'Album id': '专辑 ID', Alias: '别名', Aliases: '别名', Artist: '歌手',
  'Artist id': '歌手 ID', Artists: '歌手', 'Audio file': '音频文件', Author: '作者', 'Author id': '作者 ID', Avatar: '头像',
  'Background colour': '背景色', Badge: '角标', Balance: '余额', Banner: '轮播图', 'Banner carousel': '轮播图', 'Banner id': '轮播图 ID',
  Banners: '轮播图', 'Best bit rate': '最高码率', 'Best seller': '热销', 'Big event': '重要事件', 'Bit rate': '码率', 'Bits per second': '码率（bps）',
  'Blurred picture': '模糊背景图', Broadcast: '直播', Button: '按钮', 'Can be closed': '可关闭', 'Can be collected': '可收藏',
  'Can be opened': '可打开', 'Can be subscribed to': '可订阅', Card: '卡片', 'Card id': '卡片 ID', Cards: '卡片', Category: '类目',
  'Centred texts': '居中文本', Charges: '收费', Chosen: '精选', Clip: '短视频', 'Clip and author': '短视频与作者', 'Clip id': '短视频 ID',
  Clips: '短视频', 'Colour of the cover': '封面主色', 'Colour of the label': '标签颜色', Comment: '评论', 'Comment id': '评论 ID', Comments: '评论', Company: '厂牌',
  Content: '内容', Counts: '计数', 'Counts and song': '计数与歌曲', Coupon: '优惠券', Coupons: '优惠券', Cover: '封面', Currency: '币种',
  Description: '说明', Disc: '碟片', 'Distance in km': '距离（公里）', 'Download bit rate': '下载码率', "Editor's text": '编辑推荐语',
  Entries: '条目', Entry: '入口', 'Entry id (an integer, negative for built-in ones)': '入口 ID（整数，内置入口为负数）', 'Event id': '事件 ID',
  'Event type': '事件类型', Exclusive: '独家', Fee: '收费类型', 'File type': '文件类型', Followed: '已关注', 'Free trial': '试听', 'Follows the skin': '跟随皮肤',
  'From a purchase of': '满额可用', Grid: '宫格', Heading: '标题', 'Heading of the section': '版块标题', 'Height of the cover': '封面高度',
  'Height of the picture': '图片高度', 'High quality': '高音质', Host: '主播', Hottest: '最热', 'How it looks': '卡片图文', Icon: '图标', Id: 'ID',
  Kind: '类型', 'Kind of card': '卡片类型', 'Kind of charge': '收费方式', 'Kind of content': '内容类型', 'Kind of line': '副标题类型',
  'Kind of resource': '资源类型', 'Kind of target': '跳转类型', Label: '标签', Labels: '标签', 'Large cover': '大封面', Latitude: '纬度', 'Length (seconds)': '时长（秒）',
  'Length in milliseconds': '时长（毫秒）', Like: '点赞', Likes: '点赞', 'Line above the heading': '标题上方小字', 'Line below the name': '名称下方文字',
  'Line below the title': '副标题', Link: '跳转链接', 'Link to share': '分享链接', 'Link to the list': '列表链接', 'Live shopping': '直播',
  Location: '位置', Logo: '标志', Longitude: '经度', 'Marked as an advertisement': '标记为广告', Merchant: '商家', Merchants: '商家',
  Message: '消息', Messages: '消息', Moment: '动态', Moments: '动态', 'More about it': '更多信息', 'Music calendar': '音乐日历', 'Music clips': '音乐视频',
  'Music clips that play': '可播放音乐视频', Name: '名称', 'Name of whom it answers': '回复对象', 'Navigation entries': '导航入口',
  'New songs and albums': '新歌新碟', News: '资讯', 'Number of albums': '专辑数', 'Number of songs': '歌曲数', 'Number on the disc': '曲序',
  'On sale': '在售', 'Only when signed in': '仅登录后可见', 'Open at first': '默认打开', Opens: '点击打开', 'Other merchants': '其它商家',
  'Other services': '其它服务', Picture: '图片', 'Picture for dark screens': '深色模式图片', 'Picture of the author': '作者头像', 'Heading image': '标题图片',
  'Picture of the host': '主播头像', 'Picture without text': '纯图片', Pictures: '图片', 'Play bit rate': '播放码率', 'Playlists in a row': '横滑歌单',
  Plays: '播放量', Points: '积分', Popularity: '热度', Position: '位置序号', Price: '价格', 'Published (ms)': '发布时间', Rating: '评分',
  'Rating (0 to 10)': '评分（0–10）', 'Request id': '请求 ID', Resource: '资源', 'Resource id': '资源 ID', Resources: '资源',
  'Rights to the song': '歌曲权益', 'Round menu': '金刚区', 'Round podcasts': '圆形播客', 'Running messages': '跑马灯', 'Same city': '同城',
  'Sample rate': '采样率', Score: '分数', Service: '服务', 'Service nearby': '本地服务', Services: '服务', 'Services nearby': '本地服务',
  'Short description': '简介', 'Size in bytes': '大小（字节）', 'Sold in advance': '预售', Song: '歌曲', 'Song id': '歌曲 ID', 'Song ids': '歌曲 ID',
  'Songs in columns': '横滑歌曲列表', 'Special cover': '特殊封面', 'Special type': '特殊类型', 'Spoken-word collections': '横滑播客合辑',
  'Square picture': '方图', 'Starts (ms)': '开始时间', 'Ends (ms)': '结束时间', State: '状态', Subscribed: '已订阅', Subscribers: '订阅人数', Summary: '摘要', Tab: '标签页',
  Tabs: '标签页', 'Tabs that stay at the bottom': '底部悬停', Tags: '标签', 'Target id': '目标 ID', 'Target id as text': '目标 ID（文本）',
  Telephone: '电话', Text: '文字', Texts: '文本', Title: '标题', 'Tracking label': '埋点标识', 'Translated name': '译名', 'Translated names': '译名', Video: '视频',
  'Video id': '视频 ID', Videos: '视频', Viewers: '观看人数', 'Wallet card': '钱包卡片', 'Welfare card': '福利卡',
  'What it shows': '展示内容', 'What the action is': '跳转方式', 'Width of the cover': '封面宽度', 'Width of the picture': '图片宽度', Worth: '面值',
};

export const englishChoices = {
  orpheus: 'Opens in the app', client_customized: 'Decided by the app', red: 'Red', blue: 'Blue', trailer: 'Trailer',
  review: 'Review', playthrough: 'Playthrough', upcoming: 'Upcoming', live: 'Live', replay: 'Replay', song: 'Song', album: 'Album',
  digitalAlbum: 'Digital album', list: 'Playlist', Single: 'Single', 专辑: 'Album', NEW_SONG_HOMEPAGE: 'New songs',
  NEW_ALBUM_HOMEPAGE: 'New albums', DIGITAL_ALBUM_HOMEPAGE: 'Digital albums', ALBUM: 'Album', ARTIST: 'Artist', WEBVIEW: 'Web page',
  ORPHEUS: 'Link in the app', fm_radio: 'Radio', DRAGON_BALL: 'Round menu', dragon_ball: 'Round menu', voiceList: 'Spoken-word collection', EP: 'EP', 'EP/Single': 'EP or single',
  录音室版: 'Studio version', mp3: 'MP3', songRcmdTag: 'Recommendation tag', songRcmdFromComment: 'From a comment',
};

export const chineseChoices = {
  orpheus: 'App 内打开', client_customized: '由客户端决定', red: '红色', blue: '蓝色', trailer: '预告片', review: '评测',
  playthrough: '试玩', upcoming: '即将开始', live: '直播中', replay: '回放', song: '歌曲', album: '专辑', digitalAlbum: '数字专辑', list: '歌单',
  Single: '单曲', NEW_SONG_HOMEPAGE: '新歌', NEW_ALBUM_HOMEPAGE: '新碟', DIGITAL_ALBUM_HOMEPAGE: '数字专辑', ALBUM: '专辑', ARTIST: '歌手',
  WEBVIEW: '网页', ORPHEUS: 'App 内链接', fm_radio: '电台', DRAGON_BALL: '金刚区', dragon_ball: '金刚区', voiceList: '播客合辑',
  EP: 'EP', 'EP/Single': 'EP/单曲', mp3: 'MP3', songRcmdTag: '推荐标签', songRcmdFromComment: '来自评论',
};
