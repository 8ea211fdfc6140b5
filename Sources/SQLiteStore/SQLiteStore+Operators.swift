import Foundation
import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func signInRecord(
        of name: String
    ) async throws(PublishingError) -> (operator: Credential, hash: [UInt8])? {
        try await read { database in
            let sql = "SELECT * FROM credentials WHERE kind = 'operator' AND name = ? AND revoked_at IS NULL"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [name]) else { return nil }
            let secret: Data = row["secret"]
            return (try Credential(row), Array(secret))
        }
    }

    public func setUp(
        _ first: NewCredential, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let store = self
        return try await write { database in
            guard try !Self.hasOperators(database) else {
                throw PublishingError.conflict("There is an operator already. Sign in, or ask an admin for an account.")
            }
            return try store.create(first, request, database)
        }
    }

    public func hasOperators() async throws(PublishingError) -> Bool { try await read { try Self.hasOperators($0) } }

    /// Those who were deleted count too: the first one is first only once.
    private static func hasOperators(_ database: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM credentials WHERE kind = 'operator')"
        return try Bool.fetchOne(database, sql: sql) ?? false
    }

    public func change(
        operator id: String, role: Role?, passwordHash: [UInt8]?, keeping kept: [UInt8]?, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let now = clock.now
        return try await write { database in
            let present = try Self.named(id, .operator, database)
            guard present.revokedAt == nil else {
                throw PublishingError.conflict("The operator \"\(id)\" was deleted. Make another one.")
            }
            if let role {
                try database.execute(
                    sql: "UPDATE credentials SET role = ? WHERE id = ?", arguments: [role.rawValue, id])
            }
            if let passwordHash {
                try database.execute(
                    sql: "UPDATE credentials SET secret = ? WHERE id = ?", arguments: [Data(passwordHash), id])
                try Self.endSessions(of: id, keeping: kept, database)
            }
            let changed = try Self.named(id, .operator, database)
            var entry = AuditEntry(request, passwordHash == nil ? "operator.change" : "operator.password")
            entry.subject = id
            (entry.before, entry.after) = (.object(present.json), .object(changed.json))
            try entry.append(at: now, database)
            return changed
        }
    }
}
