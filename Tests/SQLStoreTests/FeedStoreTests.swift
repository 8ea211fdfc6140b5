import HomeBlocks
import Publishing
import SQLStore
import TestSupport
import Testing

/// Feeds in the store: who may request one, and what is kept of it.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct FeedStoreTests {
    private let fixture: StoreFixture
    private let store: any PageDatabase
    private let time: TestClock
    private let catalog: BlockTypeCatalog
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        fixture = try await .withMall(by: ada)
        (store, time) = (fixture.store, fixture.time)
        catalog = try Project.catalog()
    }

    /// Completes a claim with the result of a response with some cards.
    private func finish(_ claim: FeedClaim, _ ids: [Int], tag: String? = nil) async throws -> Bool {
        try await store.finish(claim, try FeedSample.result(claim, ids, tag: tag), pause: 60_000, requestedBy: nil)
    }

    private func version() async throws -> Int64? { try await store.shown("mall", at: time.clock.now).feeds["songs"] }

    private func section(_ code: String = "songs") -> BlockResource {
        BlockResource(
            blockCode: code, showType: "DEMO_GRID", source: .feed("songs", positions: []),
            content: ["extInfo": ["list": []]])
    }

    private func add(_ block: BlockResource, _ stage: Stage = .live) async throws {
        _ = try await store.change(PageChange("mall", stage, .create(block, .end)), ada)
    }

    @Test func aNewFeed_isDueAtOnce_andClaimedByOne() async throws {
        #expect(try await store.nextFeedDue() == nil)
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        #expect(try await store.nextFeedDue() == time.clock.now)
        let claims = try await store.claimDueFeeds(limit: 8, failing: 8)
        #expect(claims.map(\.feed.name) == ["songs"])
        #expect(try await store.claimDueFeeds(limit: 8, failing: 8).isEmpty)
        await #expect(throws: PublishingError.self) { try await store.claimFeed("songs") }
    }

    @Test func aClaimWhoseNodeIsGone_passesToAnotherOne_andItsResultIsDropped() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        let lost = try #require(try await store.claimDueFeeds(limit: 1, failing: 1).first)
        time.advance(seconds: FeedClaim.seconds(for: lost.feed))
        let next = try #require(try await store.claimDueFeeds(limit: 1, failing: 1).first)
        #expect(try await !finish(lost, [1]))
        #expect(try await store.feedLists(["songs"]).isEmpty)
        #expect(try await finish(next, [2]))
        #expect(try await store.feedLists(["songs"])["songs"]?.cards.count == 1)
    }

    @Test func claimsAtOnce_areGivenToOneOnly() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        let store = store
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await store.claimDueFeeds(limit: 8, failing: 8).count } }
            return try await group.reduce(0, +)
        }
        #expect(count == 1)
    }

    @Test func feedsThatFail_areClaimedLast_andFewAtOnce() async throws {
        for name in ["a", "b", "c", "d"] {
            _ = try await store.createFeed(try FeedSample.feed(["name": .string(name)]), ada)
            guard name < "d" else { continue }
            let claim = try await store.claimFeed(name)
            let failure = try FeedSample.failure(claim, "no answer")
            _ = try await store.finish(claim, failure, pause: 0, requestedBy: nil)
            time.advance(seconds: 1)
        }
        #expect(try await store.claimDueFeeds(limit: 8, failing: 2).map(\.feed.name) == ["d", "a", "b"])
        #expect(try await store.claimDueFeeds(limit: 8, failing: 0).isEmpty)
        #expect(try await store.claimDueFeeds(limit: 8, failing: 1).map(\.feed.name) == ["c"])
    }

    @Test func aListsVersion_changesOnlyWithItsContent() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        #expect(try await version() == nil)
        #expect(try await finish(try await store.claimFeed("songs"), [1, 2], tag: "\"a\""))
        let first = try #require(try await version())
        let claim = try await store.claimFeed("songs")
        #expect(claim.tag == "\"a\"")
        #expect(try await !finish(claim, [1, 2]))
        #expect(try await version() == first)
        #expect(try await finish(try await store.claimFeed("songs"), [2, 1]))
        #expect(try await version() ?? 0 > first)
        #expect(try await store.feedLists(["songs", "none"]).keys.sorted() == ["songs"])
    }

    @Test func aFailure_keepsTheList_andCounts() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        _ = try await finish(try await store.claimFeed("songs"), [1])
        let claim = try await store.claimFeed("songs")
        let failure = try FeedSample.failure(claim, "no answer")
        #expect(try await !store.finish(claim, failure, pause: 120_000, requestedBy: "Ada"))
        let progress = try await store.feed("songs").progress
        #expect(progress.failures == 1 && progress.problem == "no answer" && progress.cards == 1)
        #expect(try await store.nextFeedDue() == time.clock.now.adding(seconds: 120))
        let log = try await store.feedLog("songs", ListRange()).elements
        #expect(log.map(\.outcome) == [.failed, .updated])
        #expect(log.first?.requestedBy == "Ada")
    }

    @Test func aListThatHadExpired_isANewVersion_whenItIsConfirmed() async throws {
        _ = try await store.createFeed(try FeedSample.feed(["ttl": 60, "interval": 30]), ada)
        _ = try await finish(try await store.claimFeed("songs"), [1])
        let first = try await version()
        time.advance(seconds: 59)
        #expect(try await !finish(try await store.claimFeed("songs"), [1]))
        time.advance(seconds: 60)
        #expect(try await finish(try await store.claimFeed("songs"), [1]))
        #expect(try await version() != first)
        let end = try await store.feedLists(["songs"])["songs"]?.endsAt
        #expect(end == time.clock.now.adding(seconds: 60))
    }

    @Test func aNewDefinition_cancelsRunningRequests_andKeepsTheList() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        _ = try await finish(try await store.claimFeed("songs"), [1], tag: "\"a\"")
        let claim = try await store.claimFeed("songs")
        _ = try await store.replaceFeed(try FeedSample.feed(["maximum": 7]), ada)
        #expect(try await !finish(claim, [1, 2]))
        #expect(try await store.feedLists(["songs"])["songs"]?.cards.count == 1)
        let next = try #require(try await store.claimDueFeeds(limit: 1, failing: 1).first)
        #expect(next.tag == nil && next.feed.maximum == 7)
    }

    @Test func theLog_keepsTheNewestLinesOnly() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        try await store.inspected().execute(
            (0..<FeedLogEntry.maximumEntries + 3).map { index in
                (
                    """
                    INSERT INTO feed_log (feed_id, at, outcome, faults, fault_count, problem, milliseconds)
                    VALUES (1, \(index), 'failed', '[]', 0, '', 0)
                    """, []
                )
            })
        _ = try await finish(try await store.claimFeed("songs"), [1])
        let count = try await store.inspected().number("SELECT count(*) FROM feed_log")
        #expect(count == Int64(FeedLogEntry.maximumEntries))
        let part = try await store.feedLog("songs", ListRange(limit: 2))
        #expect(part.elements.count == 2 && part.next != nil)
    }

    @Test func aFeedThatIsUsed_isKept_inAnyState() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        try await add(section(), .draft)
        let store = store
        await #expect(throws: PublishingError.self) { try await store.deleteFeed("songs", ada) }
        _ = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada)
        await #expect(throws: PublishingError.self) { try await store.deleteFeed("songs", ada) }
        time.advance(seconds: 101)
        await #expect(throws: PublishingError.self) { try await store.deleteFeed("songs", ada) }
        await #expect(throws: PublishingError.self) {
            let other: JSONObject = ["showType": "DEMO_TEXT", "fields": ["/id": "/id", "/text": "/t"]]
            _ = try await store.replaceFeed(try FeedSample.feed(other), ada)
        }
        _ = try await store.change(PageChange("mall", .live, .delete("songs")), ada)
        _ = try await store.deleteFeed("songs", ada)
        #expect(try await store.inspected().number("SELECT count(*) FROM feed_lists") == 0)
        #expect(try await store.check().issues == [])
    }

    @Test func feeds_haveEachPlaceWhereTheyAreUsed() async throws {
        func places() async throws -> [String: [String]] {
            try await store.feedUses(for: .readAll).mapValues { uses in
                uses.map { use in
                    switch use.state {
                    case .live: "live \(use.block)"
                    case .draft: "draft \(use.block)"
                    case .release: "release \(use.block)"
                    }
                }
            }
        }
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        _ = try await store.createFeed(try FeedSample.feed(["name": "others"]), ada)
        #expect(try await places() == [:])
        try await add(section(), .draft)
        #expect(try await places() == ["songs": ["draft songs"]])
        _ = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada)
        #expect(try await places() == ["songs": ["release songs"]])
        time.advance(seconds: 101)
        try await add(section("more"))
        #expect(try await places() == ["songs": ["live more", "live songs"]])
    }

    @Test func aSection_isOnlyWrittenForAFeedThatIsThere() async throws {
        await #expect(throws: PublishingError.self) { try await add(section()) }
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        try await add(section())
        var other = section("other")
        other.showType = "DEMO_IMAGE"
        await #expect(throws: PublishingError.self) { try await add(other) }
    }

    @Test func aMerge_mergesTheSource_andKeepsOtherChanges() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        try await add(section())
        let title = PageOperation.patch("songs", ["content": ["title": "x"]])
        _ = try await store.change(PageChange("mall", .draft, title), ada)
        let positions = PageOperation.patch("songs", ["source": ["positions": [4]]])
        _ = try await store.change(PageChange("mall", .live, positions), ada)
        let draft = try await store.blockState("songs", of: "mall", .draft).block
        #expect(draft.source == .feed("songs", positions: [4]) && draft.content["title"] == "x")
    }

    @Test func aDamagedList_isFound() async throws {
        _ = try await store.createFeed(try FeedSample.feed(), ada)
        _ = try await finish(try await store.claimFeed("songs"), [1])
        #expect(try await store.check().issues == [])
        try await store.inspected().execute([("UPDATE feed_lists SET cards = '[]'", [])])
        #expect(try await store.check().issues.count == 1)
    }
}

