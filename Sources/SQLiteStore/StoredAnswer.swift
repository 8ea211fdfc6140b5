import Foundation
import GRDB
import Publishing

/// The first answer to a change that carried a key.
struct StoredAnswer {
    let idempotency: Idempotency
    let credential: String

    /// The answer, if this is a retry.
    func find(at now: Instant, _ database: Database) throws -> String? {
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
        return row["answer"]
    }

    func keep(_ answer: String, at now: Instant, _ database: Database) throws {
        try database.cachedStatement(
            sql: """
                INSERT INTO idempotency (credential, key, fingerprint, answer, created_at) VALUES (?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            credential, idempotency.key, Data(idempotency.fingerprint), answer, now.milliseconds,
        ])
    }
}
