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
                guard let value else { throw PublishingError.internalError("a transaction has no outcome") }
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

    /// Reads a stage as it is now. A draft that a planned release has overtaken is brought up in memory.
    func inspect<Value: Sendable>(
        _ slug: String, _ stage: Stage,
        _ body: @escaping @Sendable (PageRow, StageRevision, DraftState?, Database) throws -> Value
    ) async throws(PublishingError) -> Value {
        let store = self
        let now = clock.now
        return try await read { database in
            let page = try PageRow.named(slug, database)
            let live = try RevisionRow.requireLive(of: page, at: now, database)
            guard stage == .draft, let draft = try DraftRow.find(of: page, database) else {
                return try body(page, StageRevision(row: live), nil, database)
            }
            let merge = DraftMerge(page: page, draft: draft, catalog: store.catalog)
            let (revision, conflicts) = try merge.revision(bringingUpTo: live, database)
            return try body(page, revision, conflicts.state(of: page, live: live.number), database)
        }
    }
}
