import Foundation
import HomeBlocks
import Publishing
import SQLiteStore
import Synchronization
import TestSupport
import Testing

@testable import SQLStore

/// Copies from each kind of database to each other kind.
@Suite(.timeLimit(.minutes(1))) struct CopyTests {
    private let time = TestClock()
    private let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    /// Creates content of every kind that a database can have.
    private func fill(_ place: CopyPlace) async throws {
        try await place.withStore(time) { store in
            let document = try await PictureSample.page(in: store, ada)
            _ = try await store.importPage(PageImport(page: "mall", document: document), ada)
            for page in ["sale", "gone"] {
                let plan = try PagePlan(json: ["page": .string(page), "copyOf": "mall"])
                _ = try await store.createPage(plan, ada)
            }
            _ = try await store.deletePage("gone", ada)
            for title in ["一", "two", "😀"] { try await edit(.live, title, store) }
            _ = try await store.prune("mall", Retention(revisions: 2), by: .console)
            try await addPlans(store)
            try await addTakeovers(store)
            try await addLinks(store)
            try await ReviewSample.add(to: store, page: "sale", ada)
            try await addOperator(store)
            let body: JSONValue = ["name": "vips", "title": "会员", "audience": ["percent": 12, "seed": "s"]]
            _ = try await store.createAudience(try AudiencePlan(json: body), ada)
            try await FeedSample.add(to: store, ada)
        }
    }

    private func edit(_ stage: Stage, _ title: String, _ store: any PageStore, code: String = "wallet") async throws {
        let operation = PageOperation.patch(code, ["content": ["title": .string(title)]])
        let request = ChangeContext(ada.actor, idempotency: try Idempotency(key: UUID().uuidString, request: [1]))
        _ = try await store.change(PageChange("mall", stage, operation), request)
    }

    /// Plans releases, cancels one of them, and makes a live change, which is merged into the others. Leaves a draft
    /// with a conflict.
    private func addPlans(_ store: any PageStore) async throws {
        try await edit(.draft, "planned", store, code: "otc")
        let first = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada)
        try await edit(.draft, "planned later", store, code: "otc")
        _ = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 200)), ada)
        try await edit(.live, "live", store)
        _ = try await store.cancelRelease(first.release.id, of: "mall", ada)
        try await edit(.draft, "draft", store)
        try await edit(.live, "live again", store)
    }

    /// Plans a takeover, cancels it, and plans another one for the same period.
    private func addTakeovers(_ store: any PageStore) async throws {
        let plan = TakeoverPlan(
            shows: "sale", from: time.clock.now.adding(seconds: 50), until: time.clock.now.adding(seconds: 90))
        let cancelled = try await store.takeOver("mall", plan, ada)
        _ = try await store.cancelTakeover(Int64(cancelled.data["id"]?.int ?? 0), of: "mall", ada)
        _ = try await store.takeOver("mall", plan, ada)
    }

    private func addLinks(_ store: any PageStore) async throws {
        let end = time.clock.now.adding(seconds: 60)
        let live = try await store.revision("mall", .live).number
        let revoked = try await store.createLink(.sample(.revision(live), until: end), to: "mall", ada)
        _ = try await store.revokeLink(Int64(revoked.outcome.data["id"]?.int ?? 0), to: "mall", ada)
        _ = try await store.createLink(.sample(client: ["platform": "ios"], until: end), to: "mall", ada)
    }

    private func addOperator(_ store: any PageDatabase) async throws {
        let group = try GroupPlan("team", json: ["name": "Team", "pages": ["mall": "publisher"]])
        _ = try await store.createGroup(group, ChangeContext(.console))
        let plan = try CredentialPlan(
            .operator, json: ["name": "Mei", "role": "none", "pages": ["sale": "editor"], "groups": ["team"]],
            at: time.clock.now)
        let hash = [UInt8](repeating: 1, count: 32)
        _ = try await store.create(NewCredential(id: "mei", plan: plan, hash: hash), ChangeContext(.console))
        try await store.beginSession(
            hash, of: try #require(try await store.signInRecord(of: "Mei")), until: time.clock.now.adding(seconds: 60),
            idleTimeout: 60, ChangeContext(.console))
    }

    /// Copies on a separate thread, because the test's other work needs the threads of the task pool.
    @discardableResult
    private func copy(
        _ source: CopyPlace, _ target: CopyPlace, report: @escaping @Sendable (CopyProgress) -> Void = { _ in }
    ) async throws -> CopyResult {
        let now = time.clock.now
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try TableCopier.copy(from: source.endpoint, to: target.endpoint, at: now, report: report)
                    })
            }
        }
    }

    /// Copies, and starts other work once the first rows are read.
    ///
    /// - Parameter isAwaited: whether the copy waits for that work.
    private func copy(
        _ source: CopyPlace, _ target: CopyPlace, isAwaited: Bool,
        during work: @escaping @Sendable () async throws -> Void
    ) async throws {
        let tasks = Mutex<[Task<Void, any Error>]>([])
        let done = DispatchSemaphore(value: 0)
        let outcome: Result<CopyResult, any Error>
        do {
            outcome = .success(
                try await copy(source, target) { _ in
                    guard tasks.withLock(\.isEmpty) else { return }
                    let task = Task {
                        defer { done.signal() }
                        try await work()
                    }
                    tasks.withLock { $0 = [task] }
                    if isAwaited { done.wait() }
                })
        } catch { outcome = .failure(error) }
        for task in tasks.withLock({ $0 }) { try await task.value }
        _ = try outcome.get()
    }

    // MARK: What a copy has

    @Test(arguments: CopyPlace.pairs) func aCopy_thereAndBack_hasTheSameRows(
        _ kinds: (CopyPlace.Kind, CopyPlace.Kind)
    ) async throws {
        let (source, target, back) = (try CopyPlace(kinds.0), try CopyPlace(kinds.1), try CopyPlace(kinds.0))
        try await fill(source)
        let rows = try source.rows()
        #expect(zip(CopiedTable.all, rows).filter(\.1.isEmpty).map(\.0.name) == [])
        let result = try await copy(source, target)
        #expect(result.rows.map(\.table) == CopiedTable.names)
        #expect(result.rows.reduce(0) { $0 + $1.count } == rows.reduce(0) { $0 + $1.count })
        #expect(result.pages.map(\.slug) == ["mall", "sale"])
        try await copy(target, back)
        #expect(try target.rows() == rows)
        #expect(try back.rows() == rows)
        #expect(try target.number("SELECT count(*) FROM sessions") == 0)
        for place in [target, back] {
            #expect(try await place.withStore(time) { try await $0.check() }.issues == [])
        }
    }

    @Test(arguments: CopyPlace.pairs) func aCopy_reusesNoIdOfItsSource(
        _ kinds: (CopyPlace.Kind, CopyPlace.Kind)
    ) async throws {
        let (source, target) = (try CopyPlace(kinds.0), try CopyPlace(kinds.1))
        let lastVersion = try await source.withStore(time) { store in
            for page in ["mall", "gone"] {
                _ = try await store.importPage(PageImport(page: page, document: try Project.page("mall")), ada)
            }
            let last = try await store.inspected().number("SELECT max(id) FROM block_versions")
            _ = try await store.deletePage("gone", ada)
            return try #require(last)
        }
        let lastLine = try #require(try source.number("SELECT max(id) FROM audit"))
        try await copy(source, target)
        try await target.withStore(time) { try await edit(.live, "new", $0) }
        // A program reserves ids on a server.
        #expect(try #require(try target.number("SELECT max(id) FROM block_versions")) > lastVersion)
        #expect(try target.number("SELECT max(id) FROM audit") == lastLine + 1)
    }

    @Test(arguments: CopyPlace.Kind.all) func aCopy_isMadeWhileItsSourceIsServed(_ kind: CopyPlace.Kind) async throws {
        let (source, target) = (try CopyPlace(.file), try CopyPlace(kind))
        try await fill(source)
        try await source.withStore(time) { store in
            let before = try source.rows()
            try await copy(source, target, isAwaited: true) { try await edit(.live, "in the meantime", store) }
            #expect(try target.rows() == before)
            #expect(try source.rows() != before)
        }
    }

    @Test func everyColumnOfTheSchemas_isCopied() throws {
        let known = Set(CopiedTable.all.flatMap { table in table.columns.map { "\(table.name).\($0)" } })
        for kind in CopyPlace.Kind.all {
            let place = try CopyPlace(kind)
            _ = try place.endpoint.fill { _ in true }
            let (columns, own) =
                switch kind {
                case .file:
                    (
                        """
                        SELECT t.name, c.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
                        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%'
                        """, ["sessions"]
                    )
                case .postgreSQL:
                    (
                        """
                        SELECT table_name::text, column_name::text FROM information_schema.columns
                        WHERE table_schema = current_schema()
                        """,
                        [
                            "sessions", "commits", "homeblocks_schema", "nodes", "attempts", "presence", "set_up_link",
                            // A view.
                            "placements",
                        ]
                    )
                }
            let present = try place.endpoint.read { database, _ in
                try database.all(columns) { (table: try $0.text(0), column: try $0.text(1)) }
            }
            // The search index is built at the next start.
            let index = ["block_texts", "block_grams"]
            let copied = present.filter { row in
                !own.contains(row.table) && !index.contains { row.table.hasPrefix($0) }
            }.map { "\($0.table).\($0.column)" }
            // A copy does not need the ids of the transactions that wrote it.
            #expect(Set(copied).subtracting(["audit.commit_id"]) == known)
        }
    }

    // MARK: What is refused

    @Test(arguments: CopyPlace.pairs) func aTargetWithContent_isRefused_andStaysAsItWas(
        _ kinds: (CopyPlace.Kind, CopyPlace.Kind)
    ) async throws {
        let (source, target) = (try CopyPlace(kinds.0), try CopyPlace(kinds.1))
        for place in [source, target] { try await fill(place) }
        let rows = try target.rows()
        let error = await #expect(throws: (any Error).self) { try await copy(source, target) }
        let message = error.map { "\($0)" } ?? ""
        #expect(message.contains("is not empty") || message.contains("already exists"), "\(message)")
        #expect(try target.rows() == rows)
    }

    @Test(arguments: CopyPlace.Kind.all) func aFailure_leavesNothing(_ kind: CopyPlace.Kind) async throws {
        let (source, target) = (try CopyPlace(.file), try CopyPlace(kind))
        try await fill(source)
        try await source.withStore(time) { store in
            let store = try #require(store as? SQLiteStore)
            _ = try await store.engine.write(.commit) { database in
                try database.run("DROP TRIGGER block_versions_are_immutable")
                try database.run("UPDATE block_versions SET resource = '{}' WHERE id = 2")
            }
        }
        await #expect(throws: CopyFailure.damaged(blockVersion: 2)) { try await copy(source, target) }
        #expect(try target.isVacant())
    }

    @Test(
        arguments: CopyPlace.Kind.all,
        [
            ("INSERT INTO audit", CopyFailure.different(table: "audit")),
            ("INSERT INTO trees", .different(table: "trees")),
        ])
    func aCopyThatDiffers_isNotKept(_ kind: CopyPlace.Kind, _ case: (statement: String, failure: CopyFailure))
        async throws
    {
        let (source, target) = (try CopyPlace(.file), try CopyPlace(kind))
        try await fill(source)
        let altering = AlteringEndpoint(base: target.endpoint, statement: `case`.statement)
        #expect(throws: `case`.failure) {
            try TableCopier.copy(from: source.endpoint, to: altering, at: time.clock.now) { _ in }
        }
        #expect(try target.isVacant())
    }

    @Test(arguments: CopyPlace.Kind.all) func ofTwoCopiesToOneTarget_oneIsRefused(_ kind: CopyPlace.Kind) async throws {
        let (source, target) = (try CopyPlace(.file), try CopyPlace(kind))
        try await fill(source)
        let errors = Mutex<[String]>([])
        do {
            try await copy(source, target, isAwaited: true) {
                do { try await copy(source, target) } catch { errors.withLock { $0.append("\(error)") } }
            }
        } catch { errors.withLock { $0.append("\(error)") } }
        #expect(errors.withLock(\.count) == 1)
        let reason = errors.withLock { $0.first ?? "" }
        #expect(reason.contains("is in use by another program") || reason.contains("already exists"), "\(reason)")
        #expect(try target.rows() == source.rows())
    }

    @Test(arguments: CopyPlace.Kind.all) func aSourceThatAnotherProgramOpens_whileItIsRead_isNotTrusted(
        _ kind: CopyPlace.Kind
    ) async throws {
        let (source, target) = (try CopyPlace(.file), try CopyPlace(kind))
        try await fill(source)
        // The write-ahead log remains while a store is open.
        let store = Mutex<(any PageDatabase)?>(nil)
        let error = await #expect(throws: (any Error).self) {
            try await copy(source, target, isAwaited: true) {
                let opened = try source.openStore(time)
                store.withLock { $0 = opened }
            }
        }
        #expect(error.map { "\($0)" }?.contains("was opened by another program") == true)
        #expect(try target.isVacant())
        // With its log, the file is read in a consistent state.
        try await copy(source, target)
        try store.withLock { try $0?.close() }
    }

    // A file gets its name only once it is complete.
    @Test(.needsPostgreSQL, arguments: CopyPlace.pairs.filter { $0.1.isOnServer })
    func aServerThatStartsDuringACopy_addsNothing(
        _ kinds: (CopyPlace.Kind, CopyPlace.Kind)
    ) async throws {
        let (source, target) = (try CopyPlace(kinds.0), try CopyPlace(kinds.1))
        try await fill(source)
        let rows = try source.rows()
        try await copy(source, target, isAwaited: false) {
            try await target.withStore(time) { store in
                try await store.addStarterPages([("mall", try Project.page("mall"))])
            }
        }
        #expect(try target.rows() == rows)
    }
}