/// A feed, and possible responses of its upstream.
enum FeedSample {
    static func feed(_ changes: JSONObject = [:]) throws -> Feed {
        let json: JSONObject = [
            "name": "songs", "url": "http://api.example.com/songs", "showType": "DEMO_GRID", "items": "",
            "fields": ["/id": "/id", "/title": ["value": "x"], "/imageUrl": ["value": "/assets/x.png"]], "interval": 60,
        ]
        var rules = FeedRules()
        rules.allowedHosts = try #require(AllowedHosts("api.example.com"))
        return try Feed(checking: .object(json.merging(changes) { $1 }), rules, try Project.catalog())
    }

    static func result(_ claim: FeedClaim, _ ids: [Int], tag: String? = nil) throws -> FeedResult {
        let items = JSONValue.array(ids.map { ["id": JSONValue($0)] })
        return FeedResult(
            FeedResponse(.json(items), status: 200, tag: tag, milliseconds: 5), of: claim.feed, hash: claim.hash,
            try Project.catalog())
    }

    static func failure(_ claim: FeedClaim, _ reason: String) throws -> FeedResult {
        FeedResult(
            FeedResponse(.failure(reason), status: nil, milliseconds: 5), of: claim.feed, hash: claim.hash,
            try Project.catalog())
    }

    /// Creates a feed with a list and an entry in its log.
    static func add(to store: any PageStore, _ request: ChangeContext) async throws {
        _ = try await store.createFeed(try feed(), request)
        let claim = try await store.claimFeed("songs")
        _ = try await store.finish(claim, try result(claim, [1]), pause: 1000, requestedBy: nil)
    }
}
