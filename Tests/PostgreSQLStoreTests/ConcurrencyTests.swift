import HomeBlocks
import Publishing
import Synchronization
import TestSupport
import Testing

@testable import PostgreSQLStore
@testable import SQLStore

/// Programs that change one database concurrently.
@Suite(.timeLimit(.minutes(2)), .needsPostgreSQL) struct ConcurrencyTests {
    private static let blocks = ["wallet", "otc", "walletCard", "otherMall"]

    /// Returns false if a concurrent change made the work fail with an expected error.
    private func unlessSomeoneWasFaster(_ work: () async throws -> Void) async throws -> Bool {
        do {
            try await work()
            return true
        } catch PublishingError.notFound { return false } catch PublishingError.conflict {
            return false
        } catch PublishingError.invalid { return false }
    }

    // MARK: Pages

    @Test(arguments: [1, 8])
    func changesOfAllKinds_fromTwoPrograms_makeOneHistory(_ pageCount: Int) async throws {
        let pages = (0..<pageCount).map { "page-\($0)" }
        let database = try await SharedDatabase(pages: pages + ["other"])
        let rounds = 6
        let start = PublishingClock.system.now.adding(seconds: 3600)
        let made = try await concurrently(16) { writer in
            let (store, page) = (database.stores[writer % 2], pages[writer / 2 % pageCount])
            let block = Self.blocks[writer / 2 % Self.blocks.count]
            var made: [String] = []
            for round in 0..<rounds {
                let id = "\(writer).\(round)"
                let soon = start.adding(seconds: (writer * rounds + round) * 10)
                let changes: [(String, () async throws -> Void)] = [
                    (
                        "\(id).order",
                        {
                            _ = try await store.change(
                                PageChange(
                                    page, .live,
                                    .order(
                                        .order(
                                            Self.shuffled(
                                                try await store.revision(
                                                    page, .live
                                                ).order.order)))), .numbered("\(id).order"))
                        }
                    ),
                    (
                        "\(id).edit",
                        {
                            _ = try await store.change(
                                PageChange(page, .live, .setTitle(block, id)), .numbered("\(id).edit"))
                        }
                    ),
                    (
                        "\(id).draft",
                        {
                            _ = try await store.change(
                                PageChange(page, .draft, .setTitle(block, "draft \(id)")), .numbered("\(id).draft"))
                        }
                    ),
                    (
                        "\(id).publish",
                        { _ = try await store.publish(page, Publication(), .numbered("\(id).publish")) }
                    ),
                    (
                        "\(id).takeover",
                        {
                            let plan = TakeoverPlan(shows: "other", from: soon, until: soon.adding(seconds: 10))
                            _ = try await store.takeOver(page, plan, .numbered("\(id).takeover"))
                        }
                    ),
                ]
                for (name, change) in changes {
                    do {
                        try await change()
                        made.append(name)
                    } catch PublishingError.notFound where name.hasSuffix("publish") {
                        // Another task has published the draft.
                    }
                }
            }
            return made
        }.flatMap(\.self)

        let logged = try await database.changesByRequest()
        // Setting the current order is not a change.
        #expect(Set(logged.keys).isSubset(of: made))
        #expect(logged.values.allSatisfy { $0 == 1 })
        #expect(made.filter { !$0.hasSuffix("order") }.allSatisfy { logged[$0] == 1 })
        for page in pages { try await database.checkHistory(of: page) }
        try await database.checkIntegrity()
    }

    private static func shuffled(_ order: [String]) -> [String] {
        // Pinned blocks keep their positions.
        var order = order
        let movable = order.indices.filter { blocks.contains(order[$0]) }
        for (index, code) in zip(movable, movable.map { order[$0] }.shuffled()) { order[index] = code }
        return order
    }

    @Test func theTitleOfEachBlock_isTheLastOneThatWasAcknowledged() async throws {
        let database = try await SharedDatabase()
        let titles = try await concurrently(Self.blocks.count) { writer in
            for round in 0..<20 {
                _ = try await database.stores[writer % 2].change(
                    PageChange("mall", .live, .setTitle(Self.blocks[writer], "\(round)")), .numbered("\(round)"))
            }
            return try await database.stores[1 - writer % 2].blockState(Self.blocks[writer], of: "mall", .live).block
                .content["title"]
        }
        #expect(titles.allSatisfy { $0 == "19" })
        try await database.checkHistory(of: "mall")
    }

    @Test func takeoversThatCross_doNotDeadlock() async throws {
        let database = try await SharedDatabase(pages: ["a", "b"])
        func deadlocks() async throws -> Int64? {
            try await database.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        }
        let before = try await deadlocks()
        let start = PublishingClock.system.now.adding(seconds: 3600)
        let made = try await concurrently(16) { writer in
            let (page, shown) = writer.isMultiple(of: 2) ? ("a", "b") : ("b", "a")
            var made = 0
            for round in 0..<10 {
                let from = start.adding(seconds: (writer * 10 + round) * 10)
                let plan = TakeoverPlan(shows: shown, from: from, until: from.adding(seconds: 10))
                if try await unlessSomeoneWasFaster({
                    _ = try await database.stores[writer % 2].takeOver(page, plan, .numbered("\(writer).\(round)"))
                }) {
                    made += 1
                }
            }
            return made
        }
        #expect(try await database.number("SELECT count(*) FROM takeovers") == Int64(made.reduce(0, +)))
        #expect(made.reduce(0, +) > 0)
        #expect(try await deadlocks() == before)
    }

    @Test func aPageThatIsDeleted_whileTakeoversAndCopiesOfItAreMade_isThereOrNot() async throws {
        let database = try await SharedDatabase(pages: ["front"])
        let start = PublishingClock.system.now.adding(seconds: 3600)
        for round in 0..<15 {
            let page = "shown-\(round)"
            _ = try await database.stores[0].importPage(
                PageImport(page: page, document: try Project.page("mall")), ChangeContext(.console))
            let from = start.adding(seconds: round * 10)
            let won = try await concurrently(3) { task in
                try await unlessSomeoneWasFaster {
                    switch task {
                    case 0: _ = try await database.stores[0].deletePage(page, .numbered("delete"))
                    case 1:
                        let plan = TakeoverPlan(shows: page, from: from, until: from.adding(seconds: 10))
                        _ = try await database.stores[1].takeOver("front", plan, .numbered("takeover"))
                        #expect(try await database.stores[1].page(page).page.slug == page)
                    default:
                        let plan = try PagePlan(json: ["page": .string("copy-\(round)"), "copyOf": .string(page)])
                        _ = try await database.stores[1].createPage(plan, .numbered("copy"))
                    }
                    return
                }
            }
            #expect(won.contains(true))
        }
        let pages = try await database.stores[0].pages(for: .readAll).map(\.page.slug)
        for takeover in try await database.stores[0].takeovers("front", for: .readAll) {
            #expect(pages.contains(takeover.shows ?? ""))
        }
        try await database.checkIntegrity()
    }

    // MARK: Events

    @Test func readersOfEvents_missNone_whileOthersWrite() async throws {
        let database = try await SharedDatabase(pages: (0..<8).map { "page-\($0)" })
        let first = try await database.stores[0].lastEvent()
        let isDone = Mutex(false)
        async let readers = concurrently(2) { reader in
            var (seen, last, isLast): ([Int64], Int64, Bool) = ([], first, false)
            while true {
                isLast = isDone.withLock { $0 }
                let news = try await database.stores[reader].events(after: last, limit: 7)
                seen += news.events.map(\.id)
                last = news.last
                if isLast, news.events.isEmpty { return seen }
            }
        }
        defer { isDone.withLock { $0 = true } }
        _ = try await concurrently(8) { writer in
            for round in 0..<25 {
                let store = database.stores[(writer + round) % 2]
                _ = try await store.change(
                    PageChange("page-\(writer)", .live, .move("wallet", round: round)), .numbered("\(writer)"))
                // Entries that are not events do not get an event number.
                try await store.recordRefusal(
                    AccessRefusal(credential: nil, action: "POST /sort", reason: "it is unknown", requestID: ""))
            }
        }
        isDone.withLock { $0 = true }
        let written = try await database.numbers(
            "SELECT id FROM audit WHERE page IS NOT NULL AND outcome = 'done' AND id > \(first) ORDER BY id"
        ).compactMap(\.[0])
        #expect(written.count >= 8 * 24)
        for seen in try await readers { #expect(seen == written) }
    }

    @Test func anUncommittedEvent_isNotOvertakenByAnotherEntry() async throws {
        let database = try await SharedDatabase()
        let store = database.stores[0]
        let change = try database.connect()
        let deadline = ContinuousClock.now + .seconds(20)
        _ = try change.run("BEGIN", until: deadline)
        let line = try change.run(
            """
            INSERT INTO audit (at, actor, action, outcome, page) VALUES (0, 'Ada', 'live.order', 'done', 'mall')
            RETURNING id
            """, until: deadline
        ).row(0).id(0)
        try await store.recordRefusal(
            AccessRefusal(credential: nil, action: "POST /sort", reason: "it is unknown", requestID: ""))
        let newReader = try await store.lastEvent()
        let oldReader = try await store.events(after: newReader, limit: 100).last
        _ = try change.run("COMMIT", until: deadline)
        #expect(try await store.events(after: newReader, limit: 100).events.map(\.id) == [line])
        #expect(try await store.events(after: oldReader, limit: 100).events.map(\.id) == [line])
    }

    @Test func aChangeThatIsUnderWay_whenAProgramBeginsToListen_isNoticed() async throws {
        let database = try await SharedDatabase()
        let change = try database.connect()
        let deadline = ContinuousClock.now + .seconds(20)
        _ = try change.run("BEGIN", until: deadline)
        _ = try change.run(
            "INSERT INTO audit (at, actor, action, outcome, page) VALUES (0, 'Ada', 'live.order', 'done', 'mall')",
            until: deadline)
        try await database.stores[0].recordRefusal(
            AccessRefusal(credential: nil, action: "POST /sort", reason: "it is unknown", requestID: ""))
        var changes = database.stores[1].externalChanges(version: "1").makeAsyncIterator()
        _ = await changes.next()
        _ = try change.run("COMMIT", until: deadline)
        #expect(await changes.next() != nil)
    }

    // MARK: Once

    @Test func oneKeyAtTwoPrograms_makesOneChange_andBothGetItsResponse() async throws {
        let database = try await SharedDatabase()
        for round in 0..<50 {
            let outcomes = try await concurrently(2) { program in
                try await database.stores[program].change(
                    PageChange("mall", .live, .move("wallet", round: round)), .numbered("\(round)", key: "\(round)"))
            }
            #expect(outcomes[0] == outcomes[1])
        }
        let logged = try await database.changesByRequest()
        #expect(logged.values.allSatisfy { $0 == 1 })
        #expect(logged.count >= 49)
    }

    @Test func fiftySetUpsAtOnce_makeOneOperator() async throws {
        let database = try await SharedDatabase(pages: [])
        let made = try await concurrently(50) { number in
            let plan = try CredentialPlan(
                .operator, json: ["name": .string("Ada \(number)"), "role": "admin"], at: PublishingClock.system.now)
            let first = NewCredential(id: "ada-\(number)", plan: plan, hash: Array(repeating: 1, count: 32))
            return try await unlessSomeoneWasFaster {
                _ = try await database.stores[number % 2].setUp(first, ChangeContext(.program))
            }
        }
        #expect(made.count(where: \.self) == 1)
        #expect(try await database.number("SELECT count(*) FROM credentials") == 1)
    }

    @Test func twelveProgramsThatStartOnAnEmptyDatabase_makeOneSetOfPages() async throws {
        let url = try #require(PostgreSQLServer.current).makeSchema()
        let documents = [("mall", try Project.page("mall")), ("music", try Project.page("music"))]
        let began = ContinuousClock.now
        let stores = try await concurrently(12) { _ in
            let store = try SharedDatabase.open(url)
            try await store.addStarterPages(documents)
            return store
        }
        let time = began.duration(to: .now)
        defer { for store in stores { try? store.close() } }
        #expect(time < .seconds(30), "\(time)")
        for store in stores { #expect(try await store.pages(for: .readAll).map(\.revision) == [1, 1]) }
        #expect(try await stores[0].events(after: 0, limit: 100).events.map(\.page) == ["mall", "music"])
    }

    // MARK: Credentials

    @Test func aTokenThatIsRevokedAtOneProgram_makesNoChangeAtAnother() async throws {
        let database = try await SharedDatabase(pages: (0..<8).map { "page-\($0)" })
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        let plan = try CredentialPlan(token: "CI", Rights(.publisher))
        _ = try await database.stores[0].create(NewCredential(token, plan: plan), ChangeContext(.console))
        let actor = Actor(
            credential: token.id, name: "CI", role: .publisher, authorization: Authorization(.token, needs: .publisher))
        let made = Mutex(0)
        let revoked = Mutex(false)

        async let late = concurrently(8) { writer in
            var late = 0
            for round in 0... {
                let wasRevoked = revoked.withLock { $0 }
                do {
                    _ = try await database.stores[1].change(
                        PageChange("page-\(writer)", .live, .move("wallet", round: round)), ChangeContext(actor))
                    made.withLock { $0 += 1 }
                    if wasRevoked { late += 1 }
                } catch PublishingError.refused { break }
            }
            return late
        }
        // The token is in constant use when it is revoked.
        while made.withLock({ $0 }) < 40 { try await Task.sleep(for: .milliseconds(5)) }
        let began = ContinuousClock.now
        let failure: (any Error)?
        do {
            _ = try await database.stores[0].revoke(.token, token.id, ChangeContext(.console))
            failure = nil
        } catch { failure = error }
        let time = began.duration(to: .now)
        #expect(failure == nil, "not revoked after \(time)")
        revoked.withLock { $0 = true }
        if failure != nil {
            // Stops the writers.
            try database.connect().run(
                script: "SET lock_timeout = 0; UPDATE credentials SET revoked_at = 1 WHERE id = '\(token.id)'",
                until: .now + .seconds(30))
        }
        #expect(try await late.allSatisfy { $0 == 0 })
    }
}
