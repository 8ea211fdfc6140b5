import HomeBlocks
import Publishing
import TestSupport
import Testing

/// Checking a password takes a while. Whatever was ended in the meantime stays ended.
@Suite(.timeLimit(.minutes(1)), .everyEngine) struct SignInTests {
    private let fixture: StoreFixture
    private let store: any PageStore
    private let time: TestClock
    private let end: Instant

    init() async throws {
        fixture = try StoreFixture()
        (store, time) = (fixture.store, fixture.time)
        end = time.clock.now.adding(seconds: 3600)
        let plan = try CredentialPlan(.operator, json: ["name": "Mei", "role": "editor"], at: time.clock.now)
        _ = try await store.create(
            NewCredential(id: "mei", plan: plan, hash: Array(repeating: 1, count: 32)), ChangeContext(.console))
    }

    /// Hashes have at least 32 bytes.
    private func hash(_ number: UInt8) -> [UInt8] { Array(repeating: number, count: 32) }

    private func record() async throws -> SignInRecord { try #require(try await store.signInRecord(of: "Mei")) }

    private func begin(_ session: UInt8, _ known: SignInRecord) async throws {
        try await store.beginSession(hash(session), of: known, until: end, idleTimeout: 600, ChangeContext(.console))
    }

    private func isRefused(_ work: () async throws -> Void) async -> Bool {
        do {
            try await work()
            return false
        } catch PublishingError.unauthorized { return true } catch { return false }
    }

    @Test func aPasswordThatWasReplacedInTheMeantime_beginsNoSession() async throws {
        let known = try await record()
        _ = try await store.change(operator: "mei", OperatorChange(), passwordHash: hash(2), ChangeContext(.console))
        #expect(await isRefused { try await begin(9, known) })
        #expect(try await store.session(hash(9)) == nil)
        try await begin(8, try await record())
        #expect(try await store.session(hash(8)) != nil)
    }

    @Test func anOperatorDeletedInTheMeantime_isNotSignedIn() async throws {
        let known = try await record()
        _ = try await store.revoke(.operator, "mei", ChangeContext(.console))
        #expect(await isRefused { try await begin(9, known) })
        #expect(try await store.session(hash(9)) == nil)
    }

    @Test func anAdminsNewPassword_isNotOverwrittenByTheOldOnesHolder() async throws {
        let known = try await record()
        try await begin(9, known)
        _ = try await store.change(operator: "mei", OperatorChange(), passwordHash: hash(2), ChangeContext(.console))
        #expect(
            await isRefused {
                _ = try await store.changePassword(of: known, to: hash(3), inSession: hash(9), ChangeContext(.console))
            })
        #expect(try await record().hash == hash(2))
    }

    @Test func aSessionThatWasEndedInTheMeantime_changesNoPassword() async throws {
        let known = try await record()
        try await begin(9, known)
        try await store.endSessions(of: "mei", only: nil, ChangeContext(.console))
        #expect(
            await isRefused {
                _ = try await store.changePassword(of: known, to: hash(3), inSession: hash(9), ChangeContext(.console))
            })
        #expect(try await record().hash == hash(1))
    }

    @Test func aNewPassword_endsTheOtherSessionsOfItsOperator() async throws {
        let known = try await record()
        for session: UInt8 in [8, 9] { try await begin(session, known) }
        _ = try await store.changePassword(of: known, to: hash(3), inSession: hash(9), ChangeContext(.console))
        #expect(try await record().hash == hash(3))
        #expect(try await store.session(hash(8)) == nil)
        #expect(try await store.session(hash(9)) != nil)
    }
}
