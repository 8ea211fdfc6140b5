import Foundation
import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func signInRecord(of name: String) async throws(PublishingError) -> SignInRecord? {
        try await read { database in
            let sql = "SELECT * FROM credentials WHERE kind = 'operator' AND name = ? AND revoked_at IS NULL"
            guard let row = try Row.fetchOne(database, sql: sql, arguments: [name]) else { return nil }
            let secret: Data = row["secret"]
            return SignInRecord(operator: try Credential(row), hash: Array(secret))
        }
    }

    public func setUp(
        _ first: NewCredential, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let store = self
        return try await write(for: request) { database in
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
        operator id: String, role: Role?, passwordHash: [UInt8]?, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let now = clock.now
        return try await write(for: request) { database in
            let present = try Self.named(id, .operator, database)
            guard present.revokedAt == nil else {
                throw PublishingError.conflict("The operator \"\(id)\" was deleted. Make another one.")
            }
            if let role {
                // There is always another admin who can undo it.
                guard role == present.role || request.actor.credential != id else {
                    throw PublishingError.conflict("Nobody changes their own role. Ask another admin.")
                }
                try database.execute(
                    sql: "UPDATE credentials SET role = ? WHERE id = ?", arguments: [role.rawValue, id])
            }
            if let passwordHash { try Self.setPassword(passwordHash, of: id, database) }
            return try Self.changed(
                present, passwordHash == nil ? "operator.change" : "operator.password", request, at: now, database)
        }
    }

    public func changePassword(
        of known: SignInRecord, to hash: [UInt8], inSession session: [UInt8], _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let now = clock.now
        return try await write(for: request) { database in
            try Self.checkStillRight(known, database)
            let id = known.operator.id
            let sql = "SELECT EXISTS (SELECT 1 FROM sessions WHERE hash = ? AND operator = ?)"
            guard try Bool.fetchOne(database, sql: sql, arguments: [Data(session), id]) == true else {
                throw Self.isOver
            }
            let present = try Self.named(id, .operator, database)
            try Self.setPassword(hash, of: id, keeping: session, database)
            return try Self.changed(present, "operator.password", request, at: now, database)
        }
    }

    /// Checking a password takes a while, in which another may have been set.
    static func checkStillRight(_ known: SignInRecord, _ database: Database) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM credentials WHERE id = ? AND secret = ? AND revoked_at IS NULL)"
        guard try Bool.fetchOne(database, sql: sql, arguments: [known.operator.id, Data(known.hash)]) == true else {
            throw isOver
        }
    }

    private static let isOver = PublishingError.unauthorized(
        "The password or the session was ended meanwhile. Sign in again.")

    private static func setPassword(
        _ hash: [UInt8], of id: String, keeping kept: [UInt8]? = nil, _ database: Database
    ) throws {
        try database.execute(sql: "UPDATE credentials SET secret = ? WHERE id = ?", arguments: [Data(hash), id])
        try endSessions(of: id, keeping: kept, database)
    }

    /// What an operator is now, which the audit log tells beside what it was.
    private static func changed(
        _ before: Credential, _ action: String, _ request: RequestInfo, at now: Instant, _ database: Database
    ) throws -> Credential {
        let after = try named(before.id, .operator, database)
        var entry = AuditEntry(request, action)
        entry.subject = before.id
        (entry.before, entry.after) = (.object(before.json), .object(after.json))
        try entry.append(at: now, database)
        return after
    }
}
