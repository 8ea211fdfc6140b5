import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// Sections whose content comes from the app's own endpoint.
@Suite(.timeLimit(.minutes(1))) struct ClientSourceTests {
    private let catalog: BlockTypeCatalog
    private let address = "https://api.example.com/for-you?n=3"

    init() throws { catalog = try Project.catalog() }

    private func block(_ source: JSONValue) -> JSONValue {
        [
            "blockCode": "a", "showType": "DEMO_TEXT", "source": source,
            "content": ["extInfo": ["list": [["id": 1, "text": "placeholder"]]]],
        ]
    }

    private func pointers(_ json: JSONValue) -> [String] {
        var issues: [ValidationIssue] = []
        if let block = BlockResource(json: json, issues: &issues) {
            issues += catalog.issues(in: block, client: nil) + block.sourceIssues(["songs": "DEMO_TEXT"])
        }
        return issues.map(\.pointer.description)
    }

    @Test(arguments: [
        "https://api.example.com/wallet", "https://api.example.com", "https://api.example.com:8443/w?a=%20b",
        "https://[2606:4700::1111]/w", "http://localhost:9000/w", "http://127.0.0.1:9000", "http://[::1]:1/w",
    ])
    func anAddressOfAnApp_isAccepted(text: String) {
        #expect(pointers(block(["client": .string(text)])) == [])
        #expect(pointers(block(["client": .string(text), "feed": nil, "positions": nil])) == [])
    }

    @Test(
        arguments: [
            "http://api.example.com/w", "HTTPS://api.example.com", "ftp://api.example.com", "/wallet", "//h/w", "",
            "https://", "https:///w", "https://user@h/w", "https://u:p@h/w", "https://h/w#x", "https://h/a b",
            "https://h/%zz",
            "https://h/é", "https://h:0/", "https://h:99999/", "https://-h/", "http://127.0.0.1.example.com/",
            "javascript:x",
            .string("https://h/" + String(repeating: "x", count: 2000)),
        ] as [JSONValue] + [7, true, [], [:]])
    func anyOtherAddress_isRefusedAtItsPlace(value: JSONValue) {
        #expect(pointers(block(["client": value])) == ["/source/client"], "\(value)")
    }

    @Test func aSource_isAFeedOrAnEndpoint_notBoth() {
        #expect(pointers(block(["client": .string(address), "feed": "songs"])) == ["/source"])
        #expect(pointers(block(["client": .string(address), "positions": [0]])) == ["/source/positions"])
        #expect(pointers(block(["client": .string(address), "x": 1])) == ["/source/x"])
        #expect(pointers(block(["client": nil])) == ["/source/feed"])
        #expect(pointers(block([:])) == ["/source/feed"])
        #expect(pointers(block("https://api.example.com")) == ["/source"])
    }

    @Test func theMemberOfTheDocument_isNotWrittenAsContent() {
        var json = block(["client": .string(address)]).object ?? [:]
        json["content"] = ["clientSource": "https://evil.example", "extInfo": ["list": [["id": 1, "text": "x"]]]]
        json["localizations"] = ["en": ["clientSource": "https://evil.example"]]
        #expect(pointers(.object(json)) == ["/content/clientSource", "/localizations/en/clientSource"])
    }

    @Test func aBlock_isWrittenAsItWasRead_andNeedsAPlaceholder() throws {
        let resource = try BlockResource(checking: block(["client": .string(address)]))
        #expect(resource.json["source"] == ["client": .string(address)])
        #expect(BlockResource(stored: .object(resource.json)) == resource)
        #expect([resource].feeds.isEmpty)
        var empty = resource
        empty.content = ["extInfo": ["list": []]]
        #expect(RenderedBlock(empty, catalog).content(for: ClientContext()) == nil)
    }

    @Test func theDocument_hasOnlyTheAddressOfTheSource() throws {
        var resource = try BlockResource(checking: block(["client": .string(address)]))
        resource.localizations = ["en": ["extInfo": ["list": [["id": 1, "text": "English"]]]]]
        resource.fallback = Fallback(showType: "DEMO_CENTER_TEXT", content: resource.content)
        let rendered = RenderedBlock(resource, catalog)
        for locale in ["", "en"] {
            let client = ClientContext(locales: LanguageTag(locale).map { [$0] } ?? [])
            let shown = try #require(rendered.content(for: client))
            #expect(shown["clientSource"] == .string(address), "\(locale)")
            #expect(shown["source"] == nil)
        }
        // A stored block of another origin cannot set an address, and the name of a feed is never sent.
        resource.content["clientSource"] = "https://evil.example"
        resource.source = .feed("songs", positions: [0])
        let other = try #require(RenderedBlock(resource, catalog).content(for: ClientContext()))
        #expect(other["clientSource"] == nil && other["source"] == nil)
        #expect(!String(decoding: JSONValue.object(other).encoded, as: UTF8.self).contains("songs"))
    }

    @Test func anImportedReply_keepsTheAddress() throws {
        let resource = try BlockResource(checking: block(["client": .string(address)]))
        let shown = try #require(RenderedBlock(resource, catalog).content(for: ClientContext()))
        let page = try PageDocument(json: ["data": ["blocks": [.object(shown)]]])
        #expect(page.blocks.map(\.source) == [.client(address)])
        #expect(page.blocks.first?.content["clientSource"] == nil)
    }

    @Test func aMerge_treatsASourceAsOneValue() throws {
        let sources: [BlockSource?] = [
            nil, .client("https://a.example"), .client("https://b.example"), .feed("f", positions: []),
            .feed("f", positions: [1]), .feed("g", positions: [0, 2]),
        ]
        for old in sources {
            for new in sources {
                for own in sources {
                    let blocks = try [old, new, own].map { source in
                        var block = try BlockResource(checking: block(nil))
                        block.source = source
                        return block
                    }
                    var merge = BlockMerge(
                        old: blocks[0], new: blocks[1], own: blocks[2], catalog, preferring: .change)
                    var issues: [ValidationIssue] = []
                    let result = merge.merged(&issues)
                    #expect(issues == [])
                    let merged = try #require(result)
                    if old == new { #expect(merged.source == own) }
                    if old == own || new == own { #expect(merged.source == new) }
                    if [old, new, own].contains(where: { $0?.client != nil }) {
                        #expect([new, own].contains(merged.source))
                        #expect(merge.conflicts.isEmpty == (old == new || old == own || new == own))
                    }
                }
            }
        }
    }
}

extension RenderedBlock {
    /// The section as a client gets it; nil if it is not shown.
    fileprivate func content(for client: ClientContext) -> JSONObject? {
        let order = OrderState(
            page: "p", revision: 1, order: [code], changedBy: "", changedAt: Instant(milliseconds: 0))
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:], nextRelease: nil)
        let page = PublishedPage(LivePage(own: revision), blocks: [self], at: Instant(milliseconds: 0))
        let document = try? JSONValue(parsing: page.variant(for: client).document())
        return document?[pointer: JSONPointer(["data", "blocks"])]?.array?.first?.object
    }
}
