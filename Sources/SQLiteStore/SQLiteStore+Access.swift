import Foundation
import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    /// How often a token's last use is written down, in seconds.
    private static let useInterval = 60

    public func credential(for token: AccessToken) async throws(PublishingError) -> Credential? {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT * FROM credentials WHERE id = ? AND kind = 'token'")
            guard let row = try Row.fetchOne(statement, arguments: [token.id]) else { return nil }
            let secret: Data = row["secret"]
            return token.matches(Array(secret)) ? try Credential(row) : nil
        }
    }

    public func recordUse(of token: String) async throws(PublishingError) {
        let now = clock.now
        try await write { database in
            try database.cachedStatement(
                sql: """
                    UPDATE credentials SET last_used_at = ?1
                    WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at <= ?3)
                    """
            ).execute(arguments: [
                now.milliseconds, token, now.adding(seconds: -Self.useInterval).milliseconds,
            ])
        }
    }

    public func credentials(_ kind: Credential.Kind) async throws(PublishingError) -> [Credential] {
        try await read { database in
            let sql = "SELECT * FROM credentials WHERE kind = ? ORDER BY created_at, id"
            return try Row.fetchAll(database, sql: sql, arguments: [kind.rawValue]).map { try Credential($0) }
        }
    }

    public func create(
        _ credential: NewCredential, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let store = self
        return try await writeOnce(request) { try store.create(credential, request, $0) }
    }

    func create(
        _ credential: NewCredential, _ request: RequestInfo, _ database: Database
    ) throws -> Credential {
        let now = clock.now
        let plan = credential.plan
        if plan.kind == .operator, try Self.hasOperator(plan.name, database) {
            throw PublishingError.conflict("There is an operator \"\(plan.name)\" already. Choose another name.")
        }
        try database.execute(
            sql: """
                INSERT INTO credentials (id, kind, name, role, secret, created_at, created_by, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                credential.id, plan.kind.rawValue, plan.name, plan.role.rawValue, Data(credential.hash),
                now.milliseconds, request.actor.name, plan.expiresAt?.milliseconds,
            ])
        let made = try Self.named(credential.id, plan.kind, database)
        var entry = AuditEntry(request, "\(plan.kind.rawValue).create")
        entry.subject = credential.id
        entry.after = .object(made.json)
        try entry.append(at: now, database)
        return made
    }

    private static func hasOperator(_ name: String, _ database: Database) throws -> Bool {
        let sql =
            "SELECT EXISTS (SELECT 1 FROM credentials WHERE kind = 'operator' AND name = ? AND revoked_at IS NULL)"
        return try Bool.fetchOne(database, sql: sql, arguments: [name]) ?? false
    }

    static func named(
        _ id: String, _ kind: Credential.Kind, _ database: Database
    ) throws -> Credential {
        // What is no id may be a whole token that was pasted: it is not repeated.
        guard Identifier.isSlug(id) else { throw PublishingError.notFound("There is no such \(kind.rawValue).") }
        let row = try Row.fetchOne(
            database, sql: "SELECT * FROM credentials WHERE id = ? AND kind = ?", arguments: [id, kind.rawValue])
        guard let row else { throw PublishingError.notFound("There is no \(kind.rawValue) \"\(id)\".") }
        return try Credential(row)
    }

    public func revoke(
        _ kind: Credential.Kind, _ id: String, _ request: RequestInfo
    ) async throws(PublishingError) -> Credential {
        let now = clock.now
        return try await write(for: request) { database in
            let present = try Self.named(id, kind, database)
            guard present.revokedAt == nil else {
                throw PublishingError.conflict("The \(kind.rawValue) \"\(id)\" was revoked already.")
            }
            guard kind == .token || request.actor.credential != id else {
                throw PublishingError.conflict("Nobody deletes their own account. Ask another admin.")
            }
            try database.execute(
                sql: "UPDATE credentials SET revoked_at = ? WHERE id = ?", arguments: [now.milliseconds, id])
            var entry = AuditEntry(request, "\(kind.rawValue).revoke")
            entry.subject = id
            entry.before = .object(present.json)
            try Self.endSessions(of: id, database)
            let revoked = try Self.named(id, kind, database)
            entry.after = .object(revoked.json)
            try entry.append(at: now, database)
            return revoked
        }
    }

    public func hasCredentials() async throws(PublishingError) -> Bool {
        try await read { try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM credentials)") ?? false }
    }

    public func recordRefusal(_ refusal: AccessRefusal) async throws(PublishingError) {
        let now = clock.now
        try await write { try AuditEntry(refusal).append(at: now, $0) }
    }
}

extension Credential {
    init(_ row: Row) throws {
        func instant(_ value: Int64?) -> Instant? { value.map(Instant.init(milliseconds:)) }
        guard let role = Role(rawValue: row["role"]), let kind = Kind(rawValue: row["kind"]) else {
            throw PublishingError.internalError("a role or a kind of credential is unknown")
        }
        self.init(
            kind: kind, id: row["id"], name: row["name"], role: role,
            created: Authorship(by: row["created_by"], at: Instant(milliseconds: row["created_at"])),
            expiresAt: instant(row["expires_at"]), lastUsedAt: instant(row["last_used_at"]),
            revokedAt: instant(row["revoked_at"]))
    }
}
