PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1212304459;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE audit (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    actor      TEXT NOT NULL,
    credential TEXT,
    action     TEXT NOT NULL,
    outcome    TEXT NOT NULL CHECK (outcome IN ('done', 'refused')),
    page       TEXT,
    subject    TEXT,
    before     TEXT CHECK (before IS NULL OR json_valid(before)),
    after      TEXT CHECK (after IS NULL OR json_valid(after)),
    request_id TEXT NOT NULL DEFAULT ''
) STRICT;
INSERT INTO "audit" VALUES(1,1795300207723,'homeblocks','program','page.import','done','mall',NULL,NULL,'{"revision":1}','');
INSERT INTO "audit" VALUES(2,1795300207742,'homeblocks','program','page.import','done','music',NULL,NULL,'{"revision":1}','');
INSERT INTO "audit" VALUES(3,1795300207819,'homeblocks','program','token.create','done',NULL,'fhymnbwbnj6t',NULL,'{"name":"first start","role":"admin"}','');
INSERT INTO "audit" VALUES(4,1795300207902,'command line','local','token.create','done',NULL,'visvjrdtjp6u',NULL,'{"name":"Old viewer","role":"viewer"}','');
INSERT INTO "audit" VALUES(5,1795300207970,'command line','local','token.create','done',NULL,'d8jyc8agfau3',NULL,'{"name":"Old publisher","role":"publisher"}','');
INSERT INTO "audit" VALUES(6,1795300208034,'command line','local','token.create','done',NULL,'rhnw6auu6fru',NULL,'{"name":"Old admin","role":"admin"}','');
INSERT INTO "audit" VALUES(7,1795300208102,'command line','local','token.revoke','done',NULL,'rhnw6auu6fru',NULL,NULL,'');
INSERT INTO "audit" VALUES(8,1795300208117,'first start','fhymnbwbnj6t','order.change','done','mall',NULL,'{"order":["marquee","beltAndRoad","wallet","otc","middleAd","bottomFloat"]}','{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":2}','8c93a155c5fb141665fbcbffe5d621e6');
INSERT INTO "audit" VALUES(9,1795300208123,'first start','fhymnbwbnj6t','order.change','done','mall',NULL,'{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]}','{"order":["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"],"revision":3}','8c93a155c5fb141665fbcbffe5d621e7');
INSERT INTO "audit" VALUES(10,1795300208127,'first start','fhymnbwbnj6t','order.change','done','mall',NULL,'{"order":["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"]}','{"order":["marquee","wallet","otc","middleAd","beltAndRoad","bottomFloat"],"revision":4}','8c93a155c5fb141665fbcbffe5d621e8');
INSERT INTO "audit" VALUES(11,1795300208134,'first start','fhymnbwbnj6t','order.change','done','music',NULL,'{"order":["HOMEPAGE_BANNER","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD","HOMEPAGE_VOICELIST_RCMD"]}','{"order":["HOMEPAGE_BANNER","HOMEPAGE_VOICELIST_RCMD","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD"],"revision":2}','8c93a155c5fb141665fbcbffe5d621e9');
INSERT INTO "audit" VALUES(12,1795300208141,'unknown',NULL,'POST /sort','refused',NULL,NULL,NULL,'{"reason":"it is unknown"}','8c93a155c5fb141665fbcbffe5d621eb');
INSERT INTO "audit" VALUES(13,1795300208153,'first start','fhymnbwbnj6t','page.import','done','mall',NULL,'{"revision":4}','{"revision":5}','8c93a155c5fb141665fbcbffe5d621ed');
INSERT INTO "audit" VALUES(14,1795300208159,'first start','fhymnbwbnj6t','page.import','done','shelf',NULL,NULL,'{"revision":1}','8c93a155c5fb141665fbcbffe5d621ee');
CREATE TABLE block_versions (
    id         INTEGER PRIMARY KEY,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL CHECK (length(block_code) BETWEEN 1 AND 128),
    show_type  TEXT NOT NULL CHECK (length(show_type) BETWEEN 1 AND 128),
    resource   TEXT NOT NULL CHECK (json_valid(resource) AND json_type(resource) = 'object'),
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, hash),
    UNIQUE (id, block_code)
) STRICT;
INSERT INTO "block_versions" VALUES(1,1,'marquee','MALL_MARQUEE','{"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"from":null,"showType":"MALL_MARQUEE","until":null}',X'6F701B7DD4525C21A505EBA7152E1C445BEA10A7A02F9D45FCCF8CACCCBD7961',1795300207723,'homeblocks');
INSERT INTO "block_versions" VALUES(2,1,'beltAndRoad','MALL_AD','{"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"from":null,"showType":"MALL_AD","until":null}',X'A3AF8870B9855CE4358126EA23E70B8C3694AD6D14DB112C097EBF96EB89A288',1795300207723,'homeblocks');
INSERT INTO "block_versions" VALUES(3,1,'wallet','MALL_NAVIGATION','{"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"from":null,"showType":"MALL_NAVIGATION","until":null}',X'4EEB54A4C9FC253CE8239111CA02C0DEA6C59492D4D96F5D0B13B54EACFCFC6B',1795300207723,'homeblocks');
INSERT INTO "block_versions" VALUES(4,1,'otc','MALL_AD','{"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"from":null,"showType":"MALL_AD","until":null}',X'3A612CA7CE517513E2E2764A5B27E7688D686A27E3B7894AFD43F0AAC526DB18',1795300207723,'homeblocks');
INSERT INTO "block_versions" VALUES(5,1,'middleAd','MALL_AD','{"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"from":null,"showType":"MALL_AD","until":null}',X'68CFE72DCEF988662CF60DECD51BE26080C7A870D6754014A745F50687E549A2',1795300207723,'homeblocks');
INSERT INTO "block_versions" VALUES(6,1,'bottomFloat','MALL_BOTTOM_FLOAT','{"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"from":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'1E4BE0B01081F23692EA148A97152D7F22BCC2C21266EC6C2BFCFFF3A668FE12',1795300207723,'homeblocks');
INSERT INTO "block_versions" VALUES(7,2,'HOMEPAGE_BANNER','BANNER','{"blockCode":"HOMEPAGE_BANNER","content":{"extInfo":{"banners":[{"adDispatchJson":null,"adLocation":null,"adSource":null,"adid":null,"adurlV2":null,"alg":null,"bannerId":"17800000000000","dynamicVideoData":null,"encodeId":"2930000000","event":null,"exclusive":false,"extMonitor":null,"extMonitorInfo":null,"monitorBlackList":null,"monitorClick":null,"monitorClickList":null,"monitorImpress":null,"monitorImpressList":null,"monitorType":null,"pic":"/assets/banners/summer-tide.svg","pid":null,"program":null,"requestId":"","scm":"1.starter.banner.1.summer-tide","showAdTag":false,"showContext":null,"song":null,"targetId":2930000000,"targetType":1,"titleColor":"red","typeTitle":"新歌首发","url":null,"video":null},{"adDispatchJson":null,"adLocation":null,"adSource":null,"adid":null,"adurlV2":null,"alg":null,"bannerId":"17800000004096","dynamicVideoData":null,"encodeId":"9007199254741035","event":null,"exclusive":false,"extMonitor":null,"extMonitorInfo":null,"monitorBlackList":null,"monitorClick":null,"monitorClickList":null,"monitorImpress":null,"monitorImpressList":null,"monitorType":null,"pic":"/assets/banners/midnight-radio.svg","pid":null,"program":null,"requestId":"","scm":"1.starter.banner.2.midnight-radio","showAdTag":false,"showContext":null,"song":null,"targetId":9007199254741035,"targetType":1000,"titleColor":"blue","typeTitle":"电台","url":null,"video":null}]}},"enabled":true,"from":null,"showType":"BANNER","until":null}',X'494892FB0226AE01379369FC3D8DDE3D383BA08364094066460A2E0304AF095E',1795300207742,'homeblocks');
INSERT INTO "block_versions" VALUES(8,2,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL','DRAGON_BALL','{"blockCode":"HOMEPAGE_BLOCK_OLD_DRAGON_BALL","content":{"creatives":[{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/daily","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-1","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/daily","uiElement":{"image":{"imageUrl":"/assets/icons/daily.svg"},"mainTitle":{"title":"今日精选"},"rcmdShowType":"DEFAULT"},"valid":true}]},{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/radio","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-6","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/radio","uiElement":{"image":{"imageUrl":"/assets/icons/radio-wave.svg"},"mainTitle":{"title":"漫游电台"},"rcmdShowType":"DEFAULT"},"valid":true}]},{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/playlists","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-2","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/playlists","uiElement":{"image":{"imageUrl":"/assets/icons/playlist.svg"},"mainTitle":{"title":"歌单广场"},"rcmdShowType":"DEFAULT"},"valid":true}]}],"uiElement":{"rcmdShowType":"DEFAULT"}},"enabled":true,"from":null,"showType":"DRAGON_BALL","until":null}',X'359395770A24B53470112EB04114686A9C7E14E975AC57E21963F830CDADF102',1795300207742,'homeblocks');
INSERT INTO "block_versions" VALUES(9,2,'HOMEPAGE_BLOCK_PLAYLIST_RCMD','HOMEPAGE_SLIDE_PLAYLIST','{"blockCode":"HOMEPAGE_BLOCK_PLAYLIST_RCMD","content":{"action":"orpheus://starter/playlists?tab=for-you","actionType":"orpheus","creatives":[{"action":"orpheus://playlist/7710007919?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","creativeId":"7710007919","creativeType":"list","position":0,"resources":[{"action":"orpheus://playlist/7710007919?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","logInfo":null,"resourceExtInfo":{"highQuality":true,"playCount":1284500},"resourceId":"7710007919","resourceType":"list","resourceUrl":null,"uiElement":{"image":{"imageUrl":"/assets/covers/paper-waves.svg"},"labelTexts":["流行","海边"],"mainTitle":{"title":"傍晚六点的海风 | City pop by the sea"},"rcmdShowType":"DEFAULT"},"valid":true}],"uiElement":{"image":{"imageUrl":"/assets/covers/paper-waves.svg"},"labelTexts":["流行","海边"],"mainTitle":{"title":"傍晚六点的海风 | City pop by the sea"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://playlist/7710015838?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","creativeId":"7710015838","creativeType":"list","position":0,"resources":[{"action":"orpheus://playlist/7710015838?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","logInfo":null,"resourceExtInfo":{"highQuality":false,"playCount":845213},"resourceId":"7710015838","resourceType":"list","resourceUrl":null,"uiElement":{"image":{"imageUrl":"/assets/covers/headphones.svg"},"labelTexts":["民谣","治愈"],"mainTitle":{"title":"把耳机分你一半"},"rcmdShowType":"DEFAULT","subTitle":{"title":"32 首 songs"}},"valid":true}],"uiElement":{"image":{"imageUrl":"/assets/covers/headphones.svg"},"labelTexts":["民谣","治愈"],"mainTitle":{"title":"把耳机分你一半"},"rcmdShowType":"DEFAULT","subTitle":{"title":"32 首 songs"}}}],"uiElement":{"button":{"action":"orpheus://starter/playlists?tab=for-you","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"为你挑选 For You"}}},"enabled":true,"from":null,"showType":"HOMEPAGE_SLIDE_PLAYLIST","until":null}',X'963ACD3EDF400F3CAD5C683B5EF8B73144F02A0ED0238F1B55FA03BEDBD36CE1',1795300207742,'homeblocks');
INSERT INTO "block_versions" VALUES(10,2,'HOMEPAGE_VOICELIST_RCMD','SLIDE_VOICELIST','{"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":true,"from":null,"showType":"SLIDE_VOICELIST","until":null}',X'5046F7B92FACDF7C3068EA5C5A03111C158738279EEEA0F2A7E2E84AABF54439',1795300207742,'homeblocks');
INSERT INTO "block_versions" VALUES(11,1,'marquee','MALL_MARQUEE','{"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"Imported before the upgrade","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"from":null,"showType":"MALL_MARQUEE","until":null}',X'28957A9F143AEBC7E349F4388713287C0CF48CA85859F83CA87F35FF485B89C1',1795300208153,'first start');
INSERT INTO "block_versions" VALUES(12,3,'marquee','MALL_MARQUEE','{"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"Imported before the upgrade","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"from":null,"showType":"MALL_MARQUEE","until":null}',X'28957A9F143AEBC7E349F4388713287C0CF48CA85859F83CA87F35FF485B89C1',1795300208159,'first start');
INSERT INTO "block_versions" VALUES(13,3,'wallet','MALL_NAVIGATION','{"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"from":null,"showType":"MALL_NAVIGATION","until":null}',X'4EEB54A4C9FC253CE8239111CA02C0DEA6C59492D4D96F5D0B13B54EACFCFC6B',1795300208159,'first start');
INSERT INTO "block_versions" VALUES(14,3,'otc','MALL_AD','{"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"from":null,"showType":"MALL_AD","until":null}',X'3A612CA7CE517513E2E2764A5B27E7688D686A27E3B7894AFD43F0AAC526DB18',1795300208159,'first start');
CREATE TABLE credentials (
    id           TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    kind         TEXT NOT NULL CHECK (kind IN ('token', 'operator')),
    name         TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    role         TEXT NOT NULL CHECK (role IN ('viewer', 'editor', 'publisher', 'admin')),
    -- A token's SHA-256, or an operator's scrypt hash with its salt and parameters.
    secret       BLOB NOT NULL CHECK (length(secret) >= 32),
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    expires_at   INTEGER,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO "credentials" VALUES('d8jyc8agfau3','token','Old publisher','publisher',X'CBFE0B9248A8400A15595F267D5337CD52D0784AC289F3A0FC55CDE090CC5D68',1795300207970,'command line',NULL,NULL,NULL);
INSERT INTO "credentials" VALUES('fhymnbwbnj6t','token','first start','admin',X'1DB8A40543FC802299D22F16C67B9B23021FBD1FA2C6F88D03860B4E15CD276F',1795300207819,'homeblocks',NULL,NULL,NULL);
INSERT INTO "credentials" VALUES('rhnw6auu6fru','token','Old admin','admin',X'0A5AAC1F1BF536B6DDC17D006DB12EF562A984F1DAB31C87E1E60136F63A0EC2',1795300208034,'command line',NULL,NULL,1795300208102);
INSERT INTO "credentials" VALUES('visvjrdtjp6u','token','Old viewer','viewer',X'21A31794B548F1FB865BEA694C872C425A7E2C076D7DF0B30BDA8A3B470F7C57',1795300207902,'command line',3786912000000,NULL,NULL);
CREATE TABLE drafts (
    page_id    INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,
    -- The live revision that the draft was made from, or that it was last brought up to.
    base       INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    updated_by TEXT NOT NULL,
    FOREIGN KEY (page_id, revision) REFERENCES revisions (page_id, number),
    FOREIGN KEY (page_id, base) REFERENCES revisions (page_id, number)
) STRICT;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO "grdb_migrations" VALUES('0001_pages');
CREATE TABLE idempotency (
    credential  TEXT NOT NULL,
    key         TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint BLOB NOT NULL,
    answer      TEXT NOT NULL CHECK (json_valid(answer)),
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (credential, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('fhymnbwbnj6t','fixture-1',X'9320E8D49A47BC298C99391EB62090A90A3B9D85115DF726EE8003A2DE944EA5','{"changedAt":1795300208117,"changedBy":"first start","moved":["wallet"],"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"page":"mall","revision":2}',1795300208117);
CREATE TABLE orders (
    id         INTEGER PRIMARY KEY,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    since      INTEGER NOT NULL CHECK (since >= 1),
    codes      TEXT NOT NULL CHECK (json_valid(codes) AND json_type(codes) = 'array'),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, id)
) STRICT;
INSERT INTO "orders" VALUES(1,1,1,'["marquee","beltAndRoad","wallet","otc","middleAd","bottomFloat"]',1795300207723,'homeblocks');
INSERT INTO "orders" VALUES(2,2,1,'["HOMEPAGE_BANNER","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD","HOMEPAGE_VOICELIST_RCMD"]',1795300207742,'homeblocks');
INSERT INTO "orders" VALUES(3,1,2,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795300208117,'first start');
INSERT INTO "orders" VALUES(4,1,3,'["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"]',1795300208123,'first start');
INSERT INTO "orders" VALUES(5,1,4,'["marquee","wallet","otc","middleAd","beltAndRoad","bottomFloat"]',1795300208127,'first start');
INSERT INTO "orders" VALUES(6,2,2,'["HOMEPAGE_BANNER","HOMEPAGE_VOICELIST_RCMD","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD"]',1795300208134,'first start');
INSERT INTO "orders" VALUES(7,3,1,'["marquee","wallet","otc"]',1795300208159,'first start');
CREATE TABLE pages (
    id         INTEGER PRIMARY KEY,
    slug       TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*'),
    title      TEXT NOT NULL CHECK (length(title) <= 200),
    -- The family of published apps that the page must stay readable for.
    client     TEXT CHECK (client IN ('netease')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL
) STRICT;
INSERT INTO "pages" VALUES(1,'mall','Small mall home',NULL,1795300207723,'homeblocks');
INSERT INTO "pages" VALUES(2,'music','Small music home','netease',1795300207742,'homeblocks');
INSERT INTO "pages" VALUES(3,'shelf','Shelf',NULL,1795300208159,'first start');
CREATE TABLE placements (
    tree_id    INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL,
    version_id INTEGER NOT NULL,
    PRIMARY KEY (tree_id, block_code),
    FOREIGN KEY (version_id, block_code) REFERENCES block_versions (id, block_code)
) STRICT, WITHOUT ROWID;
INSERT INTO "placements" VALUES(1,'marquee',1);
INSERT INTO "placements" VALUES(1,'beltAndRoad',2);
INSERT INTO "placements" VALUES(3,'beltAndRoad',2);
INSERT INTO "placements" VALUES(1,'wallet',3);
INSERT INTO "placements" VALUES(3,'wallet',3);
INSERT INTO "placements" VALUES(1,'otc',4);
INSERT INTO "placements" VALUES(3,'otc',4);
INSERT INTO "placements" VALUES(1,'middleAd',5);
INSERT INTO "placements" VALUES(3,'middleAd',5);
INSERT INTO "placements" VALUES(1,'bottomFloat',6);
INSERT INTO "placements" VALUES(3,'bottomFloat',6);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_BANNER',7);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL',8);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_BLOCK_PLAYLIST_RCMD',9);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_VOICELIST_RCMD',10);
INSERT INTO "placements" VALUES(3,'marquee',11);
INSERT INTO "placements" VALUES(4,'marquee',12);
INSERT INTO "placements" VALUES(4,'wallet',13);
INSERT INTO "placements" VALUES(4,'otc',14);
CREATE TABLE releases (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id      INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    revision     INTEGER NOT NULL,
    at           INTEGER NOT NULL,
    -- 0: took effect when it was made; 1: was planned for later.
    scheduled    INTEGER NOT NULL CHECK (scheduled IN (0, 1)),
    message      TEXT NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    cancelled_at INTEGER,
    cancelled_by TEXT,
    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
    CHECK (scheduled = 1 OR cancelled_at IS NULL),
    FOREIGN KEY (page_id, revision) REFERENCES revisions (page_id, number)
) STRICT;
INSERT INTO "releases" VALUES(1,1,1,1795300207723,0,'',1795300207723,'homeblocks',NULL,NULL);
INSERT INTO "releases" VALUES(2,2,1,1795300207742,0,'',1795300207742,'homeblocks',NULL,NULL);
INSERT INTO "releases" VALUES(3,1,2,1795300208117,0,'',1795300208117,'first start',NULL,NULL);
INSERT INTO "releases" VALUES(4,1,3,1795300208123,0,'',1795300208123,'first start',NULL,NULL);
INSERT INTO "releases" VALUES(5,1,4,1795300208127,0,'',1795300208127,'first start',NULL,NULL);
INSERT INTO "releases" VALUES(6,2,2,1795300208134,0,'',1795300208134,'first start',NULL,NULL);
INSERT INTO "releases" VALUES(7,1,5,1795300208153,0,'',1795300208153,'first start',NULL,NULL);
INSERT INTO "releases" VALUES(8,3,1,1795300208159,0,'',1795300208159,'first start',NULL,NULL);
CREATE TABLE revisions (
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 1),
    parent     INTEGER CHECK (parent < number),
    order_id   INTEGER NOT NULL,
    tree_id    INTEGER NOT NULL,
    -- What made it: 'import', 'order', 'block', 'publish', 'restore', 'merge'.
    cause      TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 32),
    message    TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    PRIMARY KEY (page_id, number),
    FOREIGN KEY (page_id, parent) REFERENCES revisions (page_id, number),
    FOREIGN KEY (page_id, order_id) REFERENCES orders (page_id, id),
    FOREIGN KEY (page_id, tree_id) REFERENCES trees (page_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO "revisions" VALUES(1,1,NULL,1,1,'import','',1795300207723,'homeblocks');
INSERT INTO "revisions" VALUES(1,2,1,3,1,'order','',1795300208117,'first start');
INSERT INTO "revisions" VALUES(1,3,2,4,1,'order','',1795300208123,'first start');
INSERT INTO "revisions" VALUES(1,4,3,5,1,'order','',1795300208127,'first start');
INSERT INTO "revisions" VALUES(1,5,4,5,3,'import','',1795300208153,'first start');
INSERT INTO "revisions" VALUES(2,1,NULL,2,2,'import','',1795300207742,'homeblocks');
INSERT INTO "revisions" VALUES(2,2,1,6,2,'order','',1795300208134,'first start');
INSERT INTO "revisions" VALUES(3,1,NULL,7,4,'import','',1795300208159,'first start');
CREATE TABLE takeovers (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id       INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    shown_page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE RESTRICT,
    begins_at     INTEGER NOT NULL,
    ends_at       INTEGER NOT NULL CHECK (begins_at < ends_at),
    message       TEXT NOT NULL DEFAULT '',
    created_at    INTEGER NOT NULL,
    created_by    TEXT NOT NULL,
    cancelled_at  INTEGER,
    cancelled_by  TEXT,
    CHECK (page_id <> shown_page_id),
    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL))
) STRICT;
CREATE TABLE trees (
    id      INTEGER PRIMARY KEY,
    page_id INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    data    TEXT NOT NULL CHECK (json_valid(data) AND json_type(data) = 'object'),
    UNIQUE (page_id, id)
) STRICT;
INSERT INTO "trees" VALUES(1,1,'{}');
INSERT INTO "trees" VALUES(2,2,'{"pageConfig":{"abtest":["hb-order-a","hb-cards-2","hb-clips-on","hb-calm-1"],"homepageMode":"RCMD_MODE","nodataToast":"没有更多啦，去听首歌吧","showModeEntry":true,"songLabelMarkLimit":1,"songLabelMarkPriority":["vip","trial","exclusive","sq","pre_sale"]}}');
INSERT INTO "trees" VALUES(3,1,'{}');
INSERT INTO "trees" VALUES(4,3,'{}');
CREATE INDEX placements_version ON placements (version_id);
CREATE INDEX revisions_parent ON revisions (page_id, parent);
CREATE INDEX revisions_order ON revisions (page_id, order_id);
CREATE INDEX revisions_tree ON revisions (page_id, tree_id);
CREATE TRIGGER revisions_order_names_each_block BEFORE INSERT ON revisions
BEGIN
    SELECT RAISE (ABORT, 'an order must name each block exactly once')
    WHERE (SELECT count(*) FROM placements WHERE tree_id = NEW.tree_id)
            <> (SELECT json_array_length(codes) FROM orders WHERE id = NEW.order_id)
       OR (SELECT count(DISTINCT named.value)
           FROM orders, json_each(orders.codes) AS named
           JOIN placements ON placements.tree_id = NEW.tree_id AND placements.block_code = named.value
           WHERE orders.id = NEW.order_id)
            <> (SELECT count(*) FROM placements WHERE tree_id = NEW.tree_id);
END;
CREATE INDEX releases_live ON releases (page_id, at, id) WHERE cancelled_at IS NULL;
CREATE INDEX releases_immediate ON releases (page_id, at) WHERE scheduled = 0;
CREATE INDEX releases_revision ON releases (page_id, revision);
CREATE INDEX takeovers_page ON takeovers (page_id, begins_at) WHERE cancelled_at IS NULL;
CREATE INDEX takeovers_shown ON takeovers (shown_page_id);
CREATE TRIGGER takeovers_do_not_overlap BEFORE INSERT ON takeovers
BEGIN
    SELECT RAISE (ABORT, 'takeovers of a page must not overlap')
    FROM takeovers
    WHERE page_id = NEW.page_id AND cancelled_at IS NULL
      AND begins_at < NEW.ends_at AND NEW.begins_at < ends_at;
END;
CREATE UNIQUE INDEX credentials_operator ON credentials (name) WHERE kind = 'operator' AND revoked_at IS NULL;
CREATE INDEX audit_page ON audit (page, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX idempotency_age ON idempotency (created_at);
CREATE TRIGGER block_versions_are_immutable BEFORE UPDATE ON block_versions
BEGIN SELECT RAISE (ABORT, 'a block version never changes'); END;
CREATE TRIGGER trees_are_immutable BEFORE UPDATE ON trees
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;
CREATE TRIGGER placements_are_immutable BEFORE UPDATE ON placements
BEGIN SELECT RAISE (ABORT, 'a placement never changes'); END;
CREATE TRIGGER orders_are_immutable BEFORE UPDATE ON orders
BEGIN SELECT RAISE (ABORT, 'an order never changes'); END;
CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
BEGIN SELECT RAISE (ABORT, 'a revision never changes'); END;
CREATE TRIGGER releases_are_only_cancelled BEFORE UPDATE ON releases
WHEN OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
  OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.revision <> OLD.revision OR NEW.at <> OLD.at
  OR NEW.scheduled <> OLD.scheduled OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at
  OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a release can only be cancelled'); END;
CREATE TRIGGER audit_is_never_edited BEFORE UPDATE ON audit
BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('releases',8);
INSERT INTO "sqlite_sequence" VALUES('audit',14);
COMMIT;
