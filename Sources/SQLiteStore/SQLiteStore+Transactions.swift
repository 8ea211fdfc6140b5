import Foundation
import GRDB
import HomeBlocks
import Publishing

extension SQLiteStore {
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        do { return try await writer.read(body) } catch { throw Self.publishingError(error) }
    }

    /// A transaction that makes a change that somebody asks for, if they still may.
    func write<Value: Sendable>(
        for request: RequestInfo, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await transaction(.commit, authorized(request, body))
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await transaction(.commit, body)
    }

    /// A transaction that returns what a change would do, and is rolled back.
    func rehearse<Value: Sendable>(
        for request: RequestInfo, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        try await transaction(.rollback, authorized(request, body))
    }

    private func authorized<Value: Sendable>(
        _ request: RequestInfo, _ body: @escaping @Sendable (Database) throws -> Value
    ) -> @Sendable (Database) throws -> Value {
        let clock = clock
        return { database in
            try Self.checkAuthorization(of: request.actor, at: clock.now, database)
            return try body(database)
        }
    }

    private func transaction<Value: Sendable>(
        _ completion: Database.TransactionCompletion, _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        let locks = locks
        let asked = ContinuousClock.now
        do {
            return try await writer.writeWithoutTransaction { database in
                if locks.wasInVain(since: asked) { throw DatabaseError(resultCode: .SQLITE_BUSY) }
                var value: Value?
                do {
                    try database.inTransaction(.immediate) {
                        value = try body(database)
                        return completion
                    }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    locks.noteInVain()
                    throw error
                }
                guard let value else { throw PublishingError.fault("a transaction has no outcome") }
                return value
            }
        } catch { throw Self.publishingError(error) }
    }

    /// Makes a change once: a retry with the same key gets the first answer.
    func writeOnce<Answer: Codable & Sendable>(
        _ request: RequestInfo, _ make: @escaping @Sendable (Database) throws -> Answer
    ) async throws(PublishingError) -> Answer {
        let clock = clock
        return try await write(for: request) { database in
            guard let idempotency = request.idempotency else { return try make(database) }
            let now = clock.now
            let stored = StoredAnswer(idempotency: idempotency, credential: request.actor.credential)
            if let answer = try stored.find(at: now, database) {
                return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
            }
            let answer = try make(database)
            try stored.keep(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self), at: now, database)
            return answer
        }
    }

    /// Reads a stage as it is now. A draft that live has left behind is brought up first.
    func inspect<Value: Sendable>(
        _ slug: String, _ stage: Stage,
        _ body: @escaping @Sendable (PageRow, RevisionRow, DraftRow?, Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        let store = self
        let now = clock.now
        let value: Value? = try await read { database in
            let page = try PageRow.named(slug, database)
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            let draft = try DraftRow.find(of: page, database)
            guard stage == .draft, let draft else { return try body(page, live, draft, database) }
            guard draft.base == live.number else { return nil }
            return try body(page, try RevisionRow.named(draft.revision, of: page, database), draft, database)
        }
        if let value { return value }
        return try await write { database in
            let page = try PageRow.named(slug, database)
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            let draft = try store.currentDraft(of: page, live: live, at: now, database)
            let revision = try draft.map { try RevisionRow.named($0.revision, of: page, database) } ?? live
            return try body(page, revision, draft, database)
        }
    }

    /// The draft, brought up to what is live.
    func currentDraft(
        of page: PageRow, live: RevisionRow, at now: Instant, _ database: Database
    ) throws -> DraftRow? {
        guard let draft = try DraftRow.find(of: page, database), draft.base != live.number else {
            return try DraftRow.find(of: page, database)
        }
        let carrier = Carrier(page: page, catalog: catalog, created: Signature(by: Actor.program.name, at: now))
        return try carrier.catchUp(draft, with: live, database)
    }
}
