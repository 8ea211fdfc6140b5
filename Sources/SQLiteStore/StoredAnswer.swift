import Foundation
import GRDB
import HomeBlocks
import Publishing

/// The first answer to a change that carried a key.
struct StoredAnswer {
    let idempotency: Idempotency
    let credential: String

    /// The answer, if this is a retry.
    func find(at now: Instant, _ database: Database) throws -> JSONValue? {
        let oldest = now.adding(seconds: -Idempotency.lifetime)
        try database.cachedStatement(sql: "DELETE FROM idempotency WHERE created_at <= ?")
            .execute(arguments: [oldest.milliseconds])
        let statement = try database.cachedStatement(
            sql: "SELECT fingerprint, answer FROM idempotency WHERE credential = ? AND key = ?")
        guard let row = try Row.fetchOne(statement, arguments: [credential, idempotency.key]) else { return nil }
        let fingerprint: Data = row["fingerprint"]
        guard Array(fingerprint) == idempotency.fingerprint else {
            throw PublishingError.invalid(
                InvalidInput("This Idempotency-Key was used for another request. Use a new key for a new change."))
        }
        let answer: String = row["answer"]
        return try JSONValue(parsing: answer)
    }

    func keep(_ answer: JSONValue, at now: Instant, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO idempotency (credential, key, fingerprint, answer, created_at) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            credential, idempotency.key, Data(idempotency.fingerprint),
            String(decoding: answer.encoded, as: UTF8.self), now.milliseconds,
        ])
    }
}
