import GRDB
import HomeBlocks
import Publishing
import TestSupport
import Testing

@testable import SQLiteStore

/// Repairing what earlier versions of the program, or a wrong clock, left behind.
@Suite(.timeLimit(.minutes(1))) struct RepairTests {
    let time = TestClock(.system)
    let folder: TemporaryFolder
    let store: SQLiteStore
    let ada = ChangeContext(Actor(credential: "c1", name: "Ada", role: .admin))

    init() async throws {
        folder = try TemporaryFolder()
        store = try SQLiteStore(path: folder.path("pages.sqlite"), catalog: try Project.catalog(), clock: time.clock)
        _ = try await store.importPage(PageImport(page: "mall", document: try Project.page("mall")), ada)
    }

    func check() throws -> DatabaseReport {
        try SQLiteStore.check(folder.path("pages.sqlite"), try Project.catalog(), at: time.clock.now)
    }

    func setTitle(_ code: String, _ title: String, _ stage: Stage) async throws {
        _ = try await store.change(
            PageChange("mall", stage, .patch(code, ["content": ["title": .string(title)]])), ada)
    }

    func title(_ code: String, _ stage: Stage) async throws -> JSONValue? {
        try await store.blockState(code, of: "mall", stage).block.content["title"]
    }

    /// Approves a planned release as someone who did not make it.
    func approve(_ release: Int64) async throws {
        let state = try await store.review("mall", .release(release)).text
        let bo = ChangeContext(Actor(credential: "bo", name: "Bo", role: .admin))
        _ = try await store.change("mall", bo, needs: ContentNeeds(), isDryRun: false) { page in
            let plan = try ApprovalPlan(.approval, json: ["state": .string(state)])
            return try page.addVerdict(.approval, on: .release(release), plan, bo)
        }
    }

    /// Changes the database as an earlier version with other rules would: another program writes the file.
    func leave(_ sql: String) async throws {
        try await DatabaseQueue(path: folder.path("pages.sqlite")).writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA foreign_keys = OFF")
            let triggers = try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            for trigger in triggers { try database.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
            try database.execute(sql: sql)
            for trigger in triggers { try database.execute(sql: trigger["sql"]) }
            try database.execute(sql: "PRAGMA foreign_keys = ON")
        }
    }

    @Test func aSoundDatabase_isLeftAlone() async throws {
        try await setTitle("wallet", "draft", .draft)
        #expect(try await store.repair(by: .console).isEmpty)
        #expect(try check().issues.isEmpty)
    }

    @Test func changesThatAWrongClockDatedAhead_areDatedBack_andPlansArePlansAgain() async throws {
        let noon = time.clock.now
        try await setTitle("wallet", "planned", .draft)
        _ = try await store.publish("mall", Publication(at: noon.adding(seconds: 86_400)), ada)
        time.advance(seconds: 2 * 86_400)
        try await setTitle("otc", "ahead", .live)
        time.advance(seconds: -2 * 86_400)
        try await setTitle("walletCard", "draft", .draft)

        await #expect {
            try await store.publish("mall", Publication(at: noon.adding(seconds: 3600)), ada)
        } throws: { error in
            guard case PublishingError.invalid(let input) = error else { return false }
            return input.detail.contains("clock") && input.detail.contains(noon.adding(seconds: 2 * 86_400).rfc3339)
                && input.issues.map(\.pointer.description) == ["/at"]
        }
        #expect(try check().issues.contains { $0.contains("ahead of this machine's clock") })

        let done = try await store.repair(by: .console)
        #expect(done.count == 1)
        #expect(try check().issues.isEmpty)
        #expect(try await title("otc", .live) == "ahead")
        #expect(try await title("walletCard", .draft) == "draft")
        let releases = try await store.releases("mall", ListRange()).elements
        #expect(releases.first { $0.state == .pending }?.at == noon.adding(seconds: 86_400))
        #expect(releases.first { $0.state == .live }?.at == noon)
        _ = try await store.publish("mall", Publication(at: noon.adding(seconds: 3600)), ada)
        let log = try await store.audit(AuditFilter(), ListRange()).elements
        #expect(log.contains { $0.action == "page.repair" && $0.actor == "command line" })
    }

    @Test func aDraftThatCannotBeBroughtUp_isReported_andCanBeDiscardedOrRepaired() async throws {
        for isRepaired in [true, false] {
            try await setTitle("wallet", "draft", .draft)
            try await setTitle("otc", "live \(isRepaired)", .live)
            try await leave("UPDATE drafts SET base = 1000")
            await #expect(throws: PublishingError.self) { try await store.draftDifference("mall") }
            #expect(try check().issues.contains { $0.contains("draft") })
            if isRepaired {
                #expect(try await store.repair(by: .console).count == 1)
                #expect(try await title("wallet", .draft) == "draft")
                #expect(try check().issues.isEmpty)
            }
            _ = try await store.discardDraft("mall", ada)
            #expect(try check().issues.isEmpty)
        }
    }

    @Test func aDraftWithContentThatCannotBeRead_isRepaired_andCanBeDiscarded() async throws {
        try await setTitle("otc", "live", .live)
        try await setTitle("otc", "draft", .draft)
        try await leave(
            """
            UPDATE drafts SET base = 1;
            UPDATE block_versions SET resource = '{}' WHERE id = (SELECT max(id) FROM block_versions);
            """)
        let done = try await store.repair(by: .console)
        #expect(done.count == 1 && done[0].contains("could not be merged"))
        _ = try await store.discardDraft("mall", ada)
        #expect(try await title("otc", .live) == "live")
    }

    @Test(arguments: [false, true])
    func blocksThatNoURLCanName_areRenamed_inLiveDraftAndPlans(isReviewed: Bool) async throws {
        try await setTitle("wallet", "planned", .draft)
        let plan = try await store.publish("mall", Publication(at: time.clock.now.adding(seconds: 100)), ada).release
        try await setTitle("wallet", "draft", .draft)
        if isReviewed {
            let setting = try PageRenaming(json: ["review": ["approvals": 1]])
            _ = try await store.renamePage("mall", setting, ada)
            try await approve(plan.id)
        }
        #expect(try await store.release(plan.id, of: "mall").state == .pending)
        try await leave(
            """
            UPDATE block_versions SET block_code = '..', resource = replace(resource, '"wallet"', '".."')
                WHERE block_code = 'wallet';
            UPDATE subtree_entries SET block_code = '..' WHERE block_code = 'wallet';
            UPDATE orders SET codes = replace(codes, '"wallet"', '".."');
            """)
        #expect(try await store.repair(by: .console) == ["mall: Renamed the block \"..\" to \"renamed\"."])
        #expect(try await title("renamed", .draft) == "draft")
        for stage in [Stage.live, .draft] {
            #expect(!(try await store.revision("mall", stage).order.order.contains("..")))
        }
        time.advance(seconds: 100)
        if isReviewed {
            // Its content has changed since it was approved.
            #expect(try await store.release(plan.id, of: "mall").state == .waiting)
            #expect(try await title("renamed", .live) != "planned")
            let actions = try await store.audit(AuditFilter(), ListRange()).elements.map(\.action)
            #expect(actions.contains("review.bypass"))
            try await approve(plan.id)
        }
        #expect(try await title("renamed", .live) == "planned")
        #expect(try await store.releases("mall", ListRange()).elements.first { $0.state == .live }?.id == plan.id)
        try await store.checkIntegrity()
    }
}
