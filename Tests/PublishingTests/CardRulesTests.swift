import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// When and to whom single cards are shown.
@Suite(.timeLimit(.minutes(5))) struct CardRulesTests {
    static let noon = Instant(milliseconds: 1_800_000_000_000)
    static let banner = JSONPointer(["extInfo", "list"])

    let catalog: BlockTypeCatalog

    init() throws {
        func layout(_ name: String, _ settings: JSONObject) throws -> BlockType {
            let settings = settings.merging(["items": "/extInfo/list"]) { own, _ in own }
            return try BlockType(showType: name, json: ["type": "object", "x-homeblocks": .object(settings)])
        }
        catalog = BlockTypeCatalog([
            try layout("LIST", [:]), try layout("PAIR", ["minimumCards": 2]),
            try layout("NEW", ["minVersion": ["ios": "9"]]),
            try layout("SHORT", ["summary": ["id"]]), try layout("NESTED", ["itemId": "/resource/key"]),
            try layout("OTHER", ["items": "/cards", "data": ["/extInfo/list", "/note"]]),
        ])
    }

    func page(_ blocks: [BlockResource], at now: Instant = noon, _ catalog: BlockTypeCatalog? = nil) -> PublishedPage {
        let order = OrderState(page: "p", revision: 1, order: blocks.map(\.blockCode), changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:], nextRelease: nil)
        let rendered = blocks.map { RenderedBlock($0, catalog ?? self.catalog) }
        return PublishedPage(LivePage(own: revision), blocks: rendered, at: now)
    }

    func list(_ ids: JSONValue..., layout: String = "LIST", rules: [String: Visibility] = [:]) -> BlockResource {
        BlockResource(
            blockCode: "A", showType: layout,
            cardRules: Dictionary(rules.map { (JSONString($0), $1) }, uniquingKeysWith: { $1 }),
            content: ["extInfo": ["list": .array(ids.map { ["id": $0, "title": "T"] })]])
    }

    /// The ids of the cards that a client gets; nil if it does not get the section.
    func ids(
        _ page: PublishedPage, _ client: ClientContext = ClientContext(), _ member: String = "id"
    ) throws -> [String]? {
        let document = try JSONValue(parsing: page.variant(for: client).document())
        let blocks = try #require(document[pointer: JSONPointer(["data", "blocks"])]?.array)
        return blocks.first?[pointer: Self.banner]?.array?.compactMap { card in
            card.object?[member].map { String(decoding: $0.encoded, as: UTF8.self).filter { $0 != "\"" } }
        }
    }

    func issues(_ block: BlockResource) -> [String] {
        catalog.issues(in: block, client: nil).map { "\($0.pointer) \($0.reason)" }
    }

    // MARK: Showing

    @Test func aCard_isShownInItsWindowOnly_andThePageChangesThere() throws {
        let (start, end) = (Self.noon.adding(seconds: 10), Self.noon.adding(seconds: 20))
        let block = list(
            1, "b", 3, rules: ["1": Visibility(until: start), "b": Visibility(from: start, until: end)])
        let before = page([block])
        #expect(try ids(before) == ["1", "3"])
        #expect(before.changesAt == start)
        let during = page([block], at: start)
        #expect(try ids(during) == ["b", "3"])
        #expect(during.changesAt == end)
        let after = page([block], at: end)
        #expect(try ids(after) == ["3"])
        #expect(after.changesAt == nil)
    }

    @Test func aCardThatIsOff_isShownToNobody_andItsWindowChangesNothing() throws {
        let off = page([list(1, 2, rules: ["2": Visibility(isEnabled: false, from: Self.noon.adding(seconds: 5))])])
        #expect(try ids(off) == ["1"])
        #expect(off.changesAt == nil)
    }

    @Test func aHiddenSection_ignoresTheWindowsOfItsCards() throws {
        var block = list(1, 2, rules: ["2": Visibility(until: Self.noon.adding(seconds: 5))])
        block.from = Self.noon.adding(seconds: 60)
        #expect(page([block]).changesAt == block.from)
        block.isEnabled = false
        #expect(page([block]).changesAt == nil)
    }

    @Test func aSectionWithTooFewCards_isLeftOut() throws {
        let over = Visibility(until: Self.noon)
        #expect(try ids(page([list(1, rules: ["1": over])])) == nil)
        #expect(try ids(page([list(1, 2, layout: "PAIR")])) == ["1", "2"])
        #expect(try ids(page([list(1, 2, layout: "PAIR", rules: ["1": over])])) == nil)
        #expect(try ids(page([list(1, layout: "PAIR")])) == nil)
        var other = BlockResource(
            blockCode: "A", showType: "OTHER", cardRules: [JSONString("1"): over],
            content: ["cards": [["id": 1]], "note": ["text": "stays"]])
        #expect(page([other]).variant(for: ClientContext()).shown["A"]?.itemCount == 0)
        other.content["note"] = nil
        #expect(page([other]).variant(for: ClientContext()).shown["A"] == nil)
    }

    @Test func aCard_isShownToItsAudience_andTheKeyDependsOnIt() throws {
        let ios = ClientContext(platform: .ios)
        let rule = Visibility(until: Self.noon.adding(seconds: 9), audience: Audience(platforms: [.ios]))
        let block = list(1, 2, rules: ["2": rule])
        let shown = page([block])
        #expect(try ids(shown, ios) == ["1", "2"])
        #expect(try ids(shown) == ["1"])
        #expect(shown.rules.key(for: ios) != shown.rules.key(for: ClientContext()))
        // A rule that is over is no longer a condition.
        let later = page([block], at: Self.noon.adding(seconds: 9))
        #expect(later.rules.isEmpty)
        #expect(try ids(later, ios) == ["1"])
    }

    @Test func aRule_countsInEveryLanguage_andInTheFallback() throws {
        var block = list(1, 2, layout: "NEW", rules: ["2": Visibility(until: Self.noon)])
        block.localizations = ["de": ["extInfo": ["list": [["id": 2], ["id": 7]]]]]
        block.fallback = Fallback(showType: "LIST", content: ["extInfo": ["list": [["id": 8], ["id": 2]]]])
        let shown = page([block])
        let german = ClientContext(
            platform: .ios, appVersion: AppVersion("9"), locales: [try #require(LanguageTag("de"))])
        #expect(try ids(shown, german) == ["7"])
        #expect(try ids(shown, ClientContext(platform: .ios, appVersion: AppVersion("8"))) == ["8"])
        #expect(try ids(shown, ClientContext(platform: .ios, appVersion: AppVersion("9"))) == ["1"])
        #expect(issues(block).isEmpty)
    }

    @Test func aCardRequestedAlone_isAVisibleOne_withAllOfItsFields() throws {
        let block = list(1, 2, 3, layout: "SHORT", rules: ["2": Visibility(until: Self.noon)])
        let content = try #require(page([block]).variant(for: ClientContext()).shown["A"])
        #expect(content.itemCount == 2)
        #expect(content.items().map(\.id) == ["1", "3"])
        #expect(content.items().last.map { String(decoding: $0.bytes, as: UTF8.self) } == #"{"id":3,"title":"T"}"#)
        #expect(!String(decoding: content.bytes, as: UTF8.self).contains("title"))
    }

    @Test func joinedCards_areTheBytesOfTheWholeBlock() throws {
        let starter = try Project.catalog()
        for slug in ["music", "mall", "news", "demo"] {
            for block in try Project.page(slug).blocks {
                guard let id = starter.cardIDs(of: block).keys.sorted().first else { continue }
                var ruled = block
                ruled.cardRules[id] = Visibility(from: Self.noon)
                let (plain, joined) = (plainPage([block], starter), plainPage([ruled], starter))
                for locale in [nil] + block.languages {
                    let client = ClientContext(locales: [locale].compactMap { $0.flatMap { LanguageTag($0) } })
                    let (one, other) = (plain.variant(for: client), joined.variant(for: client))
                    #expect(one.document() == other.document(), "\(block.blockCode)")
                    #expect(one.menus() == other.menus())
                    let (cards, others) = (one.shown[block.blockCode]?.items(), other.shown[block.blockCode]?.items())
                    #expect(cards?.map(\.bytes) == others?.map(\.bytes))
                    #expect(cards?.map(\.id) == others?.map(\.id))
                }
            }
        }
    }

    private func plainPage(_ blocks: [BlockResource], _ catalog: BlockTypeCatalog) -> PublishedPage {
        let plain = blocks.map { block in
            var block = block
            (block.visibility, block.fallback) = (.always, nil)
            return block
        }
        return page(plain, at: Self.noon, catalog)
    }

    // MARK: A thousand windows

    @Test func aThousandWindows_showExactlyTheRightCardsAtAnyInstant() throws {
        var generator = SeededGenerator(seed: 20)
        var block = list()
        var windows: [(id: String, from: Instant, until: Instant)] = []
        let cards = (0..<1000).map { number -> JSONValue in
            let from = Self.noon.adding(milliseconds: Int64.random(in: 0..<1_000_000, using: &generator))
            let until = from.adding(milliseconds: Int64.random(in: 1..<500_000, using: &generator))
            windows.append(("\(number)", from, until))
            block.cardRules[JSONString("\(number)")] = Visibility(from: from, until: until)
            return ["id": JSONValue(number), "title": .string(String(repeating: "title ", count: 30))]
        }
        block.content = ["extInfo": ["list": .array(cards)]]
        #expect(issues(block).isEmpty)
        let rendered = RenderedBlock(block, catalog)
        let order = OrderState(page: "p", revision: 1, order: ["A"], changedBy: "", changedAt: Self.noon)
        let live = LivePage(
            own: LiveRevision(
                page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:],
                nextRelease: nil))
        var spent = Duration.zero
        let rounds = 200
        for _ in 0..<rounds {
            let now = Self.noon.adding(milliseconds: Int64.random(in: -10_000..<1_600_000, using: &generator))
            let clock = ContinuousClock()
            let start = clock.now
            let page = PublishedPage(live, blocks: [rendered], at: now)
            let document = page.variant(for: ClientContext()).document()
            spent += clock.now - start
            let shown =
                try JSONValue(parsing: document)[pointer: JSONPointer(["data", "blocks"])]?.array?
                .first?[pointer: Self.banner]?.array?.compactMap { $0.object?["id"]?.int.map(String.init) } ?? []
            #expect(shown == windows.filter { $0.from <= now && now < $0.until }.map(\.id))
            #expect(page.changesAt == windows.flatMap { [$0.from, $0.until] }.filter { $0 > now }.min())
        }
        print("a page of 1,000 cards with 1,000 windows is made in \(spent / rounds)")
    }

    // MARK: Reading and checking

    @Test func rules_areReadWithPointers_andAbsentOnesChangeNoBytes() throws {
        let plain = list(1)
        #expect(plain.json["cards"] == nil)
        var json = plain.json
        for none in [.null, [:], ["1": nil], ["1": [:]], ["1": ["enabled": true, "from": nil]]] as [JSONValue] {
            json["cards"] = none
            #expect(
                JSONValue.object(try BlockResource(checking: .object(json)).json).encoded
                    == JSONValue.object(plain.json).encoded)
        }
        json["cards"] = [
            "1": ["until": "2031-01-01T00:00:00Z", "from": "2031-01-01T00:00:00Z", "x": 1], "2": 3,
            "a/b": ["enabled": "yes", "audience": ["platforms": ["tv"]]],
        ]
        var found: [ValidationIssue] = []
        _ = BlockResource(json: .object(json), issues: &found)
        #expect(
            found.map(\.pointer.description) == [
                "/cards/1/x", "/cards/1/until", "/cards/2", "/cards/a~1b/enabled", "/cards/a~1b/audience/platforms/0",
            ])
    }

    @Test func rules_areStoredAndReadBack() throws {
        let rule = Visibility(
            isEnabled: false, from: Self.noon, until: Self.noon.adding(seconds: 1),
            audience: Audience(platforms: [.web]))
        let block = list(1, "e\u{301}", "é", rules: ["1": rule, "é": Visibility(until: Self.noon)])
        #expect(BlockResource(stored: .object(block.json)) == block)
        #expect(issues(block).isEmpty)
        // Ids are compared by their bytes.
        #expect(try ids(page([block]))?.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
    }

    @Test func aRuleWithoutItsCard_orForTwo_isRefusedAtItsPointer() {
        let rule = Visibility(until: Self.noon)
        #expect(issues(list(1, rules: ["2": rule])).map { $0.prefix(8) } == ["/cards/2"])
        #expect(issues(list(1, 1, rules: ["1": rule])).map { $0.prefix(8) } == ["/cards/1"])
        #expect(issues(list(1, 1)).isEmpty)
        var localized = list(1, rules: ["2": rule])
        localized.localizations = ["de": ["extInfo": ["list": [["id": 2]]]]]
        #expect(issues(localized).isEmpty)
        let nested = BlockResource(
            blockCode: "A", showType: "NESTED", cardRules: [JSONString("k"): rule],
            content: ["extInfo": ["list": [["id": 1, "resource": ["key": "k"]], ["id": 2]]]])
        #expect(issues(nested).isEmpty)
        #expect(page([nested]).variant(for: ClientContext()).shown["A"]?.items().map(\.id) == [nil])
    }

    @Test func numbersOfOneValue_areOneId() throws {
        func number(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }
        let rule = ["1": Visibility(from: Self.noon.adding(seconds: 60))]
        let three = list(try number("1"), try number("1.0"), try number("1E0"), rules: rule)
        #expect(issues(three) == ["/cards/1 is the id of 3 cards; give each of them an id of its own"])
        for text in ["1.0", "1E0", "10e-1"] {
            let one = list(try number(text), 2, rules: rule)
            #expect(issues(one).isEmpty, "\(text)")
            #expect(try ids(page([one])) == ["2"], "\(text)")
        }
        // Strings are not normalized.
        #expect(CardIdentity.standard.id(of: ["id": "1.0"]) == "1.0")
    }

    @Test func tooManyAudiencesOfCards_areRefused() {
        func block(_ count: Int) -> JSONValue {
            let cards = (0..<count).map { ["id": JSONValue($0)] as JSONValue }
            let rules = (0..<count).map {
                ("\($0)", ["audience": ["percent": 5, "seed": .string("\($0)")]] as JSONValue)
            }
            return [
                "blockCode": "A", "showType": "LIST", "content": ["extInfo": ["list": .array(cards)]],
                "cards": .object(JSONObject(rules, uniquingKeysWith: { $1 })),
            ]
        }
        var issues: [ValidationIssue] = []
        #expect(BlockResource(json: block(100), issues: &issues) != nil)
        #expect(BlockResource(json: block(101), issues: &issues) == nil)
        #expect(issues.map(\.pointer.description) == ["/cards"])
    }

    @Test(
        arguments: [
            ["itemId": "id"], ["itemId": 3], ["minimumCards": 0], ["minimumCards": "2"], ["minimumCards": 1001],
            ["data": ["/a"], "minimumCards": 2], ["data": ["/a"], "itemId": "/id"], ["itemId": "/id~"],
            ["items": "/list~2"], ["data": ["/a~"]],
        ] as [JSONObject])
    func aLayoutWithSuchASetting_isRefused(_ settings: JSONObject) {
        var settings = settings
        if settings["data"] == nil, settings["items"] == nil { settings["items"] = "/list" }
        #expect(throws: PublishingError.self) {
            try BlockType(showType: "X", json: ["type": "object", "x-homeblocks": .object(settings)])
        }
    }

    // MARK: Changes of cards

    private func applying(_ operation: PageOperation, to block: BlockResource) throws -> BlockResource? {
        let order = OrderState(page: "p", revision: 1, order: ["A"], changedBy: "", changedAt: Self.noon)
        let state = BlockState(block, revision: 1, changedBy: "", changedAt: Self.noon)
        let content = PageContent(
            page: PageInfo(slug: "p", title: ""), order: order, tree: PageTree(), block: state, catalog: catalog)
        return try operation.applied(to: content).put.first
    }

    @Test func rules_followTheirCards_andAreRemovedWithThem() throws {
        let rules = ["1": Visibility(until: Self.noon), "3": Visibility(from: Self.noon)]
        let block = list(1, 2, 3, rules: rules)
        let moved = try applying(.cards("A", .order([.id("3"), .place(1), .id("1")])), to: block)
        #expect(moved?.cardRules == block.cardRules)
        let added = try applying(.cards("A", .add(["id": 4], .start)), to: block)
        #expect(added?.cardRules == block.cardRules)
        let removed = try applying(.cards("A", .remove(0)), to: block)
        #expect(removed?.cardRules.keys.map(\.text) == ["3"])
        var german = block
        german.localizations = ["de": ["extInfo": ["list": [["id": 1]]]]]
        #expect(try applying(.cards("A", .remove(0)), to: german)?.cardRules.count == 2)
        #expect(throws: PublishingError.self) { try applying(.cards("A", .add(["id": 3], .end)), to: block) }
    }

    @Test func aPatch_changesSingleRules() throws {
        let block = list(1, 2, rules: ["1": Visibility(until: Self.noon)])
        let patched = try applying(
            .patch("A", ["cards": ["2": ["enabled": false], "1": ["until": nil, "from": "2027-01-01T00:00:00Z"]]]),
            to: block)
        #expect(patched?.cardRules[JSONString("2")] == Visibility(isEnabled: false))
        #expect(patched?.cardRules[JSONString("1")]?.until == nil)
        #expect(patched?.cardRules[JSONString("1")]?.from != nil)
        #expect(try applying(.patch("A", ["cards": nil]), to: block)?.cardRules.isEmpty == true)
        #expect(throws: PublishingError.self) {
            try applying(.patch("A", ["cards": ["9": ["enabled": false]]]), to: block)
        }
    }

    // MARK: Merging

    private func merge(
        _ old: BlockResource, _ new: BlockResource, _ own: BlockResource, _ preference: MergePreference
    ) -> (block: BlockResource?, conflicts: [MergeConflict]) {
        let difference = RevisionDifference(
            oldOrder: ["A"], newOrder: ["A"], blocks: [RevisionDifference.Block("A", old: old, new: new)], oldData: [:],
            newData: [:])
        let target = MergeTarget(
            page: PageInfo(slug: "p", title: ""), order: ["A"], layouts: ["A": own.showType], size: 0,
            blocks: ["A": own],
            data: [:], catalog: catalog)
        let outcome = difference.merged(into: target, preferring: preference)
        return (outcome.edit.put.first ?? own, outcome.conflicts)
    }

    @Test(arguments: [MergePreference.change, .target]) func rulesOfDifferentCards_andOfOneCardsMembers_areMerged(
        _ preference: MergePreference
    ) throws {
        let old = list(1, 2)
        let new = list(1, 2, rules: ["1": Visibility(from: Self.noon), "2": Visibility(isEnabled: false)])
        let own = list(1, 2, rules: ["1": Visibility(until: Self.noon.adding(seconds: 9))])
        let (merged, conflicts) = merge(old, new, own, preference)
        #expect(conflicts.isEmpty)
        #expect(
            merged?.cardRules == [
                JSONString("1"): Visibility(from: Self.noon, until: Self.noon.adding(seconds: 9)),
                JSONString("2"): Visibility(isEnabled: false),
            ])
    }

    @Test(arguments: [MergePreference.change, .target]) func aRuleOfACardThatTheOtherSideRemoved_isDropped_andReported(
        _ preference: MergePreference
    ) throws {
        let old = list(1, 2, rules: ["1": Visibility(until: Self.noon)])
        let removed = list(2)
        let changed = list(1, 2, rules: ["1": Visibility(from: Self.noon)])
        for (new, own, kept) in [(removed, changed, MergeConflict.Side.incoming), (changed, removed, .existing)] {
            let (merged, conflicts) = merge(old, new, own, preference)
            #expect(merged?.cardRules == [:])
            #expect(conflicts.map(\.pointer) == ["/cards/1"])
            #expect(conflicts.first?.kept == kept)
            let versions = [conflicts.first?.incoming, conflicts.first?.existing]
            #expect(versions.compactMap { $0?.object?["from"]?.string }.count == 1)
        }
        // Unchanged rules are removed without a conflict.
        let (merged, conflicts) = merge(
            old, removed, list(1, 2, 3, rules: ["1": Visibility(until: Self.noon)]), preference)
        #expect(merged?.cardRules == [:])
        #expect(conflicts.isEmpty)
    }
}

extension Instant {
    fileprivate func adding(milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }
}
