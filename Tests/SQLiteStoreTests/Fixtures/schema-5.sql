PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1212304459;
PRAGMA user_version = 5;
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
INSERT INTO "audiences" VALUES('vips','','{"platforms":["ios"]}',1795841358119,'first start',1795841358119,'first start');
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
INSERT INTO "audit" VALUES(1,1795841353635,'homeblocks','program','page.import','done','mall',NULL,NULL,'{"revision":1}','');
INSERT INTO "audit" VALUES(2,1795841353670,'homeblocks','program','page.import','done','music',NULL,NULL,'{"revision":1}','');
INSERT INTO "audit" VALUES(3,1795841353792,'homeblocks','program','token.create','done',NULL,'d8ndqgf4xxwj',NULL,'{"createdAt":"2026-11-28T04:49:13.792Z","createdBy":"homeblocks","expiresAt":null,"id":"d8ndqgf4xxwj","lastUsedAt":null,"name":"first start","revokedAt":null,"role":"admin"}','');
INSERT INTO "audit" VALUES(4,1795841354113,'command line','local','token.create','done',NULL,'tbz4yuqwtb35',NULL,'{"createdAt":"2026-11-28T04:49:14.113Z","createdBy":"command line","expiresAt":"2090-01-01T00:00:00.000Z","id":"tbz4yuqwtb35","lastUsedAt":null,"name":"Old viewer","revokedAt":null,"role":"viewer"}','');
INSERT INTO "audit" VALUES(5,1795841354334,'command line','local','token.create','done',NULL,'vrqsffud3ft9',NULL,'{"createdAt":"2026-11-28T04:49:14.334Z","createdBy":"command line","expiresAt":null,"id":"vrqsffud3ft9","lastUsedAt":null,"name":"Old publisher","revokedAt":null,"role":"publisher"}','');
INSERT INTO "audit" VALUES(6,1795841354560,'command line','local','token.create','done',NULL,'3isqpharkxrf',NULL,'{"createdAt":"2026-11-28T04:49:14.560Z","createdBy":"command line","expiresAt":null,"id":"3isqpharkxrf","lastUsedAt":null,"name":"Old admin","revokedAt":null,"role":"admin"}','');
INSERT INTO "audit" VALUES(7,1795841354806,'command line','local','token.revoke','done',NULL,'3isqpharkxrf','{"createdAt":"2026-11-28T04:49:14.560Z","createdBy":"command line","expiresAt":null,"id":"3isqpharkxrf","lastUsedAt":null,"name":"Old admin","revokedAt":null,"role":"admin"}','{"createdAt":"2026-11-28T04:49:14.560Z","createdBy":"command line","expiresAt":null,"id":"3isqpharkxrf","lastUsedAt":null,"name":"Old admin","revokedAt":"2026-11-28T04:49:14.806Z","role":"admin"}','');
INSERT INTO "audit" VALUES(8,1795841354842,'first start','d8ndqgf4xxwj','live.order','done','mall',NULL,'{"order":["marquee","beltAndRoad","wallet","otc","middleAd","bottomFloat"],"revision":1}','{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":2}','6bfdb49a480f640adda5b0cb9d65e83c');
INSERT INTO "audit" VALUES(9,1795841354859,'first start','d8ndqgf4xxwj','live.order','done','mall',NULL,'{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":2}','{"order":["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"],"revision":3}','6bfdb49a480f640adda5b0cb9d65e83d');
INSERT INTO "audit" VALUES(10,1795841354870,'first start','d8ndqgf4xxwj','live.order','done','mall',NULL,'{"order":["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"],"revision":3}','{"order":["marquee","wallet","otc","middleAd","beltAndRoad","bottomFloat"],"revision":4}','6bfdb49a480f640adda5b0cb9d65e83e');
INSERT INTO "audit" VALUES(11,1795841354880,'first start','d8ndqgf4xxwj','live.order','done','music',NULL,'{"order":["HOMEPAGE_BANNER","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD","HOMEPAGE_VOICELIST_RCMD"],"revision":1}','{"order":["HOMEPAGE_BANNER","HOMEPAGE_VOICELIST_RCMD","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD"],"revision":2}','6bfdb49a480f640adda5b0cb9d65e83f');
INSERT INTO "audit" VALUES(12,1795841354897,'unknown',NULL,'POST /sort','refused',NULL,NULL,NULL,'{"reason":"it is unknown"}','6bfdb49a480f640adda5b0cb9d65e841');
INSERT INTO "audit" VALUES(13,1795841354926,'first start','d8ndqgf4xxwj','page.import','done','mall',NULL,'{"revision":4}','{"revision":5}','6bfdb49a480f640adda5b0cb9d65e843');
INSERT INTO "audit" VALUES(14,1795841354951,'first start','d8ndqgf4xxwj','page.import','done','shelf',NULL,NULL,'{"revision":1}','6bfdb49a480f640adda5b0cb9d65e844');
INSERT INTO "audit" VALUES(15,1795841354968,'first start','d8ndqgf4xxwj','token.create','done',NULL,'42sjjqixpjty',NULL,'{"createdAt":"2026-11-28T04:49:14.968Z","createdBy":"first start","expiresAt":"2090-01-01T00:00:00.000Z","id":"42sjjqixpjty","lastUsedAt":null,"name":"Old editor","revokedAt":null,"role":"editor"}','6bfdb49a480f640adda5b0cb9d65e845');
INSERT INTO "audit" VALUES(16,1795841357757,'first start','d8ndqgf4xxwj','operator.create','done',NULL,'h2ifqsifcucg',NULL,'{"createdAt":"2026-11-28T04:49:17.757Z","createdBy":"first start","id":"h2ifqsifcucg","name":"Lin","revokedAt":null,"role":"publisher"}','6bfdb49a480f640adda5b0cb9d65e846');
INSERT INTO "audit" VALUES(17,1795841357770,'first start','d8ndqgf4xxwj','page.restore','done','mall','release 9','{"revision":5}','{"at":"2026-11-28T04:49:17.770Z","revision":6}','6bfdb49a480f640adda5b0cb9d65e847');
INSERT INTO "audit" VALUES(18,1795841357788,'first start','d8ndqgf4xxwj','live.block.change','done','mall','wallet','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":6}','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":7}','6bfdb49a480f640adda5b0cb9d65e848');
INSERT INTO "audit" VALUES(19,1795841357802,'first start','d8ndqgf4xxwj','live.block.change','done','mall','otc','{"block":{"audience":null,"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":7}','{"block":{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":8}','6bfdb49a480f640adda5b0cb9d65e849');
INSERT INTO "audit" VALUES(20,1795841357817,'first start','d8ndqgf4xxwj','live.block.change','done','mall','beltAndRoad','{"block":{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":8}','{"block":{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":{"en":{"uiElement":{"subTitle":{"title":"In English"}}}},"showType":"MALL_AD","until":"2090-01-01T00:00:00.000Z"},"revision":9}','6bfdb49a480f640adda5b0cb9d65e84a');
INSERT INTO "audit" VALUES(21,1795841357835,'first start','d8ndqgf4xxwj','page.create','done','campaign',NULL,NULL,'{"revision":1}','6bfdb49a480f640adda5b0cb9d65e84b');
INSERT INTO "audit" VALUES(22,1795841357882,'first start','d8ndqgf4xxwj','page.create','done','mistake',NULL,NULL,'{"revision":1}','6bfdb49a480f640adda5b0cb9d65e84c');
INSERT INTO "audit" VALUES(23,1795841357933,'first start','d8ndqgf4xxwj','page.delete','done','mistake',NULL,'{"revision":1,"title":"Mistake"}',NULL,'6bfdb49a480f640adda5b0cb9d65e84d');
INSERT INTO "audit" VALUES(24,1795841357953,'first start','d8ndqgf4xxwj','live.order','done','campaign',NULL,'{"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"revision":1}','{"order":["middleAd","wallet","marquee","beltAndRoad","otc","bottomFloat"],"revision":2}','6bfdb49a480f640adda5b0cb9d65e84e');
INSERT INTO "audit" VALUES(25,1795841357966,'first start','d8ndqgf4xxwj','takeover.create','done','shelf','takeover 1',NULL,'{"cancelledAt":null,"cancelledBy":null,"createdAt":"2026-11-28T04:49:17.966Z","createdBy":"first start","from":"2026-11-28T04:49:17.966Z","id":1,"message":"","page":"shelf","shows":"campaign","state":"active","until":"2090-01-01T00:00:00.000Z"}','6bfdb49a480f640adda5b0cb9d65e84f');
INSERT INTO "audit" VALUES(26,1795841357978,'first start','d8ndqgf4xxwj','takeover.create','done','mall','takeover 2',NULL,'{"cancelledAt":null,"cancelledBy":null,"createdAt":"2026-11-28T04:49:17.978Z","createdBy":"first start","from":"2090-01-01T00:00:00.000Z","id":2,"message":"","page":"mall","shows":"campaign","state":"pending","until":"2091-01-01T00:00:00.000Z"}','6bfdb49a480f640adda5b0cb9d65e850');
INSERT INTO "audit" VALUES(27,1795841357994,'first start','d8ndqgf4xxwj','takeover.create','done','mall','takeover 3',NULL,'{"cancelledAt":null,"cancelledBy":null,"createdAt":"2026-11-28T04:49:17.994Z","createdBy":"first start","from":"2092-01-01T00:00:00.000Z","id":3,"message":"","page":"mall","shows":"shelf","state":"pending","until":"2093-01-01T00:00:00.000Z"}','6bfdb49a480f640adda5b0cb9d65e851');
INSERT INTO "audit" VALUES(28,1795841358002,'first start','d8ndqgf4xxwj','takeover.cancel','done','mall','takeover 3',NULL,'{"cancelledAt":"2026-11-28T04:49:18.002Z","cancelledBy":"first start","createdAt":"2026-11-28T04:49:17.994Z","createdBy":"first start","from":"2092-01-01T00:00:00.000Z","id":3,"message":"","page":"mall","shows":"shelf","state":"cancelled","until":"2093-01-01T00:00:00.000Z"}','6bfdb49a480f640adda5b0cb9d65e852');
INSERT INTO "audit" VALUES(29,1795841358011,'first start','d8ndqgf4xxwj','draft.block.change','done','mall','middleAd','{"block":{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":9}','{"block":{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":10}','6bfdb49a480f640adda5b0cb9d65e853');
INSERT INTO "audit" VALUES(30,1795841358028,'first start','d8ndqgf4xxwj','draft.publish','done','mall','release 16','{"revision":9}','{"at":"2026-11-28T04:49:18.028Z","revision":11}','6bfdb49a480f640adda5b0cb9d65e854');
INSERT INTO "audit" VALUES(31,1795841358050,'first start','d8ndqgf4xxwj','draft.block.change','done','mall','marquee','{"block":{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null},"revision":11}','{"block":{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null},"revision":12}','6bfdb49a480f640adda5b0cb9d65e855');
INSERT INTO "audit" VALUES(32,1795841358070,'first start','d8ndqgf4xxwj','draft.publish','done','mall','release 17','{"revision":11}','{"at":"2090-01-01T00:00:00.000Z","revision":13}','6bfdb49a480f640adda5b0cb9d65e856');
INSERT INTO "audit" VALUES(33,1795841358086,'first start','d8ndqgf4xxwj','draft.block.change','done','mall','wallet','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":11}','{"block":{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null},"revision":14}','6bfdb49a480f640adda5b0cb9d65e857');
INSERT INTO "audit" VALUES(34,1795841358101,'first start','d8ndqgf4xxwj','draft.block.change','done','music','HOMEPAGE_VOICELIST_RCMD','{"block":{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null},"revision":2}','{"block":{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null},"revision":3}','6bfdb49a480f640adda5b0cb9d65e858');
INSERT INTO "audit" VALUES(35,1795841358119,'first start','d8ndqgf4xxwj','audience.create','done',NULL,'vips',NULL,'{"audience":{"platforms":["ios"]},"title":""}','6bfdb49a480f640adda5b0cb9d65e859');
INSERT INTO "audit" VALUES(36,1795841358127,'first start','d8ndqgf4xxwj','live.block.change','done','mall','bottomFloat','{"block":{"audience":null,"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null},"revision":11}','{"block":{"audience":{"name":"vips","platforms":["ios"]},"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null},"revision":15}','6bfdb49a480f640adda5b0cb9d65e85a');
INSERT INTO "audit" VALUES(37,1795841358164,'first start','d8ndqgf4xxwj','live.block.change','done','mall','otc','{"block":{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":15}','{"block":{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","cards":{"1501":{"audience":{"platforms":["web"]},"enabled":true,"from":null,"until":"2090-01-01T00:00:00.000Z"}},"content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null},"revision":18}','6bfdb49a480f640adda5b0cb9d65e85c');
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
INSERT INTO "block_versions" VALUES(1,1,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'7F256A45567ED0329DFE720ECCC2D6007ABBED95B4B03DB0EC30C9C26595016E',1795841353635,'homeblocks',932);
INSERT INTO "block_versions" VALUES(2,1,'beltAndRoad','MALL_AD','{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'43EC8A2A103E254E1960B51CA7824CFEB0B12ABC8E84DF430E3261109249DE87',1795841353635,'homeblocks',1108);
INSERT INTO "block_versions" VALUES(3,1,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'17FE0B5BAA3FE0D3019F9776F89B58694494A5755FF909889995D39699444D68',1795841353635,'homeblocks',1009);
INSERT INTO "block_versions" VALUES(4,1,'otc','MALL_AD','{"audience":null,"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'3359AF28380B15D9CDAE4D95A2624479CFBC693CE5CA2D975A684AC3828DA73A',1795841353635,'homeblocks',701);
INSERT INTO "block_versions" VALUES(5,1,'middleAd','MALL_AD','{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8A9CC9EB6D8F40CADA25BB084F0844AC7F16EE32ED4C06532901E9F533AE0065',1795841353635,'homeblocks',1084);
INSERT INTO "block_versions" VALUES(6,1,'bottomFloat','MALL_BOTTOM_FLOAT','{"audience":null,"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'5CFA56A004400D0D4E7433CCE10195E5242E274D2BF652FFAEBFC5A4C33C9E7B',1795841353635,'homeblocks',1424);
INSERT INTO "block_versions" VALUES(7,2,'HOMEPAGE_BANNER','BANNER','{"audience":null,"blockCode":"HOMEPAGE_BANNER","content":{"extInfo":{"banners":[{"adDispatchJson":null,"adLocation":null,"adSource":null,"adid":null,"adurlV2":null,"alg":null,"bannerId":"17800000000000","dynamicVideoData":null,"encodeId":"2930000000","event":null,"exclusive":false,"extMonitor":null,"extMonitorInfo":null,"monitorBlackList":null,"monitorClick":null,"monitorClickList":null,"monitorImpress":null,"monitorImpressList":null,"monitorType":null,"pic":"/assets/banners/summer-tide.svg","pid":null,"program":null,"requestId":"","scm":"1.starter.banner.1.summer-tide","showAdTag":false,"showContext":null,"song":null,"targetId":2930000000,"targetType":1,"titleColor":"red","typeTitle":"新歌首发","url":null,"video":null},{"adDispatchJson":null,"adLocation":null,"adSource":null,"adid":null,"adurlV2":null,"alg":null,"bannerId":"17800000004096","dynamicVideoData":null,"encodeId":"9007199254741035","event":null,"exclusive":false,"extMonitor":null,"extMonitorInfo":null,"monitorBlackList":null,"monitorClick":null,"monitorClickList":null,"monitorImpress":null,"monitorImpressList":null,"monitorType":null,"pic":"/assets/banners/midnight-radio.svg","pid":null,"program":null,"requestId":"","scm":"1.starter.banner.2.midnight-radio","showAdTag":false,"showContext":null,"song":null,"targetId":9007199254741035,"targetType":1000,"titleColor":"blue","typeTitle":"电台","url":null,"video":null}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"BANNER","until":null}',X'4BDA9C345C527B3650973321F1AC58A6F7DCD5753B24E41DE039324A58A86C6F',1795841353670,'homeblocks',2738);
INSERT INTO "block_versions" VALUES(8,2,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL','DRAGON_BALL','{"audience":null,"blockCode":"HOMEPAGE_BLOCK_OLD_DRAGON_BALL","content":{"creatives":[{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/daily","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-1","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/daily","uiElement":{"image":{"imageUrl":"/assets/icons/daily.svg"},"mainTitle":{"title":"今日精选"},"rcmdShowType":"DEFAULT"},"valid":true}]},{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/radio","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-6","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/radio","uiElement":{"image":{"imageUrl":"/assets/icons/radio-wave.svg"},"mainTitle":{"title":"漫游电台"},"rcmdShowType":"DEFAULT"},"valid":true}]},{"creativeType":"DRAGON_BALL","position":0,"resources":[{"action":"orpheus://starter/playlists","actionType":"orpheus","alg":null,"logInfo":null,"resourceExtInfo":{"skinSupport":true},"resourceId":"-2","resourceType":"dragon_ball","resourceUrl":"orpheus://starter/playlists","uiElement":{"image":{"imageUrl":"/assets/icons/playlist.svg"},"mainTitle":{"title":"歌单广场"},"rcmdShowType":"DEFAULT"},"valid":true}]}],"uiElement":{"rcmdShowType":"DEFAULT"}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"DRAGON_BALL","until":null}',X'A70462661AEFD5EA44FC6B687D62102026E473D0BD59A5C700F549F46C3A9257',1795841353670,'homeblocks',3046);
INSERT INTO "block_versions" VALUES(9,2,'HOMEPAGE_BLOCK_PLAYLIST_RCMD','HOMEPAGE_SLIDE_PLAYLIST','{"audience":null,"blockCode":"HOMEPAGE_BLOCK_PLAYLIST_RCMD","content":{"action":"orpheus://starter/playlists?tab=for-you","actionType":"orpheus","creatives":[{"action":"orpheus://playlist/7710007919?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","creativeId":"7710007919","creativeType":"list","position":0,"resources":[{"action":"orpheus://playlist/7710007919?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","logInfo":null,"resourceExtInfo":{"highQuality":true,"playCount":1284500},"resourceId":"7710007919","resourceType":"list","resourceUrl":null,"uiElement":{"image":{"imageUrl":"/assets/covers/paper-waves.svg"},"labelTexts":["流行","海边"],"mainTitle":{"title":"傍晚六点的海风 | City pop by the sea"},"rcmdShowType":"DEFAULT"},"valid":true}],"uiElement":{"image":{"imageUrl":"/assets/covers/paper-waves.svg"},"labelTexts":["流行","海边"],"mainTitle":{"title":"傍晚六点的海风 | City pop by the sea"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://playlist/7710015838?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","creativeId":"7710015838","creativeType":"list","position":0,"resources":[{"action":"orpheus://playlist/7710015838?autoplay=0&from=for-you","actionType":"orpheus","alg":"starter","logInfo":null,"resourceExtInfo":{"highQuality":false,"playCount":845213},"resourceId":"7710015838","resourceType":"list","resourceUrl":null,"uiElement":{"image":{"imageUrl":"/assets/covers/headphones.svg"},"labelTexts":["民谣","治愈"],"mainTitle":{"title":"把耳机分你一半"},"rcmdShowType":"DEFAULT","subTitle":{"title":"32 首 songs"}},"valid":true}],"uiElement":{"image":{"imageUrl":"/assets/covers/headphones.svg"},"labelTexts":["民谣","治愈"],"mainTitle":{"title":"把耳机分你一半"},"rcmdShowType":"DEFAULT","subTitle":{"title":"32 首 songs"}}}],"uiElement":{"button":{"action":"orpheus://starter/playlists?tab=for-you","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"为你挑选 For You"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"HOMEPAGE_SLIDE_PLAYLIST","until":null}',X'68265B92386939DA09DD6AE0FD3386B425B6557947794A5DF0B071F25976A9DE',1795841353670,'homeblocks',4257);
INSERT INTO "block_versions" VALUES(10,2,'HOMEPAGE_VOICELIST_RCMD','SLIDE_VOICELIST','{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null}',X'F1597C7477A4A5E72D0F80CD242BF09FAAFE322B57070DBEB7102D993BE3B00E',1795841353670,'homeblocks',1991);
INSERT INTO "block_versions" VALUES(11,1,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"Imported before the upgrade","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'6D9E5CB6B7179256CC718AA3560BB432CAD260FB12062164F7B5A1CC80E11B26',1795841354926,'first start',897);
INSERT INTO "block_versions" VALUES(12,3,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"Imported before the upgrade","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'6D9E5CB6B7179256CC718AA3560BB432CAD260FB12062164F7B5A1CC80E11B26',1795841354951,'first start',897);
INSERT INTO "block_versions" VALUES(13,3,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"我的钱包 Wallet"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'17FE0B5BAA3FE0D3019F9776F89B58694494A5755FF909889995D39699444D68',1795841354951,'first start',1009);
INSERT INTO "block_versions" VALUES(14,3,'otc','MALL_AD','{"audience":null,"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'3359AF28380B15D9CDAE4D95A2624479CFBC693CE5CA2D975A684AC3828DA73A',1795841354951,'first start',701);
INSERT INTO "block_versions" VALUES(15,1,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'030B92722CC4A7A0AB3CB27CFEEEFF95A42492D66AA3444784BB1BF72AFFA235',1795841357788,'first start',1004);
INSERT INTO "block_versions" VALUES(16,1,'otc','MALL_AD','{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8C2120CBEBF2C9D263A0FC5343D45512604DBE134DD1C54E17132365427826D8',1795841357802,'first start',813);
INSERT INTO "block_versions" VALUES(17,1,'beltAndRoad','MALL_AD','{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":{"en":{"uiElement":{"subTitle":{"title":"In English"}}}},"showType":"MALL_AD","until":"2090-01-01T00:00:00.000Z"}',X'6759C95F10864A6589F879A2BC040C97210D8EC4A86FBF48C951620A3781CC89',1795841357817,'first start',1274);
INSERT INTO "block_versions" VALUES(18,4,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'030B92722CC4A7A0AB3CB27CFEEEFF95A42492D66AA3444784BB1BF72AFFA235',1795841357835,'first start',1004);
INSERT INTO "block_versions" VALUES(19,4,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'7F256A45567ED0329DFE720ECCC2D6007ABBED95B4B03DB0EC30C9C26595016E',1795841357835,'first start',932);
INSERT INTO "block_versions" VALUES(20,4,'beltAndRoad','MALL_AD','{"audience":null,"blockCode":"beltAndRoad","content":{"extInfo":{"list":[{"backgroundColor":"#FFB36B","badge":"直采","currency":null,"id":1101,"imageUrl":"/assets/mall/silk-strip.svg","price":null,"subtitle":"干果、香料与手工毯","title":"丝路好物 Caravan Finds","url":"homeblocks://mall/zone/caravan"},{"backgroundColor":"#F9A8BD","badge":null,"currency":null,"id":1102,"imageUrl":"/assets/mall/select-zone.svg","price":null,"subtitle":null,"title":"精选小店 Hand-picked shops","url":"homeblocks://mall/zone/hand-picked"}]}},"enabled":true,"fallback":null,"from":null,"localizations":{"en":{"uiElement":{"subTitle":{"title":"In English"}}}},"showType":"MALL_AD","until":"2090-01-01T00:00:00.000Z"}',X'6759C95F10864A6589F879A2BC040C97210D8EC4A86FBF48C951620A3781CC89',1795841357835,'first start',1274);
INSERT INTO "block_versions" VALUES(21,4,'otc','MALL_AD','{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8C2120CBEBF2C9D263A0FC5343D45512604DBE134DD1C54E17132365427826D8',1795841357835,'first start',813);
INSERT INTO "block_versions" VALUES(22,4,'middleAd','MALL_AD','{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'8A9CC9EB6D8F40CADA25BB084F0844AC7F16EE32ED4C06532901E9F533AE0065',1795841357835,'first start',1084);
INSERT INTO "block_versions" VALUES(23,4,'bottomFloat','MALL_BOTTOM_FLOAT','{"audience":null,"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'5CFA56A004400D0D4E7433CCE10195E5242E274D2BF652FFAEBFC5A4C33C9E7B',1795841357835,'first start',1424);
INSERT INTO "block_versions" VALUES(30,1,'middleAd','MALL_AD','{"audience":null,"blockCode":"middleAd","content":{"extInfo":{"list":[{"backgroundColor":"#A8D58D","badge":"满减","currency":"CNY","id":2001,"imageUrl":"/assets/mall/tea-fair.svg","price":89.9,"subtitle":"明前龙井与山野白茶","title":"春茶节 Spring Tea Fair","url":"homeblocks://mall/tea-fair"},{"backgroundColor":"#6A3D8F","badge":null,"currency":null,"id":2002,"imageUrl":"/assets/mall/carnival.svg","price":null,"subtitle":null,"title":"狂欢加场 Encore","url":"homeblocks://mall/carnival/encore"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'FFABD28E3A952E596970E1AEB9B3D48474BDDE6CFFD7BEE8BA0D53A54EF76E64',1795841358011,'first start',1085);
INSERT INTO "block_versions" VALUES(31,1,'marquee','MALL_MARQUEE','{"audience":null,"blockCode":"marquee","content":{"extInfo":{"list":[{"badge":"新","id":1001,"imageUrl":"/assets/mall/horn.svg","publishTime":1788220800000,"title":"春茶节今日开场，满 199 减 40 Spring tea fair is open","url":"homeblocks://mall/tea-fair"},{"badge":null,"id":1002,"imageUrl":"/assets/mall/horn.svg","publishTime":1788307200000,"title":"夜间配送延长至 23:30 Late delivery until 23:30","url":"homeblocks://mall/notice/1002"}]}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_MARQUEE","until":null}',X'8171C7E1E4A633AC1ECFA5E9A32F335FC9545CFFBA114F87E9A21C2E134D6797',1795841358050,'first start',933);
INSERT INTO "block_versions" VALUES(32,1,'wallet','MALL_NAVIGATION','{"audience":null,"blockCode":"wallet","content":{"extInfo":{"list":[{"badge":null,"id":1401,"imageUrl":"/assets/mall/recharge.svg","needsLogin":true,"subtitle":"Top up","title":"手机充值","url":"homeblocks://mall/recharge"},{"badge":"3","id":1402,"imageUrl":"/assets/mall/vouchers.svg","needsLogin":true,"subtitle":"Vouchers","title":"优惠券","url":"homeblocks://mall/coupons"}]},"uiElement":{"subTitle":{"title":"Wallet, edited"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"MALL_NAVIGATION","until":null}',X'E3C07F1F4DC7FDE377FB8DB5ED796BE336F44B50E0412B81EC3569BA43471448',1795841358086,'first start',1005);
INSERT INTO "block_versions" VALUES(33,2,'HOMEPAGE_VOICELIST_RCMD','SLIDE_VOICELIST','{"audience":null,"blockCode":"HOMEPAGE_VOICELIST_RCMD","content":{"creatives":[{"action":"orpheus://djradio/930400100","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":1}","creativeExtInfoVO":{"playCount":331207},"creativeId":"930400100","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/moon-lake.svg"},"mainTitle":{"title":"灯塔看守人日记"},"rcmdShowType":"DEFAULT"}},{"action":"orpheus://djradio/930400177","actionType":"orpheus","alg":"{\"alg\":\"starter\",\"rank\":2}","creativeExtInfoVO":{"playCount":128840},"creativeId":"930400177","creativeType":"voiceList","position":0,"source":"alg","uiElement":{"image":{"imageUrl":"/assets/covers/metro-lines.svg"},"mainTitle":{"title":"城市角落的声音地图"},"rcmdShowType":"DEFAULT"}}],"uiElement":{"button":{"action":"orpheus://starter/voices","actionType":"orpheus","biData":null,"iconUrl":null,"text":"更多"},"rcmdShowType":"DEFAULT","subTitle":{"title":"听个故事 Stories"}}},"enabled":false,"fallback":null,"from":null,"localizations":null,"showType":"SLIDE_VOICELIST","until":null}',X'061EE951EBCDC13C58F62982DE55083305B37E7E62A6B4620F601AAE5E6D9139',1795841358101,'first start',1992);
INSERT INTO "block_versions" VALUES(34,1,'bottomFloat','MALL_BOTTOM_FLOAT','{"audience":{"name":"vips","platforms":["ios"]},"blockCode":"bottomFloat","content":{"extInfo":{"headerList":[{"badge":null,"id":2201,"imageUrl":null,"selected":true,"subtitle":"For you","title":"猜你喜欢","url":"homeblocks://mall/feed/for-you"},{"badge":"新","id":2202,"imageUrl":null,"selected":false,"subtitle":"New in","title":"新品","url":"homeblocks://mall/feed/new"},{"badge":null,"id":2203,"imageUrl":null,"selected":false,"subtitle":"Shops","title":"好店","url":"homeblocks://mall/feed/shops"},{"badge":null,"id":2204,"imageUrl":"/assets/mall/vouchers.svg","selected":false,"subtitle":"Deals","title":"低价","url":"homeblocks://mall/feed/deals"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_BOTTOM_FLOAT","until":null}',X'4D1AF723C193FBF3D068A71B5DF9253FA7C6B80C87D8AFC9F9D02F76A7ADB966',1795841358127,'first start',1502);
INSERT INTO "block_versions" VALUES(35,1,'otc','MALL_AD','{"audience":{"appVersion":{"min":"9.0"},"platforms":["ios"]},"blockCode":"otc","cards":{"1501":{"audience":{"platforms":["web"]},"enabled":true,"from":null,"until":"2090-01-01T00:00:00.000Z"}},"content":{"extInfo":{"list":[{"backgroundColor":"#8FE0C6","badge":"送药上门","currency":null,"id":1501,"imageUrl":"/assets/mall/pharmacy-zone.svg","price":null,"subtitle":"在线药师 24 小时","title":"家庭药箱 Home pharmacy","url":"homeblocks://mall/otc"}]}},"enabled":true,"fallback":null,"from":null,"localizations":null,"showType":"MALL_AD","until":null}',X'5004A382454B6821BEB528C2467AAF0F9106B5E95BAA6A3A6C4E1086ADF988DE',1795841358164,'first start',1062);
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
INSERT INTO "credentials" VALUES('3isqpharkxrf','token','Old admin','admin',X'9F392D2494F21485D4C383D949D80DD19655814DA9DCFFFF1C63BE252451BB21',1795841354560,'command line',NULL,NULL,1795841354806);
INSERT INTO "credentials" VALUES('42sjjqixpjty','token','Old editor','editor',X'5B2EDA2DB67646AE730403A5A39BF699C4707B940947CB4881D417C8A5CE4470',1795841354968,'first start',3786912000000,NULL,NULL);
INSERT INTO "credentials" VALUES('d8ndqgf4xxwj','token','first start','admin',X'4F47EA99AFAF89463C409B05967C3477D26A00E7410EF5B4E42B5CBA094C1FBD',1795841353792,'homeblocks',NULL,1795841354839,NULL);
INSERT INTO "credentials" VALUES('h2ifqsifcucg','operator','Lin','publisher',X'736372797074243332373638243824332454786E62724A3255395171426F317432454F536D36673D3D245979474A5067475547376D4B355647485A4E367474794A42746C6A32706C784A364958694D6276635875733D',1795841357757,'first start',NULL,NULL,NULL);
INSERT INTO "credentials" VALUES('tbz4yuqwtb35','token','Old viewer','viewer',X'B104B1CAFA0B3D25FA8D306FDF4313D37DEC195BB263DD0CD0964498200D62D5',1795841354113,'command line',3786912000000,NULL,NULL);
INSERT INTO "credentials" VALUES('vrqsffud3ft9','token','Old publisher','publisher',X'6374A9BFB3877465E8DDAC3032B39C4F4FDF612CEAC6C309A5C8B554BB4D7FB5',1795841354334,'command line',NULL,NULL,NULL);
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
INSERT INTO "drafts" VALUES(1,19,18,1795841358164,'first start','[]');
INSERT INTO "drafts" VALUES(2,3,2,1795841358101,'first start','[]');
CREATE TABLE idempotency (
    credential  TEXT NOT NULL,
    key         TEXT NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    fingerprint BLOB NOT NULL,
    answer      TEXT NOT NULL CHECK (json_valid(answer)),
    created_at  INTEGER NOT NULL,
    PRIMARY KEY (credential, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "idempotency" VALUES('d8ndqgf4xxwj','fixture-1',X'C41583EBE64D26E6CF2FAE69798C658517D97E5766593966F74321E24FF7B907','{"order":{"revision":2,"order":["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"],"page":"mall","changedAt":{"milliseconds":1795841354842},"changedBy":"first start"},"moved":["wallet"],"carried":[]}',1795841354842);
INSERT INTO "idempotency" VALUES('d8ndqgf4xxwj','page-campaign',X'F92107B1AAC01D2C12E8EA9C1EE7EC25EC76C18D7C8747F6E7A45A66DB937232','{"hasDraft":false,"showing":"campaign","page":{"title":"Campaign","slug":"campaign"},"revision":1}',1795841357834);
INSERT INTO "idempotency" VALUES('d8ndqgf4xxwj','page-mistake',X'E1713A544A75662DF0DF3B62B58C7D2F030382D5AAECDBEA221A5BEE1372CA5D','{"hasDraft":false,"showing":"mistake","page":{"title":"Mistake","slug":"mistake"},"revision":1}',1795841357880);
CREATE TABLE orders (
    id         INTEGER PRIMARY KEY,
    page_id    INTEGER NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    since      INTEGER NOT NULL CHECK (since >= 1),
    codes      TEXT NOT NULL CHECK (json_valid(codes) AND json_type(codes) = 'array'),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    UNIQUE (page_id, id)
) STRICT;
INSERT INTO "orders" VALUES(1,1,1,'["marquee","beltAndRoad","wallet","otc","middleAd","bottomFloat"]',1795841353635,'homeblocks');
INSERT INTO "orders" VALUES(2,2,1,'["HOMEPAGE_BANNER","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD","HOMEPAGE_VOICELIST_RCMD"]',1795841353670,'homeblocks');
INSERT INTO "orders" VALUES(3,1,2,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795841354842,'first start');
INSERT INTO "orders" VALUES(4,1,3,'["otc","wallet","marquee","beltAndRoad","middleAd","bottomFloat"]',1795841354859,'first start');
INSERT INTO "orders" VALUES(5,1,4,'["marquee","wallet","otc","middleAd","beltAndRoad","bottomFloat"]',1795841354870,'first start');
INSERT INTO "orders" VALUES(6,2,2,'["HOMEPAGE_BANNER","HOMEPAGE_VOICELIST_RCMD","HOMEPAGE_BLOCK_OLD_DRAGON_BALL","HOMEPAGE_BLOCK_PLAYLIST_RCMD"]',1795841354880,'first start');
INSERT INTO "orders" VALUES(7,3,1,'["marquee","wallet","otc"]',1795841354951,'first start');
INSERT INTO "orders" VALUES(8,1,6,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795841357770,'first start');
INSERT INTO "orders" VALUES(9,4,1,'["wallet","marquee","beltAndRoad","otc","middleAd","bottomFloat"]',1795841357835,'first start');
INSERT INTO "orders" VALUES(10,4,2,'["middleAd","wallet","marquee","beltAndRoad","otc","bottomFloat"]',1795841357953,'first start');
CREATE TABLE pages (
    id         INTEGER PRIMARY KEY,
    slug       TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 64 AND slug NOT GLOB '*[^a-z0-9-]*'),
    title      TEXT NOT NULL CHECK (length(title) <= 200),
    -- The family of published apps that the page must stay readable for.
    client     TEXT CHECK (client IN ('netease')),
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL
) STRICT;
INSERT INTO "pages" VALUES(1,'mall','Small mall home',NULL,1795841353635,'homeblocks');
INSERT INTO "pages" VALUES(2,'music','Small music home','netease',1795841353670,'homeblocks');
INSERT INTO "pages" VALUES(3,'shelf','Shelf',NULL,1795841354951,'first start');
INSERT INTO "pages" VALUES(4,'campaign','Campaign',NULL,1795841357835,'first start');
CREATE TABLE placements (
    tree_id    INTEGER NOT NULL REFERENCES trees (id) ON DELETE CASCADE,
    block_code TEXT NOT NULL,
    version_id INTEGER NOT NULL, since INTEGER NOT NULL DEFAULT 1 CHECK (since >= 1), changed_by TEXT NOT NULL DEFAULT '', changed_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (tree_id, block_code),
    FOREIGN KEY (version_id, block_code) REFERENCES block_versions (id, block_code)
) STRICT, WITHOUT ROWID;
INSERT INTO "placements" VALUES(1,'beltAndRoad',2,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(1,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(1,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(1,'middleAd',5,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(1,'otc',4,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(1,'wallet',3,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_BANNER',7,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL',8,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_BLOCK_PLAYLIST_RCMD',9,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(2,'HOMEPAGE_VOICELIST_RCMD',10,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(3,'beltAndRoad',2,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(3,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(3,'marquee',11,5,'first start',1795841354926);
INSERT INTO "placements" VALUES(3,'middleAd',5,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(3,'otc',4,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(3,'wallet',3,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(4,'marquee',12,1,'first start',1795841354951);
INSERT INTO "placements" VALUES(4,'otc',14,1,'first start',1795841354951);
INSERT INTO "placements" VALUES(4,'wallet',13,1,'first start',1795841354951);
INSERT INTO "placements" VALUES(5,'beltAndRoad',2,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(5,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(5,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(5,'middleAd',5,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(5,'otc',4,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(5,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(6,'beltAndRoad',2,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(6,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(6,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(6,'middleAd',5,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(6,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(6,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(7,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(7,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(7,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(7,'middleAd',5,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(7,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(7,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(8,'beltAndRoad',20,1,'first start',1795841357835);
INSERT INTO "placements" VALUES(8,'bottomFloat',23,1,'first start',1795841357835);
INSERT INTO "placements" VALUES(8,'marquee',19,1,'first start',1795841357835);
INSERT INTO "placements" VALUES(8,'middleAd',22,1,'first start',1795841357835);
INSERT INTO "placements" VALUES(8,'otc',21,1,'first start',1795841357835);
INSERT INTO "placements" VALUES(8,'wallet',18,1,'first start',1795841357835);
INSERT INTO "placements" VALUES(9,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(9,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(9,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(9,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(9,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(9,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(10,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(10,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(10,'marquee',31,12,'first start',1795841358050);
INSERT INTO "placements" VALUES(10,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(10,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(10,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(11,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(11,'bottomFloat',6,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(11,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(11,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(11,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(11,'wallet',32,14,'first start',1795841358086);
INSERT INTO "placements" VALUES(12,'HOMEPAGE_BANNER',7,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(12,'HOMEPAGE_BLOCK_OLD_DRAGON_BALL',8,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(12,'HOMEPAGE_BLOCK_PLAYLIST_RCMD',9,1,'homeblocks',1795841353670);
INSERT INTO "placements" VALUES(12,'HOMEPAGE_VOICELIST_RCMD',33,3,'first start',1795841358101);
INSERT INTO "placements" VALUES(13,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(13,'bottomFloat',34,15,'first start',1795841358127);
INSERT INTO "placements" VALUES(13,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(13,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(13,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(13,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(14,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(14,'bottomFloat',34,15,'first start',1795841358127);
INSERT INTO "placements" VALUES(14,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(14,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(14,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(14,'wallet',32,14,'first start',1795841358086);
INSERT INTO "placements" VALUES(15,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(15,'bottomFloat',34,15,'first start',1795841358127);
INSERT INTO "placements" VALUES(15,'marquee',31,12,'first start',1795841358050);
INSERT INTO "placements" VALUES(15,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(15,'otc',16,8,'first start',1795841357802);
INSERT INTO "placements" VALUES(15,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(16,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(16,'bottomFloat',34,15,'first start',1795841358127);
INSERT INTO "placements" VALUES(16,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(16,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(16,'otc',35,18,'first start',1795841358164);
INSERT INTO "placements" VALUES(16,'wallet',15,7,'first start',1795841357788);
INSERT INTO "placements" VALUES(17,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(17,'bottomFloat',34,15,'first start',1795841358127);
INSERT INTO "placements" VALUES(17,'marquee',1,1,'homeblocks',1795841353635);
INSERT INTO "placements" VALUES(17,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(17,'otc',35,18,'first start',1795841358164);
INSERT INTO "placements" VALUES(17,'wallet',32,14,'first start',1795841358086);
INSERT INTO "placements" VALUES(18,'beltAndRoad',17,9,'first start',1795841357817);
INSERT INTO "placements" VALUES(18,'bottomFloat',34,15,'first start',1795841358127);
INSERT INTO "placements" VALUES(18,'marquee',31,12,'first start',1795841358050);
INSERT INTO "placements" VALUES(18,'middleAd',30,10,'first start',1795841358011);
INSERT INTO "placements" VALUES(18,'otc',35,18,'first start',1795841358164);
INSERT INTO "placements" VALUES(18,'wallet',15,7,'first start',1795841357788);
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
INSERT INTO "releases" VALUES(1,1,1,1795841353635,0,'',1795841353635,'homeblocks',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(2,2,1,1795841353670,0,'',1795841353670,'homeblocks',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(3,1,2,1795841354842,0,'',1795841354842,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(4,1,3,1795841354859,0,'',1795841354859,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(5,1,4,1795841354870,0,'',1795841354870,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(6,2,2,1795841354880,0,'',1795841354880,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(7,1,5,1795841354926,0,'',1795841354926,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(8,3,1,1795841354951,0,'',1795841354951,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(9,1,6,1795841357770,0,'Restored',1795841357770,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(10,1,7,1795841357788,0,'',1795841357788,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(11,1,8,1795841357802,0,'',1795841357802,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(12,1,9,1795841357817,0,'',1795841357817,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(13,4,1,1795841357835,0,'',1795841357835,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(15,4,2,1795841357953,0,'',1795841357953,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(16,1,11,1795841358028,0,'Published at once',1795841358028,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(17,1,13,3786912000000,1,'Planned',1795841358070,'first start',1795841358127,'first start',NULL,11,1);
INSERT INTO "releases" VALUES(18,1,15,1795841358127,0,'',1795841358127,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(19,1,17,3786912000000,1,'Planned',1795841358070,'first start',1795841358164,'first start',17,15,1);
INSERT INTO "releases" VALUES(20,1,18,1795841358164,0,'',1795841358164,'first start',NULL,NULL,NULL,NULL,0);
INSERT INTO "releases" VALUES(21,1,20,3786912000000,1,'Planned',1795841358070,'first start',NULL,NULL,17,18,0);
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
INSERT INTO "revisions" VALUES(1,1,NULL,1,1,'import','',1795841353635,'homeblocks');
INSERT INTO "revisions" VALUES(1,2,1,3,1,'order','',1795841354842,'first start');
INSERT INTO "revisions" VALUES(1,3,2,4,1,'order','',1795841354859,'first start');
INSERT INTO "revisions" VALUES(1,4,3,5,1,'order','',1795841354870,'first start');
INSERT INTO "revisions" VALUES(1,5,4,5,3,'import','',1795841354926,'first start');
INSERT INTO "revisions" VALUES(1,6,5,8,1,'restore','Restored',1795841357770,'first start');
INSERT INTO "revisions" VALUES(1,7,6,8,5,'block.change','',1795841357788,'first start');
INSERT INTO "revisions" VALUES(1,8,7,8,6,'block.change','',1795841357802,'first start');
INSERT INTO "revisions" VALUES(1,9,8,8,7,'block.change','',1795841357817,'first start');
INSERT INTO "revisions" VALUES(1,10,9,8,9,'block.change','',1795841358011,'first start');
INSERT INTO "revisions" VALUES(1,11,9,8,9,'publish','Published at once',1795841358028,'first start');
INSERT INTO "revisions" VALUES(1,12,11,8,10,'block.change','',1795841358050,'first start');
INSERT INTO "revisions" VALUES(1,13,11,8,10,'publish','Planned',1795841358070,'first start');
INSERT INTO "revisions" VALUES(1,14,11,8,11,'block.change','',1795841358086,'first start');
INSERT INTO "revisions" VALUES(1,15,11,8,13,'block.change','',1795841358127,'first start');
INSERT INTO "revisions" VALUES(1,16,14,8,14,'merge','',1795841358127,'first start');
INSERT INTO "revisions" VALUES(1,17,13,8,15,'merge','',1795841358127,'first start');
INSERT INTO "revisions" VALUES(1,18,15,8,16,'block.change','',1795841358164,'first start');
INSERT INTO "revisions" VALUES(1,19,16,8,17,'merge','',1795841358164,'first start');
INSERT INTO "revisions" VALUES(1,20,17,8,18,'merge','',1795841358164,'first start');
INSERT INTO "revisions" VALUES(2,1,NULL,2,2,'import','',1795841353670,'homeblocks');
INSERT INTO "revisions" VALUES(2,2,1,6,2,'order','',1795841354880,'first start');
INSERT INTO "revisions" VALUES(2,3,2,6,12,'block.change','',1795841358101,'first start');
INSERT INTO "revisions" VALUES(3,1,NULL,7,4,'import','',1795841354951,'first start');
INSERT INTO "revisions" VALUES(4,1,NULL,9,8,'create','',1795841357835,'first start');
INSERT INTO "revisions" VALUES(4,2,1,10,8,'order','',1795841357953,'first start');
CREATE TABLE sessions (
    -- The SHA-256 of what the browser keeps.
    hash         BLOB PRIMARY KEY CHECK (length(hash) = 32),
    operator     TEXT NOT NULL REFERENCES credentials (id),
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL CHECK (created_at < expires_at)
) STRICT, WITHOUT ROWID;
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
INSERT INTO "takeovers" VALUES(1,3,4,1795841357966,3786912000000,'',1795841357966,'first start',NULL,NULL);
INSERT INTO "takeovers" VALUES(2,1,4,3786912000000,3818448000000,'',1795841357978,'first start',NULL,NULL);
INSERT INTO "takeovers" VALUES(3,1,3,3849984000000,3881606400000,'',1795841357994,'first start',1795841358002,'first start');
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
CREATE UNIQUE INDEX credentials_operator ON credentials (name) WHERE kind = 'operator' AND revoked_at IS NULL;
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
CREATE TRIGGER placements_are_immutable BEFORE UPDATE ON placements
BEGIN SELECT RAISE (ABORT, 'a placement never changes'); END;
CREATE TRIGGER placements_come_before_the_revision BEFORE INSERT ON placements
WHEN EXISTS (
    SELECT 1 FROM trees AS t JOIN revisions AS r ON r.page_id = t.page_id AND r.tree_id = t.id
    WHERE t.id = NEW.tree_id
)
BEGIN SELECT RAISE (ABORT, 'a tree never changes'); END;
CREATE INDEX releases_live ON releases (page_id, at, coalesce(origin, id)) WHERE cancelled_at IS NULL;
CREATE INDEX releases_listed ON releases (page_id, at, coalesce(origin, id)) WHERE superseded = 0;
CREATE INDEX releases_origin ON releases (origin) WHERE origin IS NOT NULL;
CREATE TRIGGER releases_follow_their_origin BEFORE INSERT ON releases
WHEN NEW.origin IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM releases WHERE id = NEW.origin AND page_id = NEW.page_id AND at = NEW.at AND scheduled = 1
)
BEGIN SELECT RAISE (ABORT, 'a release follows one of its page and instant'); END;
CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON revisions
WHEN NEW.parent IS NOT NULL OR NEW.page_id <> OLD.page_id OR NEW.number <> OLD.number
  OR NEW.order_id <> OLD.order_id OR NEW.tree_id <> OLD.tree_id OR NEW.cause <> OLD.cause
  OR NEW.message <> OLD.message OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a revision never changes'); END;
CREATE INDEX takeovers_page ON takeovers (page_id, begins_at);
CREATE TRIGGER takeovers_are_only_cancelled BEFORE UPDATE ON takeovers
WHEN OLD.cancelled_at IS NOT NULL OR NEW.cancelled_at IS NULL
  OR NEW.id <> OLD.id OR NEW.page_id <> OLD.page_id OR NEW.shown_page_id <> OLD.shown_page_id
  OR NEW.begins_at <> OLD.begins_at OR NEW.ends_at <> OLD.ends_at OR NEW.message <> OLD.message
  OR NEW.created_at <> OLD.created_at OR NEW.created_by <> OLD.created_by
BEGIN SELECT RAISE (ABORT, 'a takeover can only be cancelled'); END;
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('block_versions',35);
INSERT INTO "sqlite_sequence" VALUES('releases',21);
INSERT INTO "sqlite_sequence" VALUES('audit',37);
INSERT INTO "sqlite_sequence" VALUES('takeovers',3);
COMMIT;
