PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1212304459;
PRAGMA user_version = 15;
BEGIN TRANSACTION;
CREATE TABLE audiences (
    name       TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 64 AND name NOT GLOB '*[^a-z0-9-]*'),
    title      TEXT NOT NULL CHECK (length(title) <= 200),
    -- The conditions, as in a block.
    conditions TEXT NOT NULL CHECK (json_valid(conditions) AND json_type(conditions) = 'object'),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    changed_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "audiences" VALUES('vips','','{"platforms":["ios"]}',1795999533388,'first start',1795999533388,'first start');
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
INSERT INTO "audit" VALUES(1,1795999532800,'homeblocks','program','page.import','done','mall',NULL,NULL,'{"revision":1}','');
INSERT INTO "audit" VALUES(2,1795999532828,'homeblocks','program','page.import','done','music',NULL,NULL,'{"revision":1}','');
INSERT INTO "audit" VALUES(3,1795999532847,'homeblocks','program','token.create','done',NULL,'jw2vrdhqrp6k',NULL,'{"createdAt":"2026-11-30T00:45:32.847Z","createdBy":"homeblocks","expiresAt":null,"id":"jw2vrdhqrp6k","lastUsedAt":null,"name":"first start","pages":{},"revokedAt":null,"role":"admin"}','');
INSERT INTO "audit" VALUES(4,1795999532899,'command line','local','token.create','done',NULL,'bvhykpi8nzc2',NULL,'{"createdAt":"2026-11-30T00:45:32.899Z","createdBy":"command line","expiresAt":"2090-01-01T00:00:00.000Z","id":"bvhykpi8nzc2","lastUsedAt":null,"name":"Old viewer","pages":{},"revokedAt":null,"role":"viewer"}','');
INSERT INTO "audit" VALUES(5,1795999532955,'command line','local','token.create','done',NULL,'z2d2k3x6ncuc',NULL,'{"createdAt":"2026-11-30T00:45:32.955Z","createdBy":"command line","expiresAt":null,"id":"z2d2k3x6ncuc","lastUsedAt":null,"name":"Old publisher","pages":{},"revokedAt":null,"role":"publisher"}','');
INSERT INTO "audit" VALUES(6,1795999533008,'command line','local','token.create','done',NULL,'zwes6dctv2s5',NULL,'{"createdAt":"2026-11-30T00:45:33.008Z","createdBy":"command line","expiresAt":null,"id":"zwes6dctv2s5","lastUsedAt":null,"name":"Old admin","pages":{},"revokedAt":null,"role":"admin"}','');
INSERT INTO "audit" VALUES(7,1795999533063,'command line','local','token.revoke','done',NULL,'zwes6dctv2s5','{"createdAt":"2026-11-30T00:45:33.008Z","createdBy":"command line","expiresAt":null,"id":"zwes6dctv2s5","lastUsedAt":null,"name":"Old admin","pages":{},"revokedAt":null,"role":"admin"}','{"createdAt":"2026-11-30T00:45:33.008Z","createdBy":"command line","expiresAt":null,"id":"zwes6dctv2s5","lastUsedAt":null,"name":"Old admin","pages":{},"revokedAt":"2026-11-30T00:45:33.063Z","role":"admin"}','');
INSERT INTO "audit" VALUES(8,1795999533076,'first start','jw2vrdhqrp6k','live.order','done','mall',NULL,'{"order":["marquee","beltAndRoad","wallet","otc","middleAd","bottomFloat"],"revision":1}','{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":2}','1ec935d58c27feb18c6b17c854bfbfef');
INSERT INTO "audit" VALUES(9,1795999533082,'first start','jw2vrdhqrp6k','live.order','done','mall',NULL,'{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":2}','{"order":["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"],"revision":3}','1ec935d58c27feb18c6b17c854bfbff0');
INSERT INTO "audit" VALUES(10,1795999533085,'first start','jw2vrdhqrp6k','live.order','done','mall',NULL,'{"order":["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"],"revision":3}','{"order":["marquee","wallet","otc","middleAd","beltAndRoad","bottomFloat"],"revision":4}','1ec935d58c27feb18c6b17c854bfbff1');
INSERT INTO "audit" VALUES(11,1795999533088,'first start','jw2vrdhqrp6k','live.order','done','music',NULL,'{"order":["HOMEPAGE_BANNER","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD","HOMEPAGE_VOICELIST_RCMD"],"revision":1}','{"order":["HOMEPAGE_BANNER","HOMEPAGE_VOICELIST_RCMD","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD"],"revision":2}','1ec935d58c27feb18c6b17c854bfbff2');
INSERT INTO "audit" VALUES(12,1795999533093,'unknown',NULL,'POST /sort','refused',NULL,NULL,NULL,'{"reason":"it is unknown"}','1ec935d58c27feb18c6b17c854bfbff4');
INSERT INTO "audit" VALUES(13,1795999533099,'first start','jw2vrdhqrp6k','page.import','done','mall',NULL,'{"revision":4}','{"revision":5}','1ec935d58c27feb18c6b17c854bfbff6');
INSERT INTO "audit" VALUES(14,1795999533106,'first start','jw2vrdhqrp6k','page.import','done','shelf',NULL,NULL,'{"revision":1}','1ec935d58c27feb18c6b17c854bfbff7');
INSERT INTO "audit" VALUES(15,1795999533111,'first start','jw2vrdhqrp6k','token.create','done',NULL,'pa6kqvrp8t9d',NULL,'{"createdAt":"2026-11-30T00:45:33.111Z","createdBy":"first start","expiresAt":"2090-01-01T00:00:00.000Z","id":"pa6kqvrp8t9d","lastUsedAt":null,"name":"Old editor","pages":{},"revokedAt":null,"role":"editor"}','1ec935d58c27feb18c6b17c854bfbff8');
INSERT INTO "audit" VALUES(16,1795999533302,'first start','jw2vrdhqrp6k','operator.create','done',NULL,'ecfmz6d9c98t',NULL,'{"createdAt":"2026-11-30T00:45:33.302Z","createdBy":"first start","groups":[],"id":"ecfmz6d9c98t","name":"Lin","pages":{},"revokedAt":null,"role":"publisher"}','1ec935d58c27feb18c6b17c854bfbff9');
INSERT INTO "audit" VALUES(17,1795999533307,'first start','jw2vrdhqrp6k','page.restore','done','mall','release 9','{"revision":5}','{"at":"2026-11-30T00:45:33.307Z","revision":6}','1ec935d58c27feb18c6b17c854bfbffa');
INSERT INTO "audit" VALUES(18,1795999533312,'first start','jw2vrdhqrp6k','live.block.change','done','mall','wallet','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":6}','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":7}','1ec935d58c27feb18c6b17c854bfbffb');
INSERT INTO "audit" VALUES(19,1795999533316,'first start','jw2vrdhqrp6k','live.block.change','done','mall','otc','{"block":{"audience":null,"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":7}','{"block":{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":8}','1ec935d58c27feb18c6b17c854bfbffc');
INSERT INTO "audit" VALUES(20,1795999533321,'first start','jw2vrdhqrp6k','live.block.change','done','mall','beltAndRoad','{"block":{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":8}','{"block":{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":{"en":{"uiElement":{"subTitle":{"title":"In English"}}}},"showType":"MALL_AD","until":"2090-01-01T00:00:00.000Z"},"revision":9}','1ec935d58c27feb18c6b17c854bfbffd');
INSERT INTO "audit" VALUES(21,1795999533327,'first start','jw2vrdhqrp6k','page.create','done','campaign',NULL,NULL,'{"revision":1}','1ec935d58c27feb18c6b17c854bfbffe');
INSERT INTO "audit" VALUES(22,1795999533334,'first start','jw2vrdhqrp6k','page.create','done','mistake',NULL,NULL,'{"revision":1}','1ec935d58c27feb18c6b17c854bfbfff');
INSERT INTO "audit" VALUES(23,1795999533340,'first start','jw2vrdhqrp6k','page.delete','done','mistake',NULL,'{"revision":1,"title":"Mistake"}',NULL,'1ec935d58c27feb18c6b17c854bfc000');
INSERT INTO "audit" VALUES(24,1795999533348,'first start','jw2vrdhqrp6k','live.order','done','campaign',NULL,'{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":1}','{"order":["middleAd","wallet","marquee","beltAndRoad","otc","bottomFloat"],"revision":2}','1ec935d58c27feb18c6b17c854bfc001');
INSERT INTO "audit" VALUES(25,1795999533351,'first start','jw2vrdhqrp6k','takeover.create','done','shelf','takeover 1',NULL,'{"cancelledAt":null,"cancelledBy":null,"changedAt":null,"changedBy":null,"createdAt":"2026-11-30T00:45:33.351Z","createdBy":"first start","etag":"\"0aef6581799a0b192451c05c594186bb\"","from":"2026-11-30T00:45:33.351Z","id":1,"message":"","page":"shelf","shows":"campaign","state":"active","until":"2090-01-01T00:00:00.000Z"}','1ec935d58c27feb18c6b17c854bfc002');
INSERT INTO "audit" VALUES(26,1795999533355,'first start','jw2vrdhqrp6k','takeover.create','done','mall','takeover 2',NULL,'{"cancelledAt":null,"cancelledBy":null,"changedAt":null,"changedBy":null,"createdAt":"2026-11-30T00:45:33.355Z","createdBy":"first start","etag":"\"1e3f9c877d335a4e15fb19804c60ba05\"","from":"2090-01-01T00:00:00.000Z","id":2,"message":"","page":"mall","shows":"campaign","state":"pending","until":"2091-01-01T00:00:00.000Z"}','1ec935d58c27feb18c6b17c854bfc003');
INSERT INTO "audit" VALUES(27,1795999533357,'first start','jw2vrdhqrp6k','takeover.create','done','mall','takeover 3',NULL,'{"cancelledAt":null,"cancelledBy":null,"changedAt":null,"changedBy":null,"createdAt":"2026-11-30T00:45:33.357Z","createdBy":"first start","etag":"\"208b86450af646820a607a8e1200a571\"","from":"2092-01-01T00:00:00.000Z","id":3,"message":"","page":"mall","shows":"shelf","state":"pending","until":"2093-01-01T00:00:00.000Z"}','1ec935d58c27feb18c6b17c854bfc004');
INSERT INTO "audit" VALUES(28,1795999533360,'first start','jw2vrdhqrp6k','takeover.cancel','done','mall','takeover 3',NULL,'{"cancelledAt":"2026-11-30T00:45:33.360Z","cancelledBy":"first start","changedAt":null,"changedBy":null,"createdAt":"2026-11-30T00:45:33.357Z","createdBy":"first start","etag":"\"5b4d61b2d8a2b983e17b5299211f38e5\"","from":"2092-01-01T00:00:00.000Z","id":3,"message":"","page":"mall","shows":"shelf","state":"cancelled","until":"2093-01-01T00:00:00.000Z"}','1ec935d58c27feb18c6b17c854bfc005');
INSERT INTO "audit" VALUES(29,1795999533363,'first start','jw2vrdhqrp6k','draft.block.change','done','mall','middleAd','{"block":{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":9}','{"block":{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":10}','1ec935d58c27feb18c6b17c854bfc006');
INSERT INTO "audit" VALUES(30,1795999533368,'first start','jw2vrdhqrp6k','draft.publish','done','mall','release 16','{"revision":9}','{"at":"2026-11-30T00:45:33.368Z","revision":11}','1ec935d58c27feb18c6b17c854bfc007');
INSERT INTO "audit" VALUES(31,1795999533372,'first start','jw2vrdhqrp6k','draft.block.change','done','mall','marquee','{"block":{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null},"revision":11}','{"block":{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null},"revision":12}','1ec935d58c27feb18c6b17c854bfc008');
INSERT INTO "audit" VALUES(32,1795999533376,'first start','jw2vrdhqrp6k','draft.publish','done','mall','release 17','{"revision":11}','{"at":"2090-01-01T00:00:00.000Z","revision":13}','1ec935d58c27feb18c6b17c854bfc009');
INSERT INTO "audit" VALUES(33,1795999533380,'first start','jw2vrdhqrp6k','draft.block.change','done','mall','wallet','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":11}','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":14}','1ec935d58c27feb18c6b17c854bfc00a');
INSERT INTO "audit" VALUES(34,1795999533384,'first start','jw2vrdhqrp6k','draft.block.change','done','music','HOMEPAGE_VOICELIST_RCMD','{"block":{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null},"revision":2}','{"block":{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null},"revision":3}','1ec935d58c27feb18c6b17c854bfc00b');
INSERT INTO "audit" VALUES(35,1795999533388,'first start','jw2vrdhqrp6k','audience.create','done',NULL,'vips',NULL,'{"audience":{"platforms":["ios"]},"title":""}','1ec935d58c27feb18c6b17c854bfc00c');
INSERT INTO "audit" VALUES(36,1795999533390,'first start','jw2vrdhqrp6k','live.block.change','done','mall','bottomFloat','{"block":{"audience":null,"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null},"revision":11}','{"block":{"audience":{"name":"vips","platforms":["ios"]},"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null},"revision":15}','1ec935d58c27feb18c6b17c854bfc00d');
INSERT INTO "audit" VALUES(37,1795999533399,'first start','jw2vrdhqrp6k','live.block.change','done','mall','otc','{"block":{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":15}','{"block":{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","cards":{"1501":{"audience":{"platforms":["web"]},"enabled":true,"from":null,"until":"2090-01-01T00:00:00.000Z"}},"content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":18}','1ec935d58c27feb18c6b17c854bfc00f');
INSERT INTO "audit" VALUES(38,1795999533406,'first start','jw2vrdhqrp6k','picture.create','done',NULL,'307785d0c575afd613b0db82ead7d537',NULL,'{"alt":"","bytes":73,"name":"color-1.png","tags":[],"type":"image/png"}','1ec935d58c27feb18c6b17c854bfc010');
INSERT INTO "audit" VALUES(39,1795999533410,'first start','jw2vrdhqrp6k','picture.create','done',NULL,'9567a276ffdb18bac6a08fa34bcd8566',NULL,'{"alt":"","bytes":73,"name":"color-2.png","tags":[],"type":"image/png"}','1ec935d58c27feb18c6b17c854bfc011');
INSERT INTO "audit" VALUES(40,1795999533412,'first start','jw2vrdhqrp6k','live.block.create','done','mall','lamps','{"block":null,"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":18}','{"block":{"audience":null,"blockCode":"lamps","content":{"extInfo":{"list":[{"id":7,"imageUrl":"/pictures/9567a276ffdb18bac6a08fa34bcd8566.png","title":"Lamp","url":"https://shop.example"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"order":["wallet","marquee","beltAndRoad","otc","middleAd","lamps","bottomFloat"],"revision":21}','1ec935d58c27feb18c6b17c854bfc012');
INSERT INTO "audit" VALUES(41,1795999533417,'first start','jw2vrdhqrp6k','link.create','done','mall','link 1',NULL,'{"at":null,"client":null,"label":"Old link","release":null,"revision":null,"until":"2026-12-07T00:45:33.417Z"}','1ec935d58c27feb18c6b17c854bfc013');
INSERT INTO "audit" VALUES(42,1795999533420,'first start','jw2vrdhqrp6k','link.create','done','music','link 2',NULL,'{"at":null,"client":null,"label":"","release":null,"revision":null,"until":"2026-12-07T00:45:33.420Z"}','1ec935d58c27feb18c6b17c854bfc014');
INSERT INTO "audit" VALUES(43,1795999533423,'first start','jw2vrdhqrp6k','link.revoke','done','music','link 2',NULL,'{"at":null,"client":null,"label":"","release":null,"revision":null,"until":"2026-12-07T00:45:33.420Z"}','1ec935d58c27feb18c6b17c854bfc015');
INSERT INTO "audit" VALUES(44,1795999533427,'first start','jw2vrdhqrp6k','group.create','done',NULL,'uzycqvnszv8x',NULL,'{"id":"uzycqvnszv8x","name":"Campaigns","pages":{"campaign":"publisher"},"role":"none"}','1ec935d58c27feb18c6b17c854bfc016');
INSERT INTO "audit" VALUES(45,1795999533617,'first start','jw2vrdhqrp6k','operator.create','done',NULL,'fwm4g6hceyfm',NULL,'{"createdAt":"2026-11-30T00:45:33.617Z","createdBy":"first start","groups":[{"id":"uzycqvnszv8x","name":"Campaigns","pages":{"campaign":"publisher"},"role":"none"}],"id":"fwm4g6hceyfm","name":"Mei","pages":{"mall":"editor"},"revokedAt":null,"role":"none"}','1ec935d58c27feb18c6b17c854bfc017');
CREATE VIRTUAL TABLE block_grams USING fts5 (grams, tokenize = 'ascii', detail = 'none', columnsize = 0);
INSERT INTO block_grams (rowid, grams) VALUES (1, '2c 2cx6ee1 2d 2dx66 2e 2ex73 2f 2fx2f 2fx31 2fx61 2fx68 2fx6d 2fx6e 2fx74 30 30x30 30x31 30x32 30x37 30x38 31 31x30 31x37 31x39 32 32x30 32x32 32x33 33 33x30 33x3a 34 34x30 37 37x32 37x38 38 38x30 38x32 38x33 38x38 39 39x39 3a 3ax2f 3ax33 4eca 4ecax65e5 51cf 573a 573ax2c 591c 591cx95f4 5ef6 5ef6x957f 5f00 5f00x573a 61 61x2d 61x69 61x6c 61x72 61x73 61x74 62 62x6c 63 63x65 63x6b 64 64x65 65 65b0 65e5 65e5x5f00 65x2f 65x61 65x62 65x65 65x6c 65x6e 65x72 65x74 66 6625 6625x8336 66x61 67 68 68x6f 69 69x63 69x6c 69x6e 69x72 69x73 69x76 6b 6bx73 6c 6cx2f 6cx61 6cx69 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ee1 6ex2e 6ex67 6ex6f 6ex74 6f 6fx63 6fx6d 6fx70 6fx72 6fx74 70 70x65 70x72 71 71x75 72 72x69 72x6e 72x71 72x79 73 73x2f 73x3a 73x65 73x70 73x73 73x76 74 74x65 74x69 74x73 75 75x65 75x6e 76 76x65 76x67 79 81f3 8282 8282x4eca 8336 8336x8282 9001 9001x5ef6 914d 914dx9001 957f 957fx81f3 95f4 95f4x914d');
INSERT INTO block_grams (rowid, grams) VALUES (2, '23 23x66 2d 2dx70 2dx73 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx68 2fx6d 2fx73 2fx7a 30 3001 3001x9999 30x31 30x32 31 31x30 31x31 32 33 33x36 36 36x62 38 38x62 39 39x61 3a 3ax2f 4e0e 4e0ex624b 4e1d 4e1dx8def 597d 597dx7269 5c0f 5c0fx5e97 5de5 5de5x6bef 5e72 5e72x679c 5e97 61 61x38 61x64 61x6c 61x6e 61x72 61x73 61x76 62 624b 624bx5de5 62x33 62x64 62x65 62x6c 63 63x61 63x6b 63x74 64 64x2d 64x72 64x73 65 6599 6599x4e0e 65x2e 65x2f 65x62 65x63 65x64 65x6c 65x74 66 66x39 66x62 66x66 66x69 67 679c 679cx3001 68 68x61 68x6f 69 69x63 69x6c 69x6e 69x70 6b 6bef 6bx2d 6bx65 6bx73 6c 6cx2f 6cx65 6cx6b 6cx6c 6cx6f 6cx74 6d 6dx61 6dx65 6e 6ex64 6ex65 6f 6fx61 6fx63 6fx6d 6fx6e 6fx70 70 70x2e 70x69 70x73 72 7269 72x61 72x69 72x6f 73 73x2f 73x3a 73x65 73x68 73x69 73x73 73x74 73x76 74 74x2d 74x61 74x72 74x73 76 76f4 76f4x91c7 76x61 76x67 7a 7ax6f 7cbe 7cbex9009 8def 8defx597d 9009 9009x5c0f 91c7 9999 9999x6599');
INSERT INTO block_grams (rowid, grams) VALUES (3, '2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx6d 2fx72 2fx76 30 30x31 30x32 31 31x34 32 33 34 34x30 3a 3ax2f 4f18 4f18x60e0 503c 5145 5145x503c 5238 5305 60e0 60e0x5238 61 61x6c 61x72 61x73 62 6211 6211x7684 624b 624bx673a 62x6c 63 63x68 63x6b 63x6f 65 65x2e 65x62 65x63 65x72 65x74 67 673a 673ax5145 67x65 68 68x61 68x65 68x6f 6b 6bx73 6c 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex73 6f 6fx63 6fx6d 6fx6e 6fx70 6fx75 70 70x6f 72 72x65 72x67 72x73 73 73x2e 73x2f 73x3a 73x65 73x73 73x76 74 74x6f 74x73 75 75x63 75x70 76 7684 7684x94b1 76x67 76x6f 77 77x61 94b1 94b1x5305');
INSERT INTO block_grams (rowid, grams) VALUES (4, '23 23x38 2d 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx6d 2fx6f 2fx70 30 30x31 30x63 31 31x35 32 32x34 34 35 35x30 36 38 38x66 3a 3ax2f 4e0a 4e0ax95e8 5728 5728x7ebf 5bb6 5bb6x5ead 5c0f 5c0fx65f6 5e08 5ead 5eadx836f 61 61x63 61x6c 61x72 61x73 62 62x6c 63 63x36 63x6b 63x79 65 65f6 65x2e 65x30 65x62 65x74 66 66x65 67 68 68x61 68x6f 6b 6bx73 6c 6cx2f 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex65 6f 6fx63 6fx6d 6fx6e 6fx74 70 70x68 72 72x6d 73 73x2f 73x3a 73x65 73x73 73x76 74 74x63 74x73 76 76x67 79 79x2d 7a 7ax6f 7bb1 7ebf 7ebfx836f 836f 836fx4e0a 836fx5e08 836fx7bb1 9001 9001x836f 95e8');
INSERT INTO block_grams (rowid, grams) VALUES (5, '23 23x36 23x61 2d 2dx66 2e 2ex39 2ex73 2f 2fx2f 2fx61 2fx63 2fx65 2fx6d 2fx74 30 30x30 30x31 30x32 31 32 32x30 33 33x64 35 35x38 36 36x61 38 38x39 38x64 38x66 39 39x2e 3a 3ax2f 4e0e 4e0ex5c71 4e95 4e95x4e0e 51cf 524d 524dx9f99 52a0 52a0x573a 573a 5c71 5c71x91ce 61 61x2d 61x33 61x38 61x64 61x69 61x6c 61x72 61x73 62 62x6c 63 63x61 63x6b 63x6e 63x6f 64 64x35 64x38 64x64 64x6c 65 65x61 65x62 65x6e 65x74 66 660e 660ex524d 6625 6625x8336 66x61 67 68 68x6f 69 69x64 69x6e 69x72 69x76 6b 6b22 6b22x52a0 6bx73 6c 6cx2e 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6dx69 6e 6ee1 6ee1x51cf 6ex63 6ex67 6ex69 6ex79 6f 6fx63 6fx6d 6fx72 70 70x72 72 72c2 72c2x6b22 72x2e 72x65 72x69 72x6e 73 73x2f 73x3a 73x65 73x70 73x73 73x76 74 74x65 74x73 76 767d 767dx8336 76x61 76x67 79 8282 8336 8336x8282 91ce 91cex767d 9f99 9f99x4e95');
INSERT INTO block_grams (rowid, grams) VALUES (6, '2d 2dx79 2e 2ex73 2f 2fx2f 2fx61 2fx64 2fx66 2fx6d 2fx6e 2fx73 2fx76 30 30x31 30x32 30x33 30x34 31 32 32x30 32x32 33 34 3a 3ax2f 4ef7 4f4e 4f4ex4ef7 4f60 4f60x559c 54c1 559c 559cx6b22 597d 597dx5e97 5e97 61 61x6c 61x73 61x74 62 62x6c 62x6f 63 63x68 63x6b 64 64x2f 64x65 65 65b0 65b0x54c1 65x61 65x62 65x64 65x65 65x72 65x74 65x77 66 66x65 66x6c 66x6f 67 68 68x65 68x6f 69 69x6e 6b 6b22 6bx73 6c 6cx2f 6cx6c 6cx6f 6cx73 6d 6dx61 6dx65 6dx66 6e 6ex65 6f 6fx61 6fx63 6fx6d 6fx70 6fx72 6fx74 6fx75 70 70x73 72 72x2d 72x73 73 731c 731cx4f60 73x2e 73x2f 73x3a 73x65 73x68 73x73 73x76 74 74x6f 74x73 74x74 75 75x63 76 76x67 76x6f 77 79 79x6f');
INSERT INTO block_grams (rowid, grams) VALUES (7, '2d 2dx72 2dx74 2e 2ex31 2ex32 2ex62 2ex6d 2ex73 2f 2fx61 2fx62 2fx6d 2fx73 30 30x30 30x33 30x34 30x37 30x39 31 31x2e 31x30 31x37 31x39 32 32x2e 32x35 32x39 33 33x30 33x35 34 34x30 34x31 34x37 35 35x34 36 37 37x31 37x34 37x38 38 38x30 39 39x30 39x32 39x33 39x36 39x39 53d1 53f0 5f 5fx62 61 61x64 61x67 61x6e 61x72 61x73 62 62x61 62x6c 64 64x65 64x69 64x6e 65 65b0 65b0x6b4c 65x2e 65x5f 65x64 65x70 65x72 65x74 67 67x65 67x68 68 68x6f 68x74 69 69x64 69x67 69x6f 6b4c 6b4cx9996 6c 6cx75 6d 6dx65 6dx69 6dx6d 6e 6ex65 6ex69 6ex6e 6f 6fx2e 6fx6d 70 70x61 72 72x2d 72x2e 72x61 72x65 72x73 72x74 73 73x2f 73x65 73x73 73x74 73x75 73x76 74 74x2d 74x61 74x65 74x69 74x73 75 7535 7535x53f0 75x65 75x6d 76 76x67 9996 9996x53d1');
INSERT INTO block_grams (rowid, grams) VALUES (8, '2d 2dx31 2dx32 2dx36 2dx77 2e 2ex73 2f 2fx2f 2fx61 2fx64 2fx69 2fx70 2fx72 2fx73 30 31 32 36 3a 3ax2f 4eca 4ecax65e5 5355 5355x5e7f 53f0 573a 5e7f 5e7fx573a 5f 5fx62 5fx64 5fx6f 61 61x64 61x67 61x69 61x6c 61x72 61x73 61x75 61x76 61x79 62 62x61 62x6c 63 63x6b 63x6f 64 64x5f 64x61 64x65 64x69 64x72 65 65e5 65e5x7cbe 65x2e 65x5f 65x66 65x70 65x72 65x74 65x75 66 66x61 67 67x65 67x6f 68 68x65 68x6f 69 69x63 69x6c 69x6f 69x73 6b 6b4c 6b4cx5355 6bx5f 6c 6cx61 6cx64 6cx69 6cx6c 6cx6f 6cx74 6cx79 6d 6dx65 6e 6e38 6e38x7535 6ex5f 6ex73 6f 6f2b 6f2bx6e38 6fx2d 6fx63 6fx6c 6fx6d 6fx6e 6fx72 70 70x61 70x68 70x6c 72 72x2f 72x61 72x70 72x74 73 73x2f 73x3a 73x65 73x73 73x74 73x76 74 74x2e 74x61 74x65 74x73 75 7535 7535x53f0 75x6c 75x73 76 76x65 76x67 77 77x61 79 79x2e 79x6c 7cbe 7cbex9009 9009');
INSERT INTO block_grams (rowid, grams) VALUES (9, '26 26x66 2d 2dx77 2dx79 2e 2ex73 2f 2fx2f 2fx37 2fx61 2fx63 2fx68 2fx70 2fx73 30 30x26 30x30 30x31 30x37 31 31x30 31x32 31x33 31x35 31x39 32 32x31 32x38 33 33x32 33x38 34 34x35 35 35x30 35x32 35x38 37 37x31 37x37 37x39 38 38x33 38x34 38x3f 39 39x31 39x3f 3a 3ax2f 3d 3dx30 3dx66 3f 3fx61 3fx74 4e00 4e00x534a 4e3a 4e3ax4f60 4f60 4f60x4e00 4f60x6311 508d 508dx665a 516d 516dx70b9 5206 5206x4f60 534a 591a 5f 5fx62 5fx70 5fx72 61 6108 61x62 61x64 61x67 61x70 61x72 61x73 61x75 61x76 61x79 62 628a 628ax8033 62x3d 62x6c 62x79 63 6311 6311x9009 63x69 63x6b 63x6d 63x6f 64 64x65 64x70 65 65x5f 65x61 65x66 65x70 65x72 65x73 65x74 65x75 66 665a 665ax516d 66f4 66f4x591a 66x61 66x6f 66x72 67 673a 673ax5206 67x65 67x73 68 68x65 68x6f 69 69x73 69x74 6b 6bx5f 6c 6c11 6c11x8c23 6cbb 6cbbx6108 6cx61 6cx69 6cx6f 6cx74 6d 6d41 6d41x884c 6d77 6d77x8fb9 6d77x98ce 6dx3d 6dx64 6dx65 6e 6ex65 6ex67 6f 6fx63 6fx6d 6fx6e 6fx70 6fx72 6fx75 6fx76 70 70b9 70b9x7684 70x61 70x65 70x68 70x6c 70x6f 72 72x2d 72x2f 72x63 72x6f 72x70 72x73 72x74 73 73x2e 73x2f 73x3a 73x3f 73x65 73x6f 73x73 73x74 73x76 74 74x2f 74x5f 74x61 74x65 74x68 74x6f 74x73 74x79 75 75x6c 75x73 75x74 76 7684 7684x6d77 76x65 76x67 77 77x61 79 79x3d 79x6c 79x6f 7c 8033 8033x673a 884c 8c23 8fb9 9009 98ce 9996');
INSERT INTO block_grams (rowid, grams) VALUES (10, '22 22x2c 22x3a 22x61 22x72 22x73 2c 2cx22 2d 2dx6c 2e 2ex73 2f 2fx2f 2fx39 2fx61 2fx63 2fx64 2fx6d 2fx73 2fx76 30 30x30 30x31 30x34 30x37 31 31x30 31x32 31x37 31x7d 32 32x30 32x38 32x7d 33 33x30 33x31 33x33 34 34x30 37 37x37 38 38x34 38x38 39 39x33 3a 3ax22 3ax2f 3ax31 3ax32 4e2a 4e2ax6545 4e8b 4eba 4ebax65e5 542c 542cx4e2a 56fe 5730 5730x56fe 57ce 57cex5e02 5854 5854x770b 58f0 58f0x97f3 591a 5b88 5b88x4eba 5e02 5e02x89d2 5f 5fx72 5fx76 61 61x64 61x67 61x6b 61x6c 61x6e 61x72 61x73 61x75 63 63x65 63x6d 63x6f 64 64x65 64x69 64x6a 65 6545 6545x4e8b 65e5 65e5x8bb0 65x2e 65x5f 65x66 65x6c 65x70 65x72 65x73 65x74 65x75 66 66f4 66f4x591a 66x61 67 67x22 67x65 68 68x65 68x6f 69 69x63 69x65 69x6e 69x6f 69x73 6a 6ax72 6b 6bx22 6bx65 6c 6cx61 6cx67 6cx69 6cx74 6d 6dx64 6dx65 6dx6f 6e 6ex2d 6ex65 6ex6b 6f 6fx2d 6fx2f 6fx69 6fx6d 6fx6e 6fx6f 6fx72 6fx76 70 706f 706fx5854 70x61 70x68 72 72x22 72x2f 72x61 72x63 72x69 72x6f 72x70 72x73 72x74 73 73x2e 73x2f 73x3a 73x65 73x73 73x74 73x76 74 74x5f 74x61 74x65 74x6f 74x72 74x73 75 75x6c 75x73 76 7684 7684x58f0 76x65 76x67 76x6f 770b 770bx5b88 7b 7bx22 7d 843d 843dx7684 89d2 89d2x843d 8bb0 97f3 97f3x5730');
INSERT INTO block_grams (rowid, grams) VALUES (11, '2d 2dx66 2e 2ex73 2f 2fx2f 2fx31 2fx61 2fx68 2fx6d 2fx6e 2fx74 30 30x30 30x31 30x32 30x37 30x38 31 31x30 31x37 32 32x30 32x32 32x33 33 33x30 33x3a 37 37x32 37x38 38 38x30 38x32 38x33 38x38 3a 3ax2f 3ax33 591c 591cx95f4 5ef6 5ef6x957f 61 61x2d 61x64 61x69 61x6c 61x72 61x73 61x74 62 62x65 62x6c 63 63x65 63x6b 64 64x65 65 65b0 65x2f 65x61 65x62 65x64 65x65 65x66 65x6c 65x72 65x74 66 66x61 66x6f 67 67x72 68 68x65 68x6f 69 69x63 69x6c 69x6d 69x72 69x76 6b 6bx73 6c 6cx2f 6cx61 6cx69 6cx6c 6cx6f 6d 6dx61 6dx65 6dx70 6e 6ex2e 6ex6f 6ex74 6f 6fx63 6fx6d 6fx72 6fx74 70 70x67 70x6f 71 71x75 72 72x61 72x65 72x6e 72x71 72x74 72x79 73 73x2f 73x3a 73x65 73x73 73x76 74 74x65 74x68 74x69 74x73 75 75x65 75x6e 75x70 76 76x65 76x67 79 81f3 9001 9001x5ef6 914d 914dx9001 957f 957fx81f3 95f4 95f4x914d');
INSERT INTO block_grams (rowid, grams) VALUES (12, '2d 2dx66 2e 2ex73 2f 2fx2f 2fx31 2fx61 2fx68 2fx6d 2fx6e 2fx74 30 30x30 30x31 30x32 30x37 30x38 31 31x30 31x37 32 32x30 32x32 32x33 33 33x30 33x3a 37 37x32 37x38 38 38x30 38x32 38x33 38x38 3a 3ax2f 3ax33 591c 591cx95f4 5ef6 5ef6x957f 61 61x2d 61x64 61x69 61x6c 61x72 61x73 61x74 62 62x65 62x6c 63 63x65 63x6b 64 64x65 65 65b0 65x2f 65x61 65x62 65x64 65x65 65x66 65x6c 65x72 65x74 66 66x61 66x6f 67 67x72 68 68x65 68x6f 69 69x63 69x6c 69x6d 69x72 69x76 6b 6bx73 6c 6cx2f 6cx61 6cx69 6cx6c 6cx6f 6d 6dx61 6dx65 6dx70 6e 6ex2e 6ex6f 6ex74 6f 6fx63 6fx6d 6fx72 6fx74 70 70x67 70x6f 71 71x75 72 72x61 72x65 72x6e 72x71 72x74 72x79 73 73x2f 73x3a 73x65 73x73 73x76 74 74x65 74x68 74x69 74x73 75 75x65 75x6e 75x70 76 76x65 76x67 79 81f3 9001 9001x5ef6 914d 914dx9001 957f 957fx81f3 95f4 95f4x914d');
INSERT INTO block_grams (rowid, grams) VALUES (13, '2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx6d 2fx72 2fx76 30 30x31 30x32 31 31x34 32 33 34 34x30 3a 3ax2f 4f18 4f18x60e0 503c 5145 5145x503c 5238 5305 60e0 60e0x5238 61 61x6c 61x72 61x73 62 6211 6211x7684 624b 624bx673a 62x6c 63 63x68 63x6b 63x6f 65 65x2e 65x62 65x63 65x72 65x74 67 673a 673ax5145 67x65 68 68x61 68x65 68x6f 6b 6bx73 6c 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex73 6f 6fx63 6fx6d 6fx6e 6fx70 6fx75 70 70x6f 72 72x65 72x67 72x73 73 73x2e 73x2f 73x3a 73x65 73x73 73x76 74 74x6f 74x73 75 75x63 75x70 76 7684 7684x94b1 76x67 76x6f 77 77x61 94b1 94b1x5305');
INSERT INTO block_grams (rowid, grams) VALUES (14, '23 23x38 2d 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx6d 2fx6f 2fx70 30 30x31 30x63 31 31x35 32 32x34 34 35 35x30 36 38 38x66 3a 3ax2f 4e0a 4e0ax95e8 5728 5728x7ebf 5bb6 5bb6x5ead 5c0f 5c0fx65f6 5e08 5ead 5eadx836f 61 61x63 61x6c 61x72 61x73 62 62x6c 63 63x36 63x6b 63x79 65 65f6 65x2e 65x30 65x62 65x74 66 66x65 67 68 68x61 68x6f 6b 6bx73 6c 6cx2f 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex65 6f 6fx63 6fx6d 6fx6e 6fx74 70 70x68 72 72x6d 73 73x2f 73x3a 73x65 73x73 73x76 74 74x63 74x73 76 76x67 79 79x2d 7a 7ax6f 7bb1 7ebf 7ebfx836f 836f 836fx4e0a 836fx5e08 836fx7bb1 9001 9001x836f 95e8');
INSERT INTO block_grams (rowid, grams) VALUES (15, '2c 2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx6d 2fx72 2fx76 30 30x31 30x32 31 31x34 32 33 34 34x30 3a 3ax2f 4f18 4f18x60e0 503c 5145 5145x503c 5238 60e0 60e0x5238 61 61x6c 61x72 61x73 62 624b 624bx673a 62x6c 63 63x68 63x6b 63x6f 64 64x69 65 65x2e 65x62 65x63 65x64 65x72 65x74 67 673a 673ax5145 67x65 68 68x61 68x65 68x6f 69 69x74 6b 6bx73 6c 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex73 6f 6fx63 6fx6d 6fx6e 6fx70 6fx75 70 70x6f 72 72x65 72x67 72x73 73 73x2e 73x2f 73x3a 73x65 73x73 73x76 74 74x2c 74x65 74x6f 74x73 75 75x63 75x70 76 76x67 76x6f 77 77x61');
INSERT INTO block_grams (rowid, grams) VALUES (16, '23 23x38 2d 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx6d 2fx6f 2fx70 30 30x31 30x63 31 31x35 32 32x34 34 35 35x30 36 38 38x66 3a 3ax2f 4e0a 4e0ax95e8 5728 5728x7ebf 5bb6 5bb6x5ead 5c0f 5c0fx65f6 5e08 5ead 5eadx836f 61 61x63 61x6c 61x72 61x73 62 62x6c 63 63x36 63x6b 63x79 65 65f6 65x2e 65x30 65x62 65x74 66 66x65 67 68 68x61 68x6f 6b 6bx73 6c 6cx2f 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex65 6f 6fx63 6fx6d 6fx6e 6fx74 70 70x68 72 72x6d 73 73x2f 73x3a 73x65 73x73 73x76 74 74x63 74x73 76 76x67 79 79x2d 7a 7ax6f 7bb1 7ebf 7ebfx836f 836f 836fx4e0a 836fx5e08 836fx7bb1 9001 9001x836f 95e8');
INSERT INTO block_grams (rowid, grams) VALUES (17, '23 23x66 2d 2dx70 2dx73 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx68 2fx6d 2fx73 2fx7a 30 3001 3001x9999 30x31 30x32 31 31x30 31x31 32 33 33x36 36 36x62 38 38x62 39 39x61 3a 3ax2f 4e0e 4e0ex624b 4e1d 4e1dx8def 597d 597dx7269 5c0f 5c0fx5e97 5de5 5de5x6bef 5e72 5e72x679c 5e97 61 61x38 61x64 61x6c 61x6e 61x72 61x73 61x76 62 624b 624bx5de5 62x33 62x64 62x65 62x6c 63 63x61 63x6b 63x74 64 64x2d 64x72 64x73 65 6599 6599x4e0e 65x2e 65x2f 65x62 65x63 65x64 65x6c 65x6e 65x74 66 66x39 66x62 66x66 66x69 67 679c 679cx3001 67x6c 68 68x61 68x6f 69 69x63 69x6c 69x6e 69x70 69x73 6b 6bef 6bx2d 6bx65 6bx73 6c 6cx2f 6cx65 6cx69 6cx6b 6cx6c 6cx6f 6cx74 6d 6dx61 6dx65 6e 6ex64 6ex65 6ex67 6f 6fx61 6fx63 6fx6d 6fx6e 6fx70 70 70x2e 70x69 70x73 72 7269 72x61 72x69 72x6f 73 73x2f 73x3a 73x65 73x68 73x69 73x73 73x74 73x76 74 74x2d 74x61 74x72 74x73 76 76f4 76f4x91c7 76x61 76x67 7a 7ax6f 7cbe 7cbex9009 8def 8defx597d 9009 9009x5c0f 91c7 9999 9999x6599');
INSERT INTO block_grams (rowid, grams) VALUES (18, '2c 2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx6d 2fx72 2fx76 30 30x31 30x32 31 31x34 32 33 34 34x30 3a 3ax2f 4f18 4f18x60e0 503c 5145 5145x503c 5238 60e0 60e0x5238 61 61x6c 61x72 61x73 62 624b 624bx673a 62x6c 63 63x68 63x6b 63x6f 64 64x69 65 65x2e 65x62 65x63 65x64 65x72 65x74 67 673a 673ax5145 67x65 68 68x61 68x65 68x6f 69 69x74 6b 6bx73 6c 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex73 6f 6fx63 6fx6d 6fx6e 6fx70 6fx75 70 70x6f 72 72x65 72x67 72x73 73 73x2e 73x2f 73x3a 73x65 73x73 73x76 74 74x2c 74x65 74x6f 74x73 75 75x63 75x70 76 76x67 76x6f 77 77x61');
INSERT INTO block_grams (rowid, grams) VALUES (19, '2c 2cx6ee1 2d 2dx66 2e 2ex73 2f 2fx2f 2fx31 2fx61 2fx68 2fx6d 2fx6e 2fx74 30 30x30 30x31 30x32 30x37 30x38 31 31x30 31x37 31x39 32 32x30 32x32 32x33 33 33x30 33x3a 34 34x30 37 37x32 37x38 38 38x30 38x32 38x33 38x38 39 39x39 3a 3ax2f 3ax33 4eca 4ecax65e5 51cf 573a 573ax2c 591c 591cx95f4 5ef6 5ef6x957f 5f00 5f00x573a 61 61x2d 61x69 61x6c 61x72 61x73 61x74 62 62x6c 63 63x65 63x6b 64 64x65 65 65b0 65e5 65e5x5f00 65x2f 65x61 65x62 65x65 65x6c 65x6e 65x72 65x74 66 6625 6625x8336 66x61 67 68 68x6f 69 69x63 69x6c 69x6e 69x72 69x73 69x76 6b 6bx73 6c 6cx2f 6cx61 6cx69 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ee1 6ex2e 6ex67 6ex6f 6ex74 6f 6fx63 6fx6d 6fx70 6fx72 6fx74 70 70x65 70x72 71 71x75 72 72x69 72x6e 72x71 72x79 73 73x2f 73x3a 73x65 73x70 73x73 73x76 74 74x65 74x69 74x73 75 75x65 75x6e 76 76x65 76x67 79 81f3 8282 8282x4eca 8336 8336x8282 9001 9001x5ef6 914d 914dx9001 957f 957fx81f3 95f4 95f4x914d');
INSERT INTO block_grams (rowid, grams) VALUES (20, '23 23x66 2d 2dx70 2dx73 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx68 2fx6d 2fx73 2fx7a 30 3001 3001x9999 30x31 30x32 31 31x30 31x31 32 33 33x36 36 36x62 38 38x62 39 39x61 3a 3ax2f 4e0e 4e0ex624b 4e1d 4e1dx8def 597d 597dx7269 5c0f 5c0fx5e97 5de5 5de5x6bef 5e72 5e72x679c 5e97 61 61x38 61x64 61x6c 61x6e 61x72 61x73 61x76 62 624b 624bx5de5 62x33 62x64 62x65 62x6c 63 63x61 63x6b 63x74 64 64x2d 64x72 64x73 65 6599 6599x4e0e 65x2e 65x2f 65x62 65x63 65x64 65x6c 65x6e 65x74 66 66x39 66x62 66x66 66x69 67 679c 679cx3001 67x6c 68 68x61 68x6f 69 69x63 69x6c 69x6e 69x70 69x73 6b 6bef 6bx2d 6bx65 6bx73 6c 6cx2f 6cx65 6cx69 6cx6b 6cx6c 6cx6f 6cx74 6d 6dx61 6dx65 6e 6ex64 6ex65 6ex67 6f 6fx61 6fx63 6fx6d 6fx6e 6fx70 70 70x2e 70x69 70x73 72 7269 72x61 72x69 72x6f 73 73x2f 73x3a 73x65 73x68 73x69 73x73 73x74 73x76 74 74x2d 74x61 74x72 74x73 76 76f4 76f4x91c7 76x61 76x67 7a 7ax6f 7cbe 7cbex9009 8def 8defx597d 9009 9009x5c0f 91c7 9999 9999x6599');
INSERT INTO block_grams (rowid, grams) VALUES (21, '23 23x38 2d 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx6d 2fx6f 2fx70 30 30x31 30x63 31 31x35 32 32x34 34 35 35x30 36 38 38x66 3a 3ax2f 4e0a 4e0ax95e8 5728 5728x7ebf 5bb6 5bb6x5ead 5c0f 5c0fx65f6 5e08 5ead 5eadx836f 61 61x63 61x6c 61x72 61x73 62 62x6c 63 63x36 63x6b 63x79 65 65f6 65x2e 65x30 65x62 65x74 66 66x65 67 68 68x61 68x6f 6b 6bx73 6c 6cx2f 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex65 6f 6fx63 6fx6d 6fx6e 6fx74 70 70x68 72 72x6d 73 73x2f 73x3a 73x65 73x73 73x76 74 74x63 74x73 76 76x67 79 79x2d 7a 7ax6f 7bb1 7ebf 7ebfx836f 836f 836fx4e0a 836fx5e08 836fx7bb1 9001 9001x836f 95e8');
INSERT INTO block_grams (rowid, grams) VALUES (22, '23 23x36 23x61 2d 2dx66 2e 2ex39 2ex73 2f 2fx2f 2fx61 2fx63 2fx65 2fx6d 2fx74 30 30x30 30x31 30x32 31 32 32x30 33 33x64 35 35x38 36 36x61 38 38x39 38x64 38x66 39 39x2e 3a 3ax2f 4e0e 4e0ex5c71 4e95 4e95x4e0e 51cf 524d 524dx9f99 52a0 52a0x573a 573a 5c71 5c71x91ce 61 61x2d 61x33 61x38 61x64 61x69 61x6c 61x72 61x73 62 62x6c 63 63x61 63x6b 63x6e 63x6f 64 64x35 64x38 64x64 64x6c 65 65x61 65x62 65x6e 65x74 66 660e 660ex524d 6625 6625x8336 66x61 67 68 68x6f 69 69x64 69x6e 69x72 69x76 6b 6b22 6b22x52a0 6bx73 6c 6cx2e 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6dx69 6e 6ee1 6ee1x51cf 6ex63 6ex67 6ex69 6ex79 6f 6fx63 6fx6d 6fx72 70 70x72 72 72c2 72c2x6b22 72x2e 72x65 72x69 72x6e 73 73x2f 73x3a 73x65 73x70 73x73 73x76 74 74x65 74x73 76 767d 767dx8336 76x61 76x67 79 8282 8336 8336x8282 91ce 91cex767d 9f99 9f99x4e95');
INSERT INTO block_grams (rowid, grams) VALUES (23, '2d 2dx79 2e 2ex73 2f 2fx2f 2fx61 2fx64 2fx66 2fx6d 2fx6e 2fx73 2fx76 30 30x31 30x32 30x33 30x34 31 32 32x30 32x32 33 34 3a 3ax2f 4ef7 4f4e 4f4ex4ef7 4f60 4f60x559c 54c1 559c 559cx6b22 597d 597dx5e97 5e97 61 61x6c 61x73 61x74 62 62x6c 62x6f 63 63x68 63x6b 64 64x2f 64x65 65 65b0 65b0x54c1 65x61 65x62 65x64 65x65 65x72 65x74 65x77 66 66x65 66x6c 66x6f 67 68 68x65 68x6f 69 69x6e 6b 6b22 6bx73 6c 6cx2f 6cx6c 6cx6f 6cx73 6d 6dx61 6dx65 6dx66 6e 6ex65 6f 6fx61 6fx63 6fx6d 6fx70 6fx72 6fx74 6fx75 70 70x73 72 72x2d 72x73 73 731c 731cx4f60 73x2e 73x2f 73x3a 73x65 73x68 73x73 73x76 74 74x6f 74x73 74x74 75 75x63 76 76x67 76x6f 77 79 79x6f');
INSERT INTO block_grams (rowid, grams) VALUES (30, '23 23x36 23x61 2d 2dx66 2e 2ex39 2ex73 2f 2fx2f 2fx61 2fx63 2fx65 2fx6d 2fx74 30 30x30 30x31 30x32 31 32 32x30 33 33x64 35 35x38 36 36x61 38 38x39 38x64 38x66 39 39x2e 3a 3ax2f 4e0e 4e0ex5c71 4e95 4e95x4e0e 51cf 524d 524dx9f99 52a0 52a0x573a 573a 5c71 5c71x91ce 61 61x2d 61x33 61x38 61x64 61x69 61x6c 61x72 61x73 62 62x6c 63 63x61 63x6b 63x6e 63x6f 64 64x35 64x38 64x64 64x6c 65 65x61 65x62 65x6e 65x74 66 660e 660ex524d 6625 6625x8336 66x61 67 68 68x6f 69 69x64 69x6e 69x72 69x76 6b 6b22 6b22x52a0 6bx73 6c 6cx2e 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6dx69 6e 6ee1 6ee1x51cf 6ex63 6ex67 6ex69 6ex79 6f 6fx63 6fx6d 6fx72 70 70x72 72 72c2 72c2x6b22 72x2e 72x65 72x69 72x6e 73 73x2f 73x3a 73x65 73x70 73x73 73x76 74 74x65 74x73 76 767d 767dx8336 76x61 76x67 79 8282 8336 8336x8282 91ce 91cex767d 9f99 9f99x4e95');
INSERT INTO block_grams (rowid, grams) VALUES (31, '2c 2cx6ee1 2d 2dx66 2e 2ex73 2f 2fx2f 2fx31 2fx61 2fx68 2fx6d 2fx6e 2fx74 30 30x30 30x31 30x32 30x37 30x38 31 31x30 31x37 31x39 32 32x30 32x32 32x33 33 33x30 33x3a 34 34x30 37 37x32 37x38 38 38x30 38x32 38x33 38x38 39 39x39 3a 3ax2f 3ax33 4eca 4ecax65e5 51cf 573a 573ax2c 591c 591cx95f4 5ef6 5ef6x957f 5f00 5f00x573a 61 61x2d 61x69 61x6c 61x72 61x73 61x74 62 62x6c 63 63x65 63x6b 64 64x65 65 65b0 65e5 65e5x5f00 65x2f 65x61 65x62 65x65 65x6c 65x6e 65x72 65x74 66 6625 6625x8336 66x61 67 68 68x6f 69 69x63 69x6c 69x6e 69x72 69x73 69x76 6b 6bx73 6c 6cx2f 6cx61 6cx69 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ee1 6ex2e 6ex67 6ex6f 6ex74 6f 6fx63 6fx6d 6fx70 6fx72 6fx74 70 70x65 70x72 71 71x75 72 72x69 72x6e 72x71 72x79 73 73x2f 73x3a 73x65 73x70 73x73 73x76 74 74x65 74x69 74x73 75 75x65 75x6e 76 76x65 76x67 79 81f3 8282 8282x4eca 8336 8336x8282 9001 9001x5ef6 914d 914dx9001 957f 957fx81f3 95f4 95f4x914d');
INSERT INTO block_grams (rowid, grams) VALUES (32, '2c 2e 2ex73 2f 2fx2f 2fx61 2fx63 2fx6d 2fx72 2fx76 30 30x31 30x32 31 31x34 32 33 34 34x30 3a 3ax2f 4f18 4f18x60e0 503c 5145 5145x503c 5238 60e0 60e0x5238 61 61x6c 61x72 61x73 62 624b 624bx673a 62x6c 63 63x68 63x6b 63x6f 64 64x69 65 65x2e 65x62 65x63 65x64 65x72 65x74 67 673a 673ax5145 67x65 68 68x61 68x65 68x6f 69 69x74 6b 6bx73 6c 6cx2f 6cx65 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex73 6f 6fx63 6fx6d 6fx6e 6fx70 6fx75 70 70x6f 72 72x65 72x67 72x73 73 73x2e 73x2f 73x3a 73x65 73x73 73x76 74 74x2c 74x65 74x6f 74x73 75 75x63 75x70 76 76x67 76x6f 77 77x61');
INSERT INTO block_grams (rowid, grams) VALUES (33, '22 22x2c 22x3a 22x61 22x72 22x73 2c 2cx22 2d 2dx6c 2e 2ex73 2f 2fx2f 2fx39 2fx61 2fx63 2fx64 2fx6d 2fx73 2fx76 30 30x30 30x31 30x34 30x37 31 31x30 31x32 31x37 31x7d 32 32x30 32x38 32x7d 33 33x30 33x31 33x33 34 34x30 37 37x37 38 38x34 38x38 39 39x33 3a 3ax22 3ax2f 3ax31 3ax32 4e2a 4e2ax6545 4e8b 4eba 4ebax65e5 542c 542cx4e2a 56fe 5730 5730x56fe 57ce 57cex5e02 5854 5854x770b 58f0 58f0x97f3 591a 5b88 5b88x4eba 5e02 5e02x89d2 5f 5fx72 5fx76 61 61x64 61x67 61x6b 61x6c 61x6e 61x72 61x73 61x75 63 63x65 63x6d 63x6f 64 64x65 64x69 64x6a 65 6545 6545x4e8b 65e5 65e5x8bb0 65x2e 65x5f 65x66 65x6c 65x70 65x72 65x73 65x74 65x75 66 66f4 66f4x591a 66x61 67 67x22 67x65 68 68x65 68x6f 69 69x63 69x65 69x6e 69x6f 69x73 6a 6ax72 6b 6bx22 6bx65 6c 6cx61 6cx67 6cx69 6cx74 6d 6dx64 6dx65 6dx6f 6e 6ex2d 6ex65 6ex6b 6f 6fx2d 6fx2f 6fx69 6fx6d 6fx6e 6fx6f 6fx72 6fx76 70 706f 706fx5854 70x61 70x68 72 72x22 72x2f 72x61 72x63 72x69 72x6f 72x70 72x73 72x74 73 73x2e 73x2f 73x3a 73x65 73x73 73x74 73x76 74 74x5f 74x61 74x65 74x6f 74x72 74x73 75 75x6c 75x73 76 7684 7684x58f0 76x65 76x67 76x6f 770b 770bx5b88 7b 7bx22 7d 843d 843dx7684 89d2 89d2x843d 8bb0 97f3 97f3x5730');
INSERT INTO block_grams (rowid, grams) VALUES (34, '2d 2dx79 2e 2ex73 2f 2fx2f 2fx61 2fx64 2fx66 2fx6d 2fx6e 2fx73 2fx76 30 30x31 30x32 30x33 30x34 31 32 32x30 32x32 33 34 3a 3ax2f 4ef7 4f4e 4f4ex4ef7 4f60 4f60x559c 54c1 559c 559cx6b22 597d 597dx5e97 5e97 61 61x6c 61x73 61x74 62 62x6c 62x6f 63 63x68 63x6b 64 64x2f 64x65 65 65b0 65b0x54c1 65x61 65x62 65x64 65x65 65x72 65x74 65x77 66 66x65 66x6c 66x6f 67 68 68x65 68x6f 69 69x6e 6b 6b22 6bx73 6c 6cx2f 6cx6c 6cx6f 6cx73 6d 6dx61 6dx65 6dx66 6e 6ex65 6f 6fx61 6fx63 6fx6d 6fx70 6fx72 6fx74 6fx75 70 70x73 72 72x2d 72x73 73 731c 731cx4f60 73x2e 73x2f 73x3a 73x65 73x68 73x73 73x76 74 74x6f 74x73 74x74 75 75x63 76 76x67 76x6f 77 79 79x6f');
INSERT INTO block_grams (rowid, grams) VALUES (35, '23 23x38 2d 2dx7a 2e 2ex73 2f 2fx2f 2fx61 2fx6d 2fx6f 2fx70 30 30x31 30x63 31 31x35 32 32x34 34 35 35x30 36 38 38x66 3a 3ax2f 4e0a 4e0ax95e8 5728 5728x7ebf 5bb6 5bb6x5ead 5c0f 5c0fx65f6 5e08 5ead 5eadx836f 61 61x63 61x6c 61x72 61x73 62 62x6c 63 63x36 63x6b 63x79 65 65f6 65x2e 65x30 65x62 65x74 66 66x65 67 68 68x61 68x6f 6b 6bx73 6c 6cx2f 6cx6c 6cx6f 6d 6dx61 6dx65 6e 6ex65 6f 6fx63 6fx6d 6fx6e 6fx74 70 70x68 72 72x6d 73 73x2f 73x3a 73x65 73x73 73x76 74 74x63 74x73 76 76x67 79 79x2d 7a 7ax6f 7bb1 7ebf 7ebfx836f 836f 836fx4e0a 836fx5e08 836fx7bb1 9001 9001x836f 95e8');
INSERT INTO block_grams (rowid, grams) VALUES (36, '2e 2ex65 2ex70 2f 2fx2f 2fx39 2fx70 2fx73 30 30x38 31 31x38 32 32x37 33 33x34 34 34x62 35 35x36 36 36x2e 36x36 36x37 36x61 36x66 37 37x36 37x61 38 38x35 38x62 38x66 39 39x35 3a 3ax2f 61 61x30 61x32 61x33 61x63 61x6d 62 62x31 62x61 62x63 63 63x36 63x64 63x74 64 64x38 64x62 65 65x73 65x78 66 66x61 66x64 66x66 67 68 68x6f 68x74 69 69x63 6c 6cx61 6cx65 6d 6dx70 6e 6ex67 6f 6fx70 70 70x2e 70x69 70x6c 70x6e 70x73 72 72x65 73 73x2f 73x3a 73x68 74 74x70 74x74 74x75 75 75x72 78 78x61');
CREATE TABLE block_texts (
    version_id INTEGER PRIMARY KEY REFERENCES block_versions (id) ON DELETE CASCADE,
    text       TEXT NOT NULL
) STRICT;
INSERT INTO "block_texts" VALUES(1,'marquee
新
1001
/assets/mall/horn.svg
1788220800000
春茶节今日开场,满 199 减 40 spring tea fair is open
homeblocks://mall/tea-fair
1002
1788307200000
夜间配送延长至 23:30 late delivery until 23:30
homeblocks://mall/notice/1002');
INSERT INTO "block_texts" VALUES(2,'beltandroad
#ffb36b
直采
1101
/assets/mall/silk-strip.svg
干果、香料与手工毯
丝路好物 caravan finds
homeblocks://mall/zone/caravan
#f9a8bd
1102
/assets/mall/select-zone.svg
精选小店 hand-picked shops
homeblocks://mall/zone/hand-picked');
INSERT INTO "block_texts" VALUES(3,'wallet
1401
/assets/mall/recharge.svg
top up
手机充值
homeblocks://mall/recharge
3
1402
/assets/mall/vouchers.svg
vouchers
优惠券
homeblocks://mall/coupons
我的钱包 wallet');
INSERT INTO "block_texts" VALUES(4,'otc
#8fe0c6
送药上门
1501
/assets/mall/pharmacy-zone.svg
在线药师 24 小时
家庭药箱 home pharmacy
homeblocks://mall/otc');
INSERT INTO "block_texts" VALUES(5,'middlead
#a8d58d
满减
cny
2001
/assets/mall/tea-fair.svg
89.9
明前龙井与山野白茶
春茶节 spring tea fair
homeblocks://mall/tea-fair
#6a3d8f
2002
/assets/mall/carnival.svg
狂欢加场 encore
homeblocks://mall/carnival/encore');
INSERT INTO "block_texts" VALUES(6,'bottomfloat
2201
for you
猜你喜欢
homeblocks://mall/feed/for-you
新
2202
new in
新品
homeblocks://mall/feed/new
2203
shops
好店
homeblocks://mall/feed/shops
2204
/assets/mall/vouchers.svg
deals
低价
homeblocks://mall/feed/deals');
INSERT INTO "block_texts" VALUES(7,'homepage_banner
17800000000000
2930000000
/assets/banners/summer-tide.svg
1.starter.banner.1.summer-tide
1
red
新歌首发
17800000004096
9007199254741035
/assets/banners/midnight-radio.svg
1.starter.banner.2.midnight-radio
1000
blue
电台');
INSERT INTO "block_texts" VALUES(8,'homepage_block_old_dragon_ball
dragon_ball
0
orpheus://starter/daily
orpheus
-1
/assets/icons/daily.svg
今日精选
default
orpheus://starter/radio
-6
/assets/icons/radio-wave.svg
漫游电台
orpheus://starter/playlists
-2
/assets/icons/playlist.svg
歌单广场');
INSERT INTO "block_texts" VALUES(9,'homepage_block_playlist_rcmd
orpheus://starter/playlists?tab=for-you
orpheus
orpheus://playlist/7710007919?autoplay=0&from=for-you
starter
7710007919
list
0
1284500
/assets/covers/paper-waves.svg
流行
海边
傍晚六点的海风 | city pop by the sea
default
orpheus://playlist/7710015838?autoplay=0&from=for-you
7710015838
845213
/assets/covers/headphones.svg
民谣
治愈
把耳机分你一半
32 首 songs
更多
为你挑选 for you');
INSERT INTO "block_texts" VALUES(10,'homepage_voicelist_rcmd
orpheus://djradio/930400100
orpheus
{"alg":"starter","rank":1}
331207
930400100
voicelist
0
alg
/assets/covers/moon-lake.svg
灯塔看守人日记
default
orpheus://djradio/930400177
{"alg":"starter","rank":2}
128840
930400177
/assets/covers/metro-lines.svg
城市角落的声音地图
orpheus://starter/voices
更多
听个故事 stories');
INSERT INTO "block_texts" VALUES(11,'marquee
新
1001
/assets/mall/horn.svg
1788220800000
imported before the upgrade
homeblocks://mall/tea-fair
1002
1788307200000
夜间配送延长至 23:30 late delivery until 23:30
homeblocks://mall/notice/1002');
INSERT INTO "block_texts" VALUES(12,'marquee
新
1001
/assets/mall/horn.svg
1788220800000
imported before the upgrade
homeblocks://mall/tea-fair
1002
1788307200000
夜间配送延长至 23:30 late delivery until 23:30
homeblocks://mall/notice/1002');
INSERT INTO "block_texts" VALUES(13,'wallet
1401
/assets/mall/recharge.svg
top up
手机充值
homeblocks://mall/recharge
3
1402
/assets/mall/vouchers.svg
vouchers
优惠券
homeblocks://mall/coupons
我的钱包 wallet');
INSERT INTO "block_texts" VALUES(14,'otc
#8fe0c6
送药上门
1501
/assets/mall/pharmacy-zone.svg
在线药师 24 小时
家庭药箱 home pharmacy
homeblocks://mall/otc');
INSERT INTO "block_texts" VALUES(15,'wallet
1401
/assets/mall/recharge.svg
top up
手机充值
homeblocks://mall/recharge
3
1402
/assets/mall/vouchers.svg
vouchers
优惠券
homeblocks://mall/coupons
wallet, edited');
INSERT INTO "block_texts" VALUES(16,'otc
#8fe0c6
送药上门
1501
/assets/mall/pharmacy-zone.svg
在线药师 24 小时
家庭药箱 home pharmacy
homeblocks://mall/otc');
INSERT INTO "block_texts" VALUES(17,'beltandroad
#ffb36b
直采
1101
/assets/mall/silk-strip.svg
干果、香料与手工毯
丝路好物 caravan finds
homeblocks://mall/zone/caravan
#f9a8bd
1102
/assets/mall/select-zone.svg
精选小店 hand-picked shops
homeblocks://mall/zone/hand-picked
in english');
INSERT INTO "block_texts" VALUES(18,'wallet
1401
/assets/mall/recharge.svg
top up
手机充值
homeblocks://mall/recharge
3
1402
/assets/mall/vouchers.svg
vouchers
优惠券
homeblocks://mall/coupons
wallet, edited');
INSERT INTO "block_texts" VALUES(19,'marquee
新
1001
/assets/mall/horn.svg
1788220800000
春茶节今日开场,满 199 减 40 spring tea fair is open
homeblocks://mall/tea-fair
1002
1788307200000
夜间配送延长至 23:30 late delivery until 23:30
homeblocks://mall/notice/1002');
INSERT INTO "block_texts" VALUES(20,'beltandroad
#ffb36b
直采
1101
/assets/mall/silk-strip.svg
干果、香料与手工毯
丝路好物 caravan finds
homeblocks://mall/zone/caravan
#f9a8bd
1102
/assets/mall/select-zone.svg
精选小店 hand-picked shops
homeblocks://mall/zone/hand-picked
in english');
INSERT INTO "block_texts" VALUES(21,'otc
#8fe0c6
送药上门
1501
/assets/mall/pharmacy-zone.svg
在线药师 24 小时
家庭药箱 home pharmacy
homeblocks://mall/otc');
INSERT INTO "block_texts" VALUES(22,'middlead
#a8d58d
满减
cny
2001
/assets/mall/tea-fair.svg
89.9
明前龙井与山野白茶
春茶节 spring tea fair
homeblocks://mall/tea-fair
#6a3d8f
2002
/assets/mall/carnival.svg
狂欢加场 encore
homeblocks://mall/carnival/encore');
INSERT INTO "block_texts" VALUES(23,'bottomfloat
2201
for you
猜你喜欢
homeblocks://mall/feed/for-you
新
2202
new in
新品
homeblocks://mall/feed/new
2203
shops
好店
homeblocks://mall/feed/shops
2204
/assets/mall/vouchers.svg
deals
低价
homeblocks://mall/feed/deals');
INSERT INTO "block_texts" VALUES(30,'middlead
#a8d58d
满减
cny
2001
/assets/mall/tea-fair.svg
89.9
明前龙井与山野白茶
春茶节 spring tea fair
homeblocks://mall/tea-fair
#6a3d8f
2002
/assets/mall/carnival.svg
狂欢加场 encore
homeblocks://mall/carnival/encore');
INSERT INTO "block_texts" VALUES(31,'marquee
新
1001
/assets/mall/horn.svg
1788220800000
春茶节今日开场,满 199 减 40 spring tea fair is open
homeblocks://mall/tea-fair
1002
1788307200000
夜间配送延长至 23:30 late delivery until 23:30
homeblocks://mall/notice/1002');
INSERT INTO "block_texts" VALUES(32,'wallet
1401
/assets/mall/recharge.svg
top up
手机充值
homeblocks://mall/recharge
3
1402
/assets/mall/vouchers.svg
vouchers
优惠券
homeblocks://mall/coupons
wallet, edited');
INSERT INTO "block_texts" VALUES(33,'homepage_voicelist_rcmd
orpheus://djradio/930400100
orpheus
{"alg":"starter","rank":1}
331207
930400100
voicelist
0
alg
/assets/covers/moon-lake.svg
灯塔看守人日记
default
orpheus://djradio/930400177
{"alg":"starter","rank":2}
128840
930400177
/assets/covers/metro-lines.svg
城市角落的声音地图
orpheus://starter/voices
更多
听个故事 stories');
INSERT INTO "block_texts" VALUES(34,'bottomfloat
2201
for you
猜你喜欢
homeblocks://mall/feed/for-you
新
2202
new in
新品
homeblocks://mall/feed/new
2203
shops
好店
homeblocks://mall/feed/shops
2204
/assets/mall/vouchers.svg
deals
低价
homeblocks://mall/feed/deals');
INSERT INTO "block_texts" VALUES(35,'otc
#8fe0c6
送药上门
1501
/assets/mall/pharmacy-zone.svg
在线药师 24 小时
家庭药箱 home pharmacy
homeblocks://mall/otc');
INSERT INTO "block_texts" VALUES(36,'lamps
7
/pictures/9567a276ffdb18bac6a08fa34bcd8566.png
lamp
https://shop.example');
CREATE TABLE block_version_pictures (
    version_id INTEGER NOT NULL REFERENCES block_versions (id) ON DELETE CASCADE,
    picture    TEXT NOT NULL,
    PRIMARY KEY (version_id, picture)
) WITHOUT ROWID;
INSERT INTO "block_version_pictures" VALUES(36,'9567a276ffdb18bac6a08fa34bcd8566');
CREATE TABLE "block_versions" (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL CHECK (length(block_code) BETWEEN 1 AND 128),
    show_type  TEXT NOT NULL CHECK (length(show_type) BETWEEN 1 AND 128),
    resource   TEXT NOT NULL CHECK (json_valid(resource) AND json_type(resource) = 'object'),
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL, bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0),
    UNIQUE (page_id, hash),
    UNIQUE (id, block_code)
) STRICT;
INSERT INTO "block_versions" VALUES(1,1,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'7F256A45567ED0329DFE720ECCC2D6007ABBED95B4B03DB0EC30C9C26595016E',1795999532800,'homeblocks',932);
INSERT INTO "block_versions" VALUES(2,1,'beltAndRoad','MALL_AD','{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'43EC8A2A103E254E1960B51CA7824CFEB0B12ABC8E84DF430E3261109249DE87',1795999532800,'homeblocks',1108);
INSERT INTO "block_versions" VALUES(3,1,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'17FE0B5BAA3FE0D3019F9776F89B58694494A5755FF909889995D39699444D68',1795999532800,'homeblocks',1009);
INSERT INTO "block_versions" VALUES(4,1,'otc','MALL_AD','{"audience":null,"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'3359AF28380B15D9CDAE4D95A2624479CFBC693CE5CA2D975A684AC3828DA73A',1795999532800,'homeblocks',701);
INSERT INTO "block_versions" VALUES(5,1,'middleAd','MALL_AD','{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8A9CC9EB6D8F40CADA25BB084F0844AC7F16EE32ED4C06532901E9F533AE0065',1795999532800,'homeblocks',1084);
INSERT INTO "block_versions" VALUES(6,1,'bottomFloat','MALL_BOTTOM_FLOAT','{"audience":null,"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'5CFA56A004400D0D4E7433CCE10195E5242E274D2BF652FFAEBFC5A4C33C9E7B',1795999532800,'homeblocks',1424);
INSERT INTO "block_versions" VALUES(7,2,'HOMEPAGE_BANNER','BANNER','{"audience":null,"blockCode":"HOMEPAGE_BANNER","content":{"extInfo":{"banners":[{"adDispatchJson":null,"adLocation":null,"adSource":null,"adid":null,"adurlV2":null,"alg":null,"bannerId":"17800000000000","dynamicVideoData":null,"encodeId":"2930000000","event":null,"exclusive":false,"extMonitor":null,"extMonitorInfo":null,"monitorBlackList":null,"monitorClick":null,"monitorClickList":null,"monitorImpress":null,"monitorImpressList":null,"monitorType":null,"pic":"/assets/banners/summer-tide.svg","pid":null,"program":null,"requestId":"","scm":"1.starter.banner.1.summer-tide","showAdTag":false,"showContext":null,"song":null,"targetId":2930000000,"targetType":1,"titleColor":"red","typeTitle":"新歌首发","url":null,"video":null},{"adDispatchJson":null,"adLocation":null,"adSource":null,"adid":null,"adurlV2":null,"alg":null,"bannerId":"17800000004096","dynamicVideoData":null,"encodeId":"9007199254741035","event":null,"exclusive":false,"extMonitor":null,"extMonitorInfo":null,"monitorBlackList":null,"monitorClick":null,"monitorClickList":null,"monitorImpress":null,"monitorImpressList":null,"monitorType":null,"pic":"/assets/banners/midnight-radio.svg","pid":null,"program":null,"requestId":"","scm":"1.starter.banner.2.midnight-radio","showAdTag":false,"showContext":null,"song":null,"targetId":9007199254741035,"targetType":1000,"titleColor":"blue","typeTitle":"电台","url":null,"video":null}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"BANNER","until":null}',X'4BDA9C345C527B3650973321F1AC58A6F7DCD5753B24E41DE039324A58A86C6F',1795999532828,'homeblocks',2738);
INSERT INTO "block_versions" VALUES(8,2,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL','DRAGON_BALL','{"audience":null,"blockCode":"HOMEPAGE_BLOCK_OLD_DRAGON_BALL","content":{"creatives":[{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/daily","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-1","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/daily","uiElement":{"image":{"imageUrl":"/assets/icons/daily.svg"},"mainTitle":{"title":"今日精选"},"rcmdShowType":"DEFAULT"},"valid":true}]},{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/radio","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-6","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/radio","uiElement":{"image":{"imageUrl":"/assets/icons/radio-wave.svg"},"mainTitle":{"title":"漫游电台"},"rcmdShowType":"DEFAULT"},"valid":true}]},{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/playlists","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-2","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/playlists","uiElement":{"image":{"imageUrl":"/assets/icons/playlist.svg"},"mainTitle":{"title":"歌单广场"},"rcmdShowType":"DEFAULT"},"valid":true}]}],"uiElement":{"rcmdShowType":"DEFAULT"}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"DRAGON_BALL","until":null}',X'A70462661AEFD5EA44FC6B687D62102026E473D0BD59A5C700F549F46C3A9257',1795999532828,'homeblocks',3046);
INSERT INTO "block_versions" VALUES(9,2,'HOMEPAGE_BLOCK_PLAYLIST_RCMD','HOMEPAGE_SLIDE_PLAYLIST','{"audience":null,"blockCode":"HOMEPAGE_BLOCK_PLAYLIST_RCMD","content":{"action":"orpheus://starter/playlists?tab=for-you","actionType":"orpheus","creatives":[{"action":"orpheus://playlist/7710007919?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","creativeId":"7710007919","creativeType":"list","position":0,"resources":[{"action":"orpheus://playlist/7710007919?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","logInfo":null,"resourceExtInfo":{"highQuality":true,"playCount":1284500},"resourceId":"7710007919","resourceType":"list","resourceUrl":null,"uiElement":{"image":{"imageUrl":"/assets/covers/paper-waves.svg"},"labelTexts":["流行","海边"],"mainTitle":{"title":"傍晚六点的海风 | City pop by the sea"},"rcmdShowType":"DEFAULT"},"valid":true}],"uiElement":{"image":{"imageUrl":"/assets/covers/paper-waves.svg"},"labelTexts":["流行","海边"],"mainTitle":{"title":"傍晚六点的海风 | City pop by the sea"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://playlist/7710015838?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","creativeId":"7710015838","creativeType":"list","position":0,"resources":[{"action":"orpheus://playlist/7710015838?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","logInfo":null,"resourceExtInfo":{"highQuality":false,"playCount":845213},"resourceId":"7710015838","resourceType":"list","resourceUrl":null,"uiElement":{"image":{"imageUrl":"/assets/covers/headphones.svg"},"labelTexts":["民谣","治愈"],"mainTitle":{"title":"把耳机分你一半"},"rcmdShowType":"DEFAULT","subTitle":{"title":"32 首 songs"}},"valid":true}],"uiElement":{"image":{"imageUrl":"/assets/covers/headphones.svg"},"labelTexts":["民谣","治愈"],"mainTitle":{"title":"把耳机分你一半"},"rcmdShowType":"DEFAULT","subTitle":{"title":"32 首 songs"}}}],"uiElement":{"button":{"action":"orpheus://starter/playlists?tab=for-you","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"为你挑选 For You"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"HOMEPAGE_SLIDE_PLAYLIST","until":null}',X'68265B92386939DA09DD6AE0FD3386B425B6557947794A5DF0B071F25976A9DE',1795999532828,'homeblocks',4257);
INSERT INTO "block_versions" VALUES(10,2,'HOMEPAGE_VOICELIST_RCMD','SLIDE_VOICELIST','{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null}',X'F1597C7477A4A5E72D0F80CD242BF09FAAFE322B57070DBEB7102D993BE3B00E',1795999532828,'homeblocks',1991);
INSERT INTO "block_versions" VALUES(11,1,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"Imported before the upgrade","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'6D9E5CB6B7179256CC718AA3560BB432CAD260FB12062164F7B5A1CC80E11B26',1795999533099,'first start',897);
INSERT INTO "block_versions" VALUES(12,3,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"Imported before the upgrade","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'6D9E5CB6B7179256CC718AA3560BB432CAD260FB12062164F7B5A1CC80E11B26',1795999533106,'first start',897);
INSERT INTO "block_versions" VALUES(13,3,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'17FE0B5BAA3FE0D3019F9776F89B58694494A5755FF909889995D39699444D68',1795999533106,'first start',1009);
INSERT INTO "block_versions" VALUES(14,3,'otc','MALL_AD','{"audience":null,"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'3359AF28380B15D9CDAE4D95A2624479CFBC693CE5CA2D975A684AC3828DA73A',1795999533106,'first start',701);
INSERT INTO "block_versions" VALUES(15,1,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'030B92722CC4A7A0AB3CB27CFEEEFF95A42492D66AA3444784BB1BF72AFFA235',1795999533312,'first start',1004);
INSERT INTO "block_versions" VALUES(16,1,'otc','MALL_AD','{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8C2120CBEBF2C9D263A0FC5343D45512604DBE134DD1C54E17132365427826D8',1795999533316,'first start',813);
INSERT INTO "block_versions" VALUES(17,1,'beltAndRoad','MALL_AD','{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":{"en":{"uiElement":{"subTitle":{"title":"In English"}}}},"showType":"MALL_AD","until":"2090-01-01T00:00:00.000Z"}',X'6759C95F10864A6589F879A2BC040C97210D8EC4A86FBF48C951620A3781CC89',1795999533321,'first start',1274);
INSERT INTO "block_versions" VALUES(18,4,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'030B92722CC4A7A0AB3CB27CFEEEFF95A42492D66AA3444784BB1BF72AFFA235',1795999533327,'first start',1004);
INSERT INTO "block_versions" VALUES(19,4,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'7F256A45567ED0329DFE720ECCC2D6007ABBED95B4B03DB0EC30C9C26595016E',1795999533327,'first start',932);
INSERT INTO "block_versions" VALUES(20,4,'beltAndRoad','MALL_AD','{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":{"en":{"uiElement":{"subTitle":{"title":"In English"}}}},"showType":"MALL_AD","until":"2090-01-01T00:00:00.000Z"}',X'6759C95F10864A6589F879A2BC040C97210D8EC4A86FBF48C951620A3781CC89',1795999533327,'first start',1274);
INSERT INTO "block_versions" VALUES(21,4,'otc','MALL_AD','{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8C2120CBEBF2C9D263A0FC5343D45512604DBE134DD1C54E17132365427826D8',1795999533327,'first start',813);
INSERT INTO "block_versions" VALUES(22,4,'middleAd','MALL_AD','{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8A9CC9EB6D8F40CADA25BB084F0844AC7F16EE32ED4C06532901E9F533AE0065',1795999533327,'first start',1084);
INSERT INTO "block_versions" VALUES(23,4,'bottomFloat','MALL_BOTTOM_FLOAT','{"audience":null,"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'5CFA56A004400D0D4E7433CCE10195E5242E274D2BF652FFAEBFC5A4C33C9E7B',1795999533327,'first start',1424);
INSERT INTO "block_versions" VALUES(30,1,'middleAd','MALL_AD','{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'FFABD28E3A952E596970E1AEB9B3D48474BDDE6CFFD7BEE8BA0D53A54EF76E64',1795999533363,'first start',1085);
INSERT INTO "block_versions" VALUES(31,1,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'8171C7E1E4A633AC1ECFA5E9A32F335FC9545CFFBA114F87E9A21C2E134D6797',1795999533372,'first start',933);
INSERT INTO "block_versions" VALUES(32,1,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'E3C07F1F4DC7FDE377FB8DB5ED796BE336F44B50E0412B81EC3569BA43471448',1795999533380,'first start',1005);
INSERT INTO "block_versions" VALUES(33,2,'HOMEPAGE_VOICELIST_RCMD','SLIDE_VOICELIST','{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null}',X'061EE951EBCDC13C58F62982DE55083305B37E7E62A6B4620F601AAE5E6D9139',1795999533384,'first start',1992);
INSERT INTO "block_versions" VALUES(34,1,'bottomFloat','MALL_BOTTOM_FLOAT','{"audience":{"name":"vips","platforms":["ios"]},"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'4D1AF723C193FBF3D068A71B5DF9253FA7C6B80C87D8AFC9F9D02F76A7ADB966',1795999533390,'first start',1502);
INSERT INTO "block_versions" VALUES(35,1,'otc','MALL_AD','{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","cards":{"1501":{"audience":{"platforms":["web"]},"enabled":true,"from":null,"until":"2090-01-01T00:00:00.000Z"}},"content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'5004A382454B6821BEB528C2467AAF0F9106B5E95BAA6A3A6C4E1086ADF988DE',1795999533399,'first start',1062);
INSERT INTO "block_versions" VALUES(36,1,'lamps','MALL_AD','{"audience":null,"blockCode":"lamps","content":{"extInfo":{"list":[{"id":7,"imageUrl":"/pictures/9567a276ffdb18bac6a08fa34bcd8566.png","title":"Lamp","url":"https://shop.example"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'18792909E141380463BA1AD1182206A8F96B38D948D4D6722A3333FE1FB6D7D2',1795999533412,'first start',497);
CREATE TABLE "credentials" (
    id           TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    kind         TEXT NOT NULL CHECK (kind IN ('token', 'operator')),
    name         TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    -- The role on all pages.
    role         TEXT NOT NULL CHECK (role IN ('none', 'viewer', 'editor', 'publisher', 'admin')),
    -- The roles on single pages, by the page's name or the start of names and '*'.
    pages        TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(pages) AND json_type(pages) = 'object'),
    -- A token's SHA-256, or an operator's scrypt hash with its salt and parameters.
    secret       BLOB NOT NULL CHECK (length(secret) >= 32),
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    expires_at   INTEGER,
    last_used_at INTEGER,
    revoked_at   INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO "credentials" VALUES('bvhykpi8nzc2','token','Old viewer','viewer','{}',X'1644E2C993288058705A3AB0F2B7036E9A209B687AD423536C0E68FF6E701483',1795999532899,'command line',3786912000000,NULL,NULL);
INSERT INTO "credentials" VALUES('ecfmz6d9c98t','operator','Lin','publisher','{}',X'736372797074243332373638243824332447354F63454F502F5A77592B5A47304739304D3155673D3D24326242316E2B6472544E4F305834517633573539424F77556B70564256327A423468325A69565A673362673D',1795999533302,'first start',NULL,NULL,NULL);
INSERT INTO "credentials" VALUES('fwm4g6hceyfm','operator','Mei','none','{"mall":"editor"}',X'73637279707424333237363824382433244B75574A453556722B717A4A5868436D38777A7363673D3D246C6432384158516F586B6D5672514D7945546A4C734B2B4C52302F44653577454254706F4E4A53583858733D',1795999533617,'first start',NULL,NULL,NULL);
INSERT INTO "credentials" VALUES('jw2vrdhqrp6k','token','first start','admin','{}',X'A1DF01FA4524FC42F55E020CB17BF2B8FD12FA47632A49F40963973CC86A47BB',1795999532847,'homeblocks',NULL,1795999533075,NULL);
INSERT INTO "credentials" VALUES('pa6kqvrp8t9d','token','Old editor','editor','{}',X'D34ECD2CE977B813065A066E30933B0EBA2B6A2ED08C02FC8098B6FE96DF1F80',1795999533111,'first start',3786912000000,NULL,NULL);
INSERT INTO "credentials" VALUES('z2d2k3x6ncuc','token','Old publisher','publisher','{}',X'C2B8617E69524241341B9562E8DEECC1765DB8D14E3049E6723409DE2E7EECD3',1795999532955,'command line',NULL,NULL,NULL);
INSERT INTO "credentials" VALUES('zwes6dctv2s5','token','Old admin','admin','{}',X'A72D3E68D7774DAFB301A469774E6616C5C866C64F8E931F2743734C07758765',1795999533008,'command line',NULL,NULL,1795999533063);
CREATE TABLE drafts (
    page_id    INTEGER PRIMARY KEY REFERENCES pages (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,
    -- The live revision that the draft was made from, or that it was last brought up to.
    base       INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    updated_by TEXT NOT NULL, conflicts TEXT NOT NULL DEFAULT '[]'
    CHECK (json_valid(conflicts) AND json_type(conflicts) = 'array'),
    FOREIGN KEY (page_id, revision) REFERENCES revisions (page_id, number),
    FOREIGN KEY (page_id, base) REFERENCES revisions (page_id, number)
) STRICT;
INSERT INTO "drafts" VALUES(1,22,21,1795999533412,'first start','[]');
INSERT INTO "drafts" VALUES(2,3,2,1795999533384,'first start','[]');
CREATE TABLE feed_lists (
    feed_id INTEGER PRIMARY KEY REFERENCES feeds (id) ON DELETE CASCADE,
    hash    BLOB NOT NULL CHECK (length(hash) = 32),
    cards   TEXT NOT NULL CHECK (json_valid(cards) AND json_type(cards) = 'array')
);
CREATE TABLE feed_log (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    feed_id      INTEGER NOT NULL REFERENCES feeds (id) ON DELETE CASCADE,
    at           INTEGER NOT NULL,
    outcome      TEXT NOT NULL CHECK (outcome IN ('updated', 'unchanged', 'refused', 'failed')),
    status       INTEGER,
    cards        INTEGER,
    faults       TEXT NOT NULL CHECK (json_valid(faults) AND json_type(faults) = 'array'),
    fault_count  INTEGER NOT NULL,
    problem      TEXT NOT NULL,
    milliseconds INTEGER NOT NULL,
    requested_by TEXT
);
CREATE TABLE feeds (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 64 AND name NOT GLOB '*[^a-z0-9-]*'),
    definition    TEXT NOT NULL CHECK (json_valid(definition) AND json_type(definition) = 'object'),
    -- Rises with each change of the definition.
    revision      INTEGER NOT NULL CHECK (revision >= 1),
    changed_at    INTEGER NOT NULL,
    changed_by    TEXT NOT NULL,
    -- Rises whenever another list is shown; programs follow it. It begins with the time.
    version       INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    -- The upstream's ETag of the list, and the hash of the layouts that it was mapped with.
    etag          TEXT,
    layouts       TEXT,
    card_count    INTEGER,
    listed_at     INTEGER,
    confirmed_at  INTEGER,
    -- Requests in a row that failed, and why the last one did.
    failures      INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    problem       TEXT NOT NULL DEFAULT '',
    due_at        INTEGER NOT NULL,
    -- The attempt that requests it now, and until when others leave it alone.
    claim         TEXT,
    claimed_until INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE group_members (
    operator TEXT NOT NULL REFERENCES credentials (id),
    group_id TEXT NOT NULL REFERENCES operator_groups (id) ON DELETE CASCADE,
    PRIMARY KEY (operator, group_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "group_members" VALUES('fwm4g6hceyfm','uzycqvnszv8x');
CREATE TABLE idempotency (
    credential  TEXT NOT NULL,
    key         TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint BLOB NOT NULL,
    answer      TEXT NOT NULL CHECK (json_valid(answer)),
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (credential, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('jw2vrdhqrp6k','fixture-1',X'C41583EBE64D26E6CF2FAE69798C658517D97E5766593966F74321E24FF7B907','{"data":{"index":{"beltAndRoad":2,"bottomFloat":5,"marquee":1,"middleAd":4,"otc":3,"wallet":0},"moved":["wallet"],"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"page":"mall","revision":2},"etag":"307d81914e696bd6a519722b56dcdce5"}',1795999533076);
INSERT INTO "idempotency" VALUES('jw2vrdhqrp6k','page-campaign',X'F92107B1AAC01D2C12E8EA9C1EE7EC25EC76C18D7C8747F6E7A45A66DB937232','{"data":{"client":null,"draft":false,"page":"campaign","revision":1,"showing":"campaign","title":"Campaign"}}',1795999533327);
INSERT INTO "idempotency" VALUES('jw2vrdhqrp6k','page-mistake',X'E1713A544A75662DF0DF3B62B58C7D2F030382D5AAECDBEA221A5BEE1372CA5D','{"data":{"client":null,"draft":false,"page":"mistake","revision":1,"showing":"mistake","title":"Mistake"}}',1795999533334);
CREATE TABLE operator_groups (
    id    TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
    name  TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
    role  TEXT NOT NULL CHECK (role IN ('none', 'viewer', 'editor', 'publisher', 'admin')),
    pages TEXT NOT NULL CHECK (json_valid(pages) AND json_type(pages) = 'object')
) STRICT, WITHOUT ROWID;
INSERT INTO "operator_groups" VALUES('uzycqvnszv8x','Campaigns','none','{"campaign":"publisher"}');
CREATE TABLE orders (
    id         INTEGER PRIMARY KEY,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    since      INTEGER NOT NULL CHECK (since >= 1),
    codes      TEXT NOT NULL CHECK (json_valid(codes) AND json_type(codes) = 'array'),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, id)
) STRICT;
INSERT INTO "orders" VALUES(1,1,1,'["marquee","beltAndRoad","wallet","otc","middleAd","bottomFloat"]',1795999532800,'homeblocks');
INSERT INTO "orders" VALUES(2,2,1,'["HOMEPAGE_BANNER","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD","HOMEPAGE_VOICELIST_RCMD"]',1795999532828,'homeblocks');
INSERT INTO "orders" VALUES(3,1,2,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795999533076,'first start');
INSERT INTO "orders" VALUES(4,1,3,'["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"]',1795999533082,'first start');
INSERT INTO "orders" VALUES(5,1,4,'["marquee","wallet","otc","middleAd","beltAndRoad","bottomFloat"]',1795999533085,'first start');
INSERT INTO "orders" VALUES(6,2,2,'["HOMEPAGE_BANNER","HOMEPAGE_VOICELIST_RCMD","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD"]',1795999533088,'first start');
INSERT INTO "orders" VALUES(7,3,1,'["marquee","wallet","otc"]',1795999533106,'first start');
INSERT INTO "orders" VALUES(8,1,6,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795999533307,'first start');
INSERT INTO "orders" VALUES(9,4,1,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795999533327,'first start');
INSERT INTO "orders" VALUES(10,4,2,'["middleAd","wallet","marquee","beltAndRoad","otc","bottomFloat"]',1795999533348,'first start');
INSERT INTO "orders" VALUES(11,1,21,'["wallet","marquee","beltAndRoad","otc","middleAd","lamps","bottomFloat"]',1795999533412,'first start');
CREATE TABLE pages (
    id         INTEGER PRIMARY KEY,
    slug       TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*'),
    title      TEXT NOT NULL CHECK (length(title) <= 200),
    -- The family of published apps that the page must stay readable for.
    client     TEXT CHECK (client IN ('netease')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL
) STRICT;
INSERT INTO "pages" VALUES(1,'mall','Small mall home',NULL,1795999532800,'homeblocks');
INSERT INTO "pages" VALUES(2,'music','Small music home','netease',1795999532828,'homeblocks');
INSERT INTO "pages" VALUES(3,'shelf','Shelf',NULL,1795999533106,'first start');
INSERT INTO "pages" VALUES(4,'campaign','Campaign',NULL,1795999533327,'first start');
CREATE TABLE picture_contents (
    picture_id INTEGER PRIMARY KEY REFERENCES pictures (id) ON DELETE CASCADE,
    content    BLOB NOT NULL
);
INSERT INTO "picture_contents" VALUES(1,X'89504E470D0A1A0A0000000D4948445200000008000000060802000000716748AC0000001049444154789C63606060C481065002000E76003126E8D2BF0000000049454E44AE426082');
INSERT INTO "picture_contents" VALUES(2,X'89504E470D0A1A0A0000000D4948445200000008000000060802000000716748AC0000001049444154789C63606060C281065002001C56006182C02AF80000000049454E44AE426082');
CREATE TABLE pictures (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    -- The first half of the SHA-256 of the bytes, in hexadecimal: the picture's public id.
    hash        TEXT NOT NULL UNIQUE CHECK (length(hash) = 32 AND hash NOT GLOB '*[^0-9a-f]*'),
    format      TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp', 'gif', 'avif', 'svg')),
    width       INTEGER NOT NULL CHECK (width >= 1),
    height      INTEGER NOT NULL CHECK (height >= 1),
    animated    INTEGER NOT NULL CHECK (animated IN (0, 1)),
    bytes       INTEGER NOT NULL CHECK (bytes >= 1),
    name        TEXT NOT NULL,
    alt         TEXT NOT NULL,
    tags        TEXT NOT NULL CHECK (json_valid(tags) AND json_type(tags) = 'array'),
    -- What a search looks in, in small letters.
    search      TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    created_by  TEXT NOT NULL,
    changed_at  INTEGER NOT NULL,
    changed_by  TEXT NOT NULL,
    -- When the same bytes were last uploaded.
    uploaded_at INTEGER NOT NULL
);
INSERT INTO "pictures" VALUES(1,'307785d0c575afd613b0db82ead7d537','png',8,6,0,73,'color-1.png','','[]','color-1.png

307785d0c575afd613b0db82ead7d537',1795999533406,'first start',1795999533406,'first start',1795999533406);
INSERT INTO "pictures" VALUES(2,'9567a276ffdb18bac6a08fa34bcd8566','png',8,6,0,73,'color-2.png','','[]','color-2.png

9567a276ffdb18bac6a08fa34bcd8566',1795999533410,'first start',1795999533410,'first start',1795999533410);
CREATE TABLE preview_links (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    page_id      INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    -- The page's name when the link was created, which apps still send after it was renamed.
    slug         TEXT NOT NULL,
    -- The hash of the secret.
    secret       BLOB NOT NULL UNIQUE CHECK (length(secret) = 32),
    -- A revision or a planned release; neither for the draft.
    revision     INTEGER,
    release_id   INTEGER,
    -- The parameters of the client for which conditions are evaluated, and the instant.
    client       TEXT CHECK (client IS NULL OR json_valid(client) AND json_type(client) = 'object'),
    at           INTEGER,
    ends_at      INTEGER NOT NULL,
    label        TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    created_by   TEXT NOT NULL,
    revoked_at   INTEGER,
    revoked_by   TEXT,
    uses         INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    last_used_at INTEGER,
    CHECK (revision IS NULL OR release_id IS NULL),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
INSERT INTO "preview_links" VALUES(1,1,'mall',X'2BE87D0CFDABFB5ED5750F762F0A3EED66DE6EEA80D723940382DF25A9C610BC',NULL,NULL,NULL,NULL,1796604333417,'Old link',1795999533417,'first start',NULL,NULL,0,NULL);
INSERT INTO "preview_links" VALUES(2,2,'music',X'7C60ACB1032CF7DE7495A90B667E2D40CFA6039D540FBE01A9BA489ED83F4047',NULL,NULL,NULL,NULL,1796604333420,'',1795999533420,'first start',1795999533423,'first start',0,NULL);
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
    cancelled_by TEXT, origin INTEGER, base INTEGER, superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL)),
    CHECK (scheduled = 1 OR cancelled_at IS NULL),
    FOREIGN KEY (page_id, revision) REFERENCES revisions (page_id, number)
) STRICT;
INSERT INTO "releases" VALUES(1,1,1,1795999532800,0,'',1795999532800,'homeblocks',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(2,2,1,1795999532828,0,'',1795999532828,'homeblocks',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(3,1,2,1795999533076,0,'',1795999533076,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(4,1,3,1795999533082,0,'',1795999533082,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(5,1,4,1795999533085,0,'',1795999533085,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(6,2,2,1795999533088,0,'',1795999533088,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(7,1,5,1795999533099,0,'',1795999533099,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(8,3,1,1795999533106,0,'',1795999533106,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(9,1,6,1795999533307,0,'Restored',1795999533307,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(10,1,7,1795999533312,0,'',1795999533312,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(11,1,8,1795999533316,0,'',1795999533316,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(12,1,9,1795999533321,0,'',1795999533321,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(13,4,1,1795999533327,0,'',1795999533327,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(15,4,2,1795999533348,0,'',1795999533348,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(16,1,11,1795999533368,0,'Published at once',1795999533368,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(17,1,13,3786912000000,1,'Planned',1795999533376,'first start',1795999533390,'first start',NULL,11,1);
INSERT INTO "releases" VALUES(18,1,15,1795999533390,0,'',1795999533390,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(19,1,17,3786912000000,1,'Planned',1795999533376,'first start',1795999533399,'first start',17,15,1);
INSERT INTO "releases" VALUES(20,1,18,1795999533399,0,'',1795999533399,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(21,1,20,3786912000000,1,'Planned',1795999533376,'first start',1795999533412,'first start',17,18,1);
INSERT INTO "releases" VALUES(22,1,21,1795999533412,0,'',1795999533412,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(23,1,23,3786912000000,1,'Planned',1795999533376,'first start',NULL,NULL,17,21,0);
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
INSERT INTO "revisions" VALUES(1,1,NULL,1,1,'import','',1795999532800,'homeblocks');
INSERT INTO "revisions" VALUES(1,2,1,3,1,'order','',1795999533076,'first start');
INSERT INTO "revisions" VALUES(1,3,2,4,1,'order','',1795999533082,'first start');
INSERT INTO "revisions" VALUES(1,4,3,5,1,'order','',1795999533085,'first start');
INSERT INTO "revisions" VALUES(1,5,4,5,3,'import','',1795999533099,'first start');
INSERT INTO "revisions" VALUES(1,6,5,8,1,'restore','Restored',1795999533307,'first start');
INSERT INTO "revisions" VALUES(1,7,6,8,5,'block.change','',1795999533312,'first start');
INSERT INTO "revisions" VALUES(1,8,7,8,6,'block.change','',1795999533316,'first start');
INSERT INTO "revisions" VALUES(1,9,8,8,7,'block.change','',1795999533321,'first start');
INSERT INTO "revisions" VALUES(1,10,9,8,9,'block.change','',1795999533363,'first start');
INSERT INTO "revisions" VALUES(1,11,9,8,9,'publish','Published at once',1795999533368,'first start');
INSERT INTO "revisions" VALUES(1,12,11,8,10,'block.change','',1795999533372,'first start');
INSERT INTO "revisions" VALUES(1,13,11,8,10,'publish','Planned',1795999533376,'first start');
INSERT INTO "revisions" VALUES(1,14,11,8,11,'block.change','',1795999533380,'first start');
INSERT INTO "revisions" VALUES(1,15,11,8,13,'block.change','',1795999533390,'first start');
INSERT INTO "revisions" VALUES(1,16,14,8,14,'merge','',1795999533390,'first start');
INSERT INTO "revisions" VALUES(1,17,13,8,15,'merge','',1795999533390,'first start');
INSERT INTO "revisions" VALUES(1,18,15,8,16,'block.change','',1795999533399,'first start');
INSERT INTO "revisions" VALUES(1,19,16,8,17,'merge','',1795999533399,'first start');
INSERT INTO "revisions" VALUES(1,20,17,8,18,'merge','',1795999533399,'first start');
INSERT INTO "revisions" VALUES(1,21,18,11,19,'block.create','',1795999533412,'first start');
INSERT INTO "revisions" VALUES(1,22,19,11,20,'merge','',1795999533412,'first start');
INSERT INTO "revisions" VALUES(1,23,20,11,21,'merge','',1795999533412,'first start');
INSERT INTO "revisions" VALUES(2,1,NULL,2,2,'import','',1795999532828,'homeblocks');
INSERT INTO "revisions" VALUES(2,2,1,6,2,'order','',1795999533088,'first start');
INSERT INTO "revisions" VALUES(2,3,2,6,12,'block.change','',1795999533384,'first start');
INSERT INTO "revisions" VALUES(3,1,NULL,7,4,'import','',1795999533106,'first start');
INSERT INTO "revisions" VALUES(4,1,NULL,9,8,'create','',1795999533327,'first start');
INSERT INTO "revisions" VALUES(4,2,1,10,8,'order','',1795999533348,'first start');
CREATE TABLE sessions (
    -- The SHA-256 of what the browser keeps.
    hash         BLOB PRIMARY KEY CHECK (length(hash) = 32),
    operator     TEXT NOT NULL REFERENCES credentials (id),
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL CHECK (created_at < expires_at)
) STRICT, WITHOUT ROWID;
CREATE TABLE subtree_entries (
    subtree_id INTEGER NOT NULL REFERENCES subtrees (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL,
    version_id INTEGER NOT NULL,
    -- The number of the revision that put this version there, and who did. It is kept from tree to tree.
    since      INTEGER NOT NULL CHECK (since >= 1),
    changed_by TEXT NOT NULL,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (subtree_id, block_code),
    FOREIGN KEY (version_id, block_code) REFERENCES block_versions (id, block_code)
) STRICT, WITHOUT ROWID;
INSERT INTO "subtree_entries" VALUES(1,'beltAndRoad',2,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(1,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(1,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(1,'middleAd',5,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(1,'otc',4,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(1,'wallet',3,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(2,'HOMEPAGE_BANNER',7,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(2,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL',8,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(2,'HOMEPAGE_BLOCK_PLAYLIST_RCMD',9,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(2,'HOMEPAGE_VOICELIST_RCMD',10,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(3,'beltAndRoad',2,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(3,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(3,'marquee',11,5,'first start',1795999533099);
INSERT INTO "subtree_entries" VALUES(3,'middleAd',5,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(3,'otc',4,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(3,'wallet',3,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(4,'marquee',12,1,'first start',1795999533106);
INSERT INTO "subtree_entries" VALUES(4,'otc',14,1,'first start',1795999533106);
INSERT INTO "subtree_entries" VALUES(4,'wallet',13,1,'first start',1795999533106);
INSERT INTO "subtree_entries" VALUES(5,'beltAndRoad',2,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(5,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(5,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(5,'middleAd',5,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(5,'otc',4,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(5,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(6,'beltAndRoad',2,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(6,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(6,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(6,'middleAd',5,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(6,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(6,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(7,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(7,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(7,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(7,'middleAd',5,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(7,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(7,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(8,'beltAndRoad',20,1,'first start',1795999533327);
INSERT INTO "subtree_entries" VALUES(8,'bottomFloat',23,1,'first start',1795999533327);
INSERT INTO "subtree_entries" VALUES(8,'marquee',19,1,'first start',1795999533327);
INSERT INTO "subtree_entries" VALUES(8,'middleAd',22,1,'first start',1795999533327);
INSERT INTO "subtree_entries" VALUES(8,'otc',21,1,'first start',1795999533327);
INSERT INTO "subtree_entries" VALUES(8,'wallet',18,1,'first start',1795999533327);
INSERT INTO "subtree_entries" VALUES(9,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(9,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(9,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(9,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(9,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(9,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(10,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(10,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(10,'marquee',31,12,'first start',1795999533372);
INSERT INTO "subtree_entries" VALUES(10,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(10,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(10,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(11,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(11,'bottomFloat',6,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(11,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(11,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(11,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(11,'wallet',32,14,'first start',1795999533380);
INSERT INTO "subtree_entries" VALUES(12,'HOMEPAGE_BANNER',7,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(12,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL',8,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(12,'HOMEPAGE_BLOCK_PLAYLIST_RCMD',9,1,'homeblocks',1795999532828);
INSERT INTO "subtree_entries" VALUES(12,'HOMEPAGE_VOICELIST_RCMD',33,3,'first start',1795999533384);
INSERT INTO "subtree_entries" VALUES(13,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(13,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(13,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(13,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(13,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(13,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(14,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(14,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(14,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(14,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(14,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(14,'wallet',32,14,'first start',1795999533380);
INSERT INTO "subtree_entries" VALUES(15,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(15,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(15,'marquee',31,12,'first start',1795999533372);
INSERT INTO "subtree_entries" VALUES(15,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(15,'otc',16,8,'first start',1795999533316);
INSERT INTO "subtree_entries" VALUES(15,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(16,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(16,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(16,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(16,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(16,'otc',35,18,'first start',1795999533399);
INSERT INTO "subtree_entries" VALUES(16,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(17,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(17,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(17,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(17,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(17,'otc',35,18,'first start',1795999533399);
INSERT INTO "subtree_entries" VALUES(17,'wallet',32,14,'first start',1795999533380);
INSERT INTO "subtree_entries" VALUES(18,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(18,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(18,'marquee',31,12,'first start',1795999533372);
INSERT INTO "subtree_entries" VALUES(18,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(18,'otc',35,18,'first start',1795999533399);
INSERT INTO "subtree_entries" VALUES(18,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(19,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(19,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(19,'lamps',36,21,'first start',1795999533412);
INSERT INTO "subtree_entries" VALUES(19,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(19,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(19,'otc',35,18,'first start',1795999533399);
INSERT INTO "subtree_entries" VALUES(19,'wallet',15,7,'first start',1795999533312);
INSERT INTO "subtree_entries" VALUES(20,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(20,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(20,'lamps',36,21,'first start',1795999533412);
INSERT INTO "subtree_entries" VALUES(20,'marquee',1,1,'homeblocks',1795999532800);
INSERT INTO "subtree_entries" VALUES(20,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(20,'otc',35,18,'first start',1795999533399);
INSERT INTO "subtree_entries" VALUES(20,'wallet',32,14,'first start',1795999533380);
INSERT INTO "subtree_entries" VALUES(21,'beltAndRoad',17,9,'first start',1795999533321);
INSERT INTO "subtree_entries" VALUES(21,'bottomFloat',34,15,'first start',1795999533390);
INSERT INTO "subtree_entries" VALUES(21,'lamps',36,21,'first start',1795999533412);
INSERT INTO "subtree_entries" VALUES(21,'marquee',31,12,'first start',1795999533372);
INSERT INTO "subtree_entries" VALUES(21,'middleAd',30,10,'first start',1795999533363);
INSERT INTO "subtree_entries" VALUES(21,'otc',35,18,'first start',1795999533399);
INSERT INTO "subtree_entries" VALUES(21,'wallet',15,7,'first start',1795999533312);
CREATE TABLE subtrees (
    id INTEGER PRIMARY KEY
) STRICT;
INSERT INTO "subtrees" VALUES(1);
INSERT INTO "subtrees" VALUES(2);
INSERT INTO "subtrees" VALUES(3);
INSERT INTO "subtrees" VALUES(4);
INSERT INTO "subtrees" VALUES(5);
INSERT INTO "subtrees" VALUES(6);
INSERT INTO "subtrees" VALUES(7);
INSERT INTO "subtrees" VALUES(8);
INSERT INTO "subtrees" VALUES(9);
INSERT INTO "subtrees" VALUES(10);
INSERT INTO "subtrees" VALUES(11);
INSERT INTO "subtrees" VALUES(12);
INSERT INTO "subtrees" VALUES(13);
INSERT INTO "subtrees" VALUES(14);
INSERT INTO "subtrees" VALUES(15);
INSERT INTO "subtrees" VALUES(16);
INSERT INTO "subtrees" VALUES(17);
INSERT INTO "subtrees" VALUES(18);
INSERT INTO "subtrees" VALUES(19);
INSERT INTO "subtrees" VALUES(20);
INSERT INTO "subtrees" VALUES(21);
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
    cancelled_by  TEXT, changed_at INTEGER, changed_by TEXT,
    CHECK (page_id <> shown_page_id),
    CHECK ((cancelled_at IS NULL) = (cancelled_by IS NULL))
) STRICT;
INSERT INTO "takeovers" VALUES(1,3,4,1795999533351,3786912000000,'',1795999533351,'first start',NULL,NULL,NULL,NULL);
INSERT INTO "takeovers" VALUES(2,1,4,3786912000000,3818448000000,'',1795999533355,'first start',NULL,NULL,NULL,NULL);
INSERT INTO "takeovers" VALUES(3,1,3,3849984000000,3881606400000,'',1795999533357,'first start',1795999533360,'first start',NULL,NULL);
CREATE TABLE tree_pictures (
    tree_id INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    picture TEXT NOT NULL,
    PRIMARY KEY (tree_id, picture)
) WITHOUT ROWID;
CREATE TABLE tree_subtrees (
    tree_id    INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 0),
    subtree_id INTEGER NOT NULL REFERENCES subtrees (id),
    PRIMARY KEY (tree_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "tree_subtrees" VALUES(1,0,1);
INSERT INTO "tree_subtrees" VALUES(2,0,2);
INSERT INTO "tree_subtrees" VALUES(3,0,3);
INSERT INTO "tree_subtrees" VALUES(4,0,4);
INSERT INTO "tree_subtrees" VALUES(5,0,5);
INSERT INTO "tree_subtrees" VALUES(6,0,6);
INSERT INTO "tree_subtrees" VALUES(7,0,7);
INSERT INTO "tree_subtrees" VALUES(8,0,8);
INSERT INTO "tree_subtrees" VALUES(9,0,9);
INSERT INTO "tree_subtrees" VALUES(10,0,10);
INSERT INTO "tree_subtrees" VALUES(11,0,11);
INSERT INTO "tree_subtrees" VALUES(12,0,12);
INSERT INTO "tree_subtrees" VALUES(13,0,13);
INSERT INTO "tree_subtrees" VALUES(14,0,14);
INSERT INTO "tree_subtrees" VALUES(15,0,15);
INSERT INTO "tree_subtrees" VALUES(16,0,16);
INSERT INTO "tree_subtrees" VALUES(17,0,17);
INSERT INTO "tree_subtrees" VALUES(18,0,18);
INSERT INTO "tree_subtrees" VALUES(19,0,19);
INSERT INTO "tree_subtrees" VALUES(20,0,20);
INSERT INTO "tree_subtrees" VALUES(21,0,21);
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
INSERT INTO "trees" VALUES(5,1,'{}');
INSERT INTO "trees" VALUES(6,1,'{}');
INSERT INTO "trees" VALUES(7,1,'{}');
INSERT INTO "trees" VALUES(8,4,'{}');
INSERT INTO "trees" VALUES(9,1,'{}');
INSERT INTO "trees" VALUES(10,1,'{}');
INSERT INTO "trees" VALUES(11,1,'{}');
INSERT INTO "trees" VALUES(12,2,'{"pageConfig":{"abtest":["hb-order-a","hb-cards-2","hb-clips-on","hb-calm-1"],"homepageMode":"RCMD_MODE","nodataToast":"没有更多啦，去听首歌吧","showModeEntry":true,"songLabelMarkLimit":1,"songLabelMarkPriority":["vip","trial","exclusive","sq","pre_sale"]}}');
INSERT INTO "trees" VALUES(13,1,'{}');
INSERT INTO "trees" VALUES(14,1,'{}');
INSERT INTO "trees" VALUES(15,1,'{}');
INSERT INTO "trees" VALUES(16,1,'{}');
INSERT INTO "trees" VALUES(17,1,'{}');
INSERT INTO "trees" VALUES(18,1,'{}');
INSERT INTO "trees" VALUES(19,1,'{}');
INSERT INTO "trees" VALUES(20,1,'{}');
INSERT INTO "trees" VALUES(21,1,'{}');
CREATE INDEX revisions_parent ON revisions (page_id, parent);
CREATE INDEX revisions_order ON revisions (page_id, order_id);
CREATE INDEX revisions_tree ON revisions (page_id, tree_id);
CREATE INDEX releases_immediate ON releases (page_id, at) WHERE scheduled = 0;
CREATE INDEX releases_revision ON releases (page_id, revision);
CREATE INDEX takeovers_shown ON takeovers (shown_page_id);
CREATE TRIGGER takeovers_do_not_overlap BEFORE INSERT ON takeovers
BEGIN
    SELECT RAISE (ABORT, 'takeovers of a page must not overlap')
    FROM takeovers
    WHERE page_id = NEW.page_id AND cancelled_at IS NULL
      AND begins_at < NEW.ends_at AND NEW.begins_at < ends_at;
END;
CREATE INDEX audit_page ON audit (page, id);
CREATE INDEX audit_actor ON audit (actor, id);
CREATE INDEX idempotency_age ON idempotency (created_at);
CREATE TRIGGER trees_are_immutable BEFORE UPDATE ON trees
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;
CREATE TRIGGER orders_are_immutable BEFORE UPDATE ON orders
BEGIN SELECT RAISE (ABORT, 'an order never changes'); END;
CREATE TRIGGER audit_is_never_edited BEFORE UPDATE ON audit
BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_is_never_deleted BEFORE DELETE ON audit
BEGIN SELECT RAISE (ABORT, 'the audit log is append-only'); END;
CREATE INDEX releases_live ON releases (page_id, at, coalesce(origin, id)) WHERE cancelled_at IS NULL;
CREATE INDEX releases_listed ON releases (page_id, at, coalesce(origin, id)) WHERE superseded = 0;
CREATE INDEX releases_origin ON releases (origin) WHERE origin IS NOT NULL;
CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
WHEN NEW.parent IS NOT NULL OR NEW.page_id <> OLD.page_id OR NEW.number <> OLD.number
  OR NEW.order_id <> OLD.order_id OR NEW.tree_id <> OLD.tree_id OR NEW.cause <> OLD.cause
  OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a revision never changes'); END;
CREATE INDEX takeovers_page ON takeovers (page_id, begins_at);
CREATE INDEX audit_action ON audit (action, id);
CREATE INDEX audit_time ON audit (at, id);
CREATE INDEX sessions_operator ON sessions (operator);
CREATE TRIGGER block_versions_are_immutable BEFORE UPDATE ON block_versions
BEGIN SELECT RAISE (ABORT, 'a block version never changes'); END;
CREATE TRIGGER releases_are_only_cancelled_or_dated_back BEFORE UPDATE ON releases
WHEN NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.revision <> OLD.revision
  OR NEW.scheduled <> OLD.scheduled OR NEW.message <> OLD.message OR NEW.created_at > OLD.created_at
  OR NEW.created_by <> OLD.created_by OR NEW.origin IS NOT OLD.origin OR NEW.base IS NOT OLD.base
  OR NOT (
    -- cancelled
    NEW.at = OLD.at AND NEW.created_at = OLD.created_at
        AND OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL
    -- dated back, at most to a minute ago
    OR NEW.at < OLD.at AND NEW.at >= (CAST(strftime('%s', 'now') AS INTEGER) - 60) * 1000 AND OLD.scheduled = 0
        AND NEW.cancelled_at IS OLD.cancelled_at
  )
BEGIN SELECT RAISE (ABORT, 'a release can only be cancelled or dated back'); END;
CREATE INDEX feeds_due ON feeds (due_at);
CREATE INDEX feed_log_feed ON feed_log (feed_id, id);
CREATE INDEX block_version_pictures_picture ON block_version_pictures (picture);
CREATE INDEX tree_pictures_picture ON tree_pictures (picture);
CREATE TRIGGER takeovers_keep_their_origin BEFORE UPDATE ON takeovers
WHEN OLD.cancelled_at IS NOT NULL OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id
  OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'the page and the author of a takeover never change, and nothing does once it is cancelled'); END;
CREATE TRIGGER changed_takeovers_do_not_overlap BEFORE UPDATE ON takeovers
WHEN NEW.cancelled_at IS NULL
BEGIN
    SELECT RAISE (ABORT, 'takeovers of a page must not overlap')
    FROM takeovers
    WHERE page_id = NEW.page_id AND id <> NEW.id AND cancelled_at IS NULL
      AND begins_at < NEW.ends_at AND NEW.begins_at < ends_at;
END;
CREATE INDEX block_versions_entry ON block_versions (id, show_type, bytes);
CREATE INDEX subtree_entries_version ON subtree_entries (version_id);
CREATE INDEX tree_subtrees_subtree ON tree_subtrees (subtree_id);
CREATE VIEW placements AS
SELECT t.tree_id, e.block_code, e.version_id, e.since, e.changed_by, e.changed_at
FROM tree_subtrees AS t JOIN subtree_entries AS e ON e.subtree_id = t.subtree_id;
CREATE TRIGGER subtree_entries_are_immutable BEFORE UPDATE ON subtree_entries
BEGIN SELECT RAISE (ABORT, 'a subtree never changes'); END;
CREATE TRIGGER tree_subtrees_are_immutable BEFORE UPDATE ON tree_subtrees
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;
CREATE TRIGGER subtree_entries_come_before_the_revision BEFORE INSERT ON subtree_entries
WHEN EXISTS (
    SELECT 1 FROM tree_subtrees AS s JOIN trees AS t ON t.id = s.tree_id
    JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE s.subtree_id = NEW.subtree_id
)
BEGIN SELECT RAISE (ABORT, 'a subtree never changes'); END;
CREATE TRIGGER tree_subtrees_come_before_the_revision BEFORE INSERT ON tree_subtrees
WHEN EXISTS (
    SELECT 1 FROM trees AS t JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE t.id = NEW.tree_id
)
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;
CREATE TRIGGER tree_subtrees_keep_no_subtree AFTER DELETE ON tree_subtrees
WHEN NOT EXISTS (SELECT 1 FROM tree_subtrees WHERE subtree_id = OLD.subtree_id)
BEGIN DELETE FROM subtrees WHERE id = OLD.subtree_id; END;
CREATE TRIGGER revisions_order_names_each_block BEFORE INSERT ON revisions
BEGIN
    SELECT RAISE (ABORT, 'an order must name each block exactly once')
    WHERE (SELECT json_group_array(code) FROM (
            SELECT block_code AS code FROM placements WHERE tree_id = NEW.tree_id ORDER BY code))
        IS NOT (SELECT json_group_array(code) FROM (
            SELECT named.value AS code FROM orders, json_each(orders.codes) AS named
            WHERE orders.id = NEW.order_id ORDER BY code))
        OR (NOT EXISTS (SELECT 1 FROM revisions WHERE page_id = NEW.page_id AND tree_id = NEW.tree_id)
            AND (SELECT count(*) <> count(DISTINCT block_code) FROM placements WHERE tree_id = NEW.tree_id));
END;
CREATE TRIGGER block_texts_have_their_grams AFTER DELETE ON block_texts
BEGIN DELETE FROM block_grams WHERE rowid = OLD.version_id; END;
CREATE TRIGGER releases_follow_their_origin BEFORE INSERT ON releases
WHEN NEW.origin IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM releases WHERE id = NEW.origin AND page_id = NEW.page_id AND scheduled = 1
)
BEGIN SELECT RAISE (ABORT, 'a release follows a planned one of its page'); END;
CREATE INDEX preview_links_page ON preview_links (page_id, id);
CREATE UNIQUE INDEX credentials_operator ON credentials (name) WHERE kind = 'operator' AND revoked_at IS NULL;
CREATE INDEX group_members_group ON group_members (group_id);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('block_versions',36);
INSERT INTO "sqlite_sequence" VALUES('releases',23);
INSERT INTO "sqlite_sequence" VALUES('audit',45);
INSERT INTO "sqlite_sequence" VALUES('takeovers',3);
INSERT INTO "sqlite_sequence" VALUES('pictures',2);
INSERT INTO "sqlite_sequence" VALUES('preview_links',2);
COMMIT;
