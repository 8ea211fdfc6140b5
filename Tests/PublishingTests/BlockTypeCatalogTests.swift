import HomeBlocks
import Publishing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct BlockTypeCatalogTests {
    /// The issues of a starter page's block with one change.
    func issues(_ code: String, _ change: (inout BlockResource) throws -> Void) throws -> [String] {
        let catalog = try Project.catalog()
        var block = try #require(try Project.page("music").blocks.first { $0.blockCode == code })
        try change(&block)
        return catalog.issues(in: block, client: .netease).map(\.pointer.description)
    }

    @Test(arguments: ["music", "mall", "demo", "news", "moments"])
    func starterPages_areValid(_ slug: String) throws {
        let page = try Project.page(slug)
        try page.validate(try Project.catalog(), client: page.client)
    }

    @Test func mall_hasTheFifteenCodesOfItsSortModel() throws {
        let codes = [
            "marquee", "beltAndRoad", "shoppingCarnival", "walletCard", "wallet", "otc", "hxPrefecture", "middleNav",
            "bottomNav", "otherMall", "otherService", "broadcast", "middleAd", "localService", "bottomFloat",
        ]
        #expect(try Project.page("mall").order == codes)
    }

    /// Content that crashes published clients, by section.
    @Test(arguments: [
        ("HOMEPAGE_BANNER", "/extInfo/banners", JSONValue.array([]), "/content/extInfo/banners"),
        ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "/uiElement/subTitle/title", nil, "/content/uiElement/subTitle/title"),
        ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "/uiElement/button/text", nil, "/content/uiElement/button/text"),
        ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "/uiElement", nil, "/content/uiElement"),
        ("HOMEPAGE_BLOCK_PLAYLIST_RCMD", "/creatives/1/resources", .array([]), "/content/creatives/1/resources"),
        (
            "HOMEPAGE_BLOCK_MGC_PLAYLIST", "/creatives/0/resources/0/resourceExtInfo/playCount", nil,
            "/content/creatives/0/resources/0/resourceExtInfo/playCount"
        ),
        (
            "HOMEPAGE_BLOCK_STYLE_RCMD", "/creatives/0/resources/0/resourceExtInfo/artists", .array([]),
            "/content/creatives/0/resources/0/resourceExtInfo/artists"
        ),
        ("HOMEPAGE_MUSIC_CALENDAR", "/creatives/0/resources", .array([]), "/content/creatives/0/resources"),
        (
            "HOMEPAGE_MUSIC_CALENDAR", "/creatives/0/resources/0/uiElement/labelTexts", .array([]),
            "/content/creatives/0/resources/0/uiElement/labelTexts"
        ),
        (
            "HOMEPAGE_BLOCK_NEW_ALBUM_NEW_SONG", "/creatives/0/uiElement/mainTitle", nil,
            "/content/creatives/0/uiElement/mainTitle"
        ),
        ("HOMEPAGE_PODCAST24", "/uiElement/subTitle", nil, "/content/uiElement/subTitle"),
        ("HOMEPAGE_VOICELIST_RCMD", "/creatives/0/creativeExtInfoVO", nil, "/content/creatives/0/creativeExtInfoVO"),
        ("HOMEPAGE_VOICELIST_RCMD", "/extInfo", JSONValue.object(["x": 1]), "/content/extInfo"),
        (
            "HOMEPAGE_MUSIC_MLOG", "/extInfo/0/resource/mlogBaseData/coverUrl", .null,
            "/content/extInfo/0/resource/mlogBaseData/coverUrl"
        ),
        ("HOMEPAGE_BANNER", "/extInfo/banners/0/titleColor", "green", "/content/extInfo/banners/0/titleColor"),
    ])
    func aBlockThatWouldCrashClients_isRefusedWithItsPath(
        _ code: String, _ pointer: String, _ value: JSONValue?, _ issue: String
    ) throws {
        let found = try issues(code) { block in
            let place = try #require(JSONPointer(parsing: pointer))
            block.content = try #require(JSONValue.object(block.content).setting(place.tokens[...], to: value).object)
        }
        #expect(found == [issue])
    }

    @Test func aSectionWithAnotherSectionsLayout_isRefused() throws {
        #expect(
            try issues("HOMEPAGE_BLOCK_STYLE_RCMD") { $0.showType = "HOMEPAGE_SLIDE_PLAYLIST" }.first == "/showType")
        #expect(try issues("HOMEPAGE_BANNER") { $0.showType = "MALL_AD" }.contains("/showType"))
        #expect(try issues("HOMEPAGE_BANNER") { $0.showType = "NONE" } == ["/showType"])
    }

    @Test func mlogs_mayHaveEitherLayout() throws {
        #expect(try issues("HOMEPAGE_MUSIC_MLOG") { $0.showType = "HOMEPAGE_SLIDE_PLAYABLE_MLOG" } == [])
    }

    @Test(arguments: [
        ("canClose", JSONValue.null), ("canClose", "yes"), ("sort", "1"), ("dislikeShowType", nil), ("action", nil),
        ("resourceIdList", .array([1])), ("creatives", nil), ("uiElement", nil), ("blockDemote", 0),
        ("blockStyle", true),
    ])
    func aCommonFieldOfTheWrongType_isRefusedOnEveryLayout(_ name: String, _ value: JSONValue) throws {
        #expect(try issues("HOMEPAGE_BLOCK_MGC_PLAYLIST") { $0.content[name] = value } == ["/content/\(name)"])
        var block = try #require(try Project.page("mall").blocks.first)
        block.content[name] = value
        let found = try Project.catalog().issues(in: block, client: nil)
        #expect(found.map(\.pointer.description) == ["/content/\(name)"])
    }

    @Test func aCommonIntegerWrittenAsAFraction_isRefused_beyond53Bits() throws {
        let value = try JSONValue(parsing: "9e18")
        #expect(try issues("HOMEPAGE_BLOCK_MGC_PLAYLIST") { $0.content["sort"] = value } == ["/content/sort"])
    }

    @Test func cards_haveALimit() throws {
        let found = try issues("HOMEPAGE_BLOCK_PLAYLIST_RCMD") { block in
            let card = try #require(block.content["creatives"]?.array?.first)
            block.content["creatives"] = .array(Array(repeating: card, count: 1001))
        }
        #expect(found == ["/content/creatives"])
    }
}

extension JSONValue {
    /// The value with another one at a path; nil removes it.
    func setting(_ path: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
        guard let name = path.first else { return value ?? .null }
        let rest = path.dropFirst()
        switch self {
        case .object(var members):
            members[name] = rest.isEmpty ? value : members[name]?.setting(rest, to: value) ?? value
            return .object(members)
        case .array(var elements):
            guard let index = Int(name), elements.indices.contains(index) else { return self }
            elements[index] = elements[index].setting(rest, to: value)
            return .array(elements)
        default: return self
        }
    }
}
