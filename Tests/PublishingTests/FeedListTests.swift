import HomeBlocks
import TestSupport
import Testing

@testable import Publishing

/// A feed's cards combined with a section's own ones.
@Suite(.timeLimit(.minutes(1))) struct FeedListTests {
    private let catalog: BlockTypeCatalog
    private let now = Instant(milliseconds: 1_000_000)

    init() throws { catalog = try Project.catalog() }

    private func card(_ id: Int, _ title: String = "card") -> JSONValue {
        ["id": JSONValue(id), "title": .string(title), "imageUrl": "/assets/x.png"]
    }

    private func block(_ own: [Int], _ positions: [Int] = []) -> BlockResource {
        BlockResource(
            blockCode: "grid", showType: "DEMO_GRID", source: .feed("songs", positions: positions),
            content: ["extInfo": ["list": .array(own.map { card($0, "own") })]])
    }

    private func list(_ ids: some Sequence<Int>, version: Int64 = 1, endsAt: Instant? = nil) -> FeedList {
        FeedList(
            feed: "songs", showType: "DEMO_GRID", cards: ids.map { card($0) }, version: version, endsAt: endsAt)
    }

    private func ids(_ content: JSONObject) -> [Int] {
        JSONValue.object(content)[pointer: JSONPointer(["extInfo", "list"])]?.array?.compactMap {
            $0.object?["id"]?.int
        } ?? []
    }

    private func filled(_ block: BlockResource, _ list: FeedList?) -> [Int] {
        ids(block.filled(with: list, catalog, at: now).content)
    }

    @Test func ownCards_keepTheirPositions() {
        #expect(filled(block([1, 2]), list(10...13)) == [1, 2, 10, 11, 12, 13])
        #expect(filled(block([1, 2], [0, 3]), list(10...13)) == [1, 10, 11, 2, 12, 13])
        #expect(filled(block([1, 2, 3], [2]), list(10...13)) == [10, 11, 1, 2, 3, 12, 13])
        #expect(filled(block([1, 2], [5, 9]), list(10...11)) == [10, 11, 1, 2])
        #expect(filled(block([1], [1, 2, 3]), list(10...11)) == [10, 1, 11])
        #expect(filled(block([]), list(10...11)) == [10, 11])
        #expect(filled(block([1, 2]), nil) == [1, 2])
    }

    @Test func aCardOfTheFeed_withTheIdOfAnOwnOne_isLeftOut() {
        #expect(filled(block([11]), list(10...12)) == [11, 10, 12])
    }

    @Test func aListThatHasExpired_orOfAnotherLayout_fillsNothing() {
        #expect(filled(block([1]), list(10...11, endsAt: now)) == [1])
        #expect(filled(block([1]), list(10...11, endsAt: now.adding(seconds: 1))) == [1, 10, 11])
        let other = FeedList(feed: "songs", showType: "DEMO_TEXT", cards: [card(9)], version: 1, endsAt: nil)
        #expect(filled(block([1]), other) == [1])
    }

    @Test func cardsOfALanguage_areFilledToo() {
        var block = block([1])
        block.localizations = ["en": ["extInfo": ["list": [card(5)]]], "fr": ["title": "x"]]
        let filled = block.filled(with: list([10]), catalog, at: now)
        #expect(filled.localizedContents.map { ids($0.content) } == [[5, 10], [1, 10]])
    }

    @Test func anySection_hasItsOwnCardsAtTheirPositions_andAsManyOthersAsThereIsRoomFor() {
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<2000 {
            let own = Array(0..<Int.random(in: 0...6, using: &generator))
            let feed = (0..<Int.random(in: 0...12, using: &generator)).map { 100 + $0 }
            var positions: Set<Int> = []
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                positions.insert(Int.random(in: 0...15, using: &generator))
            }
            let sorted = positions.sorted()
            let shown = filled(block(own, sorted), list(feed))
            #expect(shown.filter { $0 < 100 } == own)
            #expect(shown.filter { $0 >= 100 } == feed)
            for (index, position) in zip(own, sorted) where position < shown.count {
                // An own card only moves up if the feed has too few cards.
                let found = shown.firstIndex(of: index) ?? -1
                #expect(found == position || found < position && shown[found...].allSatisfy { $0 < 100 })
            }
        }
    }

    @Test func noSection_hasMoreCardsThanItMay() {
        let own = Array(0..<400)
        let shown = filled(block(own), list(1000..<2000))
        #expect(shown.count == BlockType.maximumItems)
        #expect(Array(shown.prefix(400)) == own)
    }

    @Test func aSource_isRefusedAtItsPlace() {
        func pointers(_ source: JSONValue, showType: String = "DEMO_GRID") -> [String] {
            var issues: [ValidationIssue] = []
            let block = BlockResource(
                json: [
                    "blockCode": "a", "showType": .string(showType), "source": source,
                    "content": ["extInfo": ["list": []]],
                ], issues: &issues)
            if let block {
                issues += catalog.issues(in: block, client: nil) + block.sourceIssues(["songs": "DEMO_GRID"])
            }
            return issues.map(\.pointer.description)
        }
        #expect(pointers(["feed": "songs"]) == [])
        #expect(pointers(nil) == [])
        #expect(pointers(["feed": "songs", "positions": [0, 2]]) == [])
        #expect(pointers(["feed": "none"]) == ["/source/feed"])
        #expect(pointers(["feed": "songs"], showType: "DEMO_IMAGE") == ["/source/feed"])
        #expect(pointers("songs") == ["/source"])
        #expect(pointers(["feed": 7]) == ["/source/feed"])
        #expect(pointers(["feed": "songs", "x": 1]) == ["/source/x"])
        for positions: JSONValue in [[2, 1], [1, 1], [JSONValue(-1)], [1000], ["0"], 3] {
            #expect(pointers(["feed": "songs", "positions": positions]) == ["/source/positions"], "\(positions)")
        }
    }

    @Test func aSectionThatAFeedFills_mayHaveNoOwnCards() {
        let content: JSONObject = ["extInfo": ["banners": []]]
        var banner = BlockResource(blockCode: "b", showType: "BANNER", content: content)
        #expect(!catalog.issues(in: banner, client: nil).isEmpty)
        banner.source = .feed("banners", positions: [])
        #expect(catalog.issues(in: banner, client: nil) == [])
    }

    @Test func aBlockWithASource_isWrittenAsItWasRead_andOneWithoutHasNoSuchMember() {
        let block = block([1], [3])
        #expect(BlockResource(stored: .object(block.json)) == block)
        #expect(block.json["source"] == ["feed": "songs", "positions": [3]])
        #expect(self.block([1]).json["source"] != nil)
        #expect(BlockResource(blockCode: "a", showType: "X").json["source"] == nil)
    }

    // MARK: Pages

    private func page(_ block: BlockResource, _ list: FeedList?, at now: Instant) -> PublishedPage {
        let order = OrderState(page: "p", revision: 1, order: [block.blockCode], changedBy: "", changedAt: now)
        let revision = LiveRevision(
            page: PageInfo(slug: "p", title: ""), number: 1, order: order, versions: [:], data: [:], nextRelease: nil)
        let lists = list.map { [$0.feed: $0] } ?? [:]
        let live = LivePage(own: revision, feeds: lists.mapValues(\.version))
        return PublishedPage(live, blocks: [RenderedBlock(block, catalog, lists: lists, at: now)], at: now)
    }

    @Test func theSameList_makesTheSameBytes() {
        let (one, other) = (
            page(block([1]), list(10...12), at: now), page(block([1]), list(10...12, version: 2), at: now)
        )
        #expect(one.variant(for: ClientContext()).document() == other.variant(for: ClientContext()).document())
        #expect(!one.isStill(other.live, at: now))
        #expect(one.isStill(page(block([1]), list(10...12), at: now).live, at: now))
    }

    @Test func aPageChanges_whenTheTimeOfAListIsOver() {
        let end = now.adding(seconds: 60)
        let before = page(block([1]), list([10], endsAt: end), at: now)
        #expect(before.changesAt == end)
        let after = page(block([1]), list([10], endsAt: end), at: end)
        #expect(after.changesAt == nil)
        let alone = page(block([]), list([10], endsAt: end), at: end)
        #expect(alone.variant(for: ClientContext()).shown.isEmpty)
        #expect(page(block([]), list([10], endsAt: end), at: now).variant(for: ClientContext()).shown.count == 1)
    }

    @Test func aSectionWithAFeed_isRenderedAgain_onlyForAnotherList() {
        let end = now.adding(seconds: 60)
        let list = list([10], version: 7, endsAt: end)
        let rendered = RenderedBlock(block([1]), catalog, lists: ["songs": list], at: now)
        #expect(rendered.isCurrent(["songs": 7, "other": 8], at: now))
        #expect(!rendered.isCurrent(["songs": 8], at: now))
        #expect(!rendered.isCurrent([:], at: now))
        #expect(!rendered.isCurrent(["songs": 7], at: end))
        #expect(RenderedBlock(block([1]), catalog, lists: ["songs": list], at: end).isCurrent(["songs": 7], at: end))
        #expect(RenderedBlock(block([1]), catalog, at: now).isCurrent([:], at: now))
        #expect(RenderedBlock(BlockResource(blockCode: "a", showType: "X"), catalog).isCurrent(["songs": 1], at: now))
    }
}
