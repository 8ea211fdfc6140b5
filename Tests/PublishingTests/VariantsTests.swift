import HomeBlocks
import Publishing
import TestSupport
import Testing

/// The content of a page for each audience.
@Suite(.timeLimit(.minutes(1))) struct VariantsTests {
    let catalog: BlockTypeCatalog

    init() throws {
        let new = try BlockType(
            showType: "NEW",
            json: [
                "type": "object", "x-homeblocks": ["data": ["/list"], "minVersion": ["ios": "9.0", "android": "8.8"]],
            ])
        let old = try BlockType(showType: "OLD", json: ["type": "object", "x-homeblocks": ["data": ["/list"]]])
        catalog = BlockTypeCatalog([new, old])
    }

    func page(_ blocks: BlockResource...) -> PublishedPage {
        let now = Instant(milliseconds: 0)
        let order = OrderState(page: "p", revision: 1, order: blocks.map(\.blockCode), changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:], nextRelease: nil)
        return PublishedPage(LivePage(own: revision), blocks: blocks.map { RenderedBlock($0, catalog) }, at: now)
    }

    func block(_ code: String, _ showType: String = "OLD", title: String = "base") -> BlockResource {
        BlockResource(blockCode: code, showType: showType, content: ["list": [1], "title": .string(title)])
    }

    /// Each section that a client gets, with its layout and title.
    func sections(_ page: PublishedPage, _ client: ClientContext) throws -> [String] {
        let document = try JSONValue(parsing: page.variant(for: client).document())
        let blocks = document[pointer: JSONPointer(["data", "blocks"])]?.array ?? []
        return blocks.map { block in
            ["blockCode", "showType", "title"].compactMap { block.object?[$0]?.string }.joined(separator: " ")
        }
    }

    func client(_ platform: Platform? = nil, _ version: String? = nil, _ locales: String...) -> ClientContext {
        ClientContext(
            platform: platform, appVersion: version.flatMap(AppVersion.init),
            locales: locales.compactMap { LanguageTag($0) })
    }

    @Test func aPageWithoutConditions_isOneForAll() {
        let page = page(block("A"))
        #expect(page.rules.isEmpty)
        #expect(page.rules.key(for: client(.ios, "9")) == page.rules.key(for: client()))
    }

    @Test func appsTooOldForALayout_getTheFallback_orNothing() throws {
        var replaced = block("A", "NEW", title: "new")
        replaced.fallback = Fallback(showType: "OLD", content: ["list": [1], "title": "old"])
        var nested = block("C", "NEW")
        nested.fallback = Fallback(showType: "NEW", content: ["list": [1]])
        let page = page(replaced, block("B", "NEW"), nested)
        let new = ["A NEW new", "B NEW base", "C NEW base"]
        for client in [
            client(.ios, "9.0"), client(.android, "8.8.1"), client(.web), client(.web, "1"), client(nil, "9"),
        ] {
            #expect(try sections(page, client) == new, "\(client)")
        }
        for client in [client(), client(.ios), client(.ios, "8.9.9"), client(.android, "8.7"), client(nil, "8.9")] {
            #expect(try sections(page, client) == ["A OLD old"], "\(client)")
        }
    }

    @Test func theLanguageThatFitsBest_isLaidOverTheContent() throws {
        var block = block("A")
        block.localizations = [
            "zh": ["title": "简"], "zh-Hant": ["title": "繁"], "fr": ["title": nil], "de": ["list": []],
        ]
        let page = page(block, self.block("B"))
        func first(_ tags: String...) throws -> String? {
            try sections(page, ClientContext(locales: tags.compactMap { LanguageTag($0) })).first
        }
        #expect(try first("zh-Hant-HK") == "A OLD 繁")
        #expect(try first("zh-CN") == "A OLD 简")
        #expect(try first("en") == "A OLD base")
        #expect(try first() == "A OLD base")
        #expect(try first("ja", "zh") == "A OLD 简")
        #expect(try first("fr-CA") == "A OLD")
        // A translation may have nothing to show.
        #expect(try first("de") == "B OLD base")
    }

    @Test func clientsThatMeetTheSameConditions_shareAKey() throws {
        var (first, second) = (block("A"), block("B"))
        first.audience = Audience(platforms: [.ios])
        second.audience = Audience(basisPoints: 5000, seed: "s")
        let page = page(first, second)
        let keys = Set((0..<1000).map { page.rules.key(for: ClientContext(platform: .ios, uid: "u\($0)")) })
        #expect(keys.count == 2)
        #expect(Set((0..<100).map { page.rules.key(for: client(.android, "1.\($0)", "zh")) }).count == 1)
    }

    @Test func blocks_keepTheirOrderAndPlaces_inEachVariant() throws {
        var hidden = block("B")
        hidden.audience = Audience(platforms: [.ios])
        let page = page(block("A"), hidden, block("C"))
        #expect(try sections(page, client(.ios)).map { $0.prefix(1) } == ["A", "B", "C"])
        #expect(try sections(page, client(.web)).map { $0.prefix(1) } == ["A", "C"])
        #expect(page.variant(page.rules.key(for: client(.web))).start.order == CursorOrder(["A", "B", "C"]))
    }
}
