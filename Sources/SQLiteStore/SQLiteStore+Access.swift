import Foundation
import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func credential(for token: AccessToken) async throws(PublishingError) -> Credential? {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: "SELECT * FROM credentials WHERE id = ? AND kind = 'token'")
            guard let row = try Row.fetchOne(statement, arguments: [token.id]) else { return nil }
            let secret: Data = row["secret"]
            return token.matches(Array(secret)) ? try Credential(row) : nil
        }
    }

    public func tokens() async throws(PublishingError) -> [Credential] {
        try await read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM credentials WHERE kind = 'token' ORDER BY created_at, id")
                .map { try Credential($0) }
        }
    }

    public func create(
        _ token: AccessToken, name: String, role: Role, expiresAt: Instant?, by actor: Actor
    ) async throws(PublishingError) -> Credential {
        guard Identifier.isTitle(name) else {
            throw .invalid(InvalidInput("A token's name has 1 to 200 characters and no control characters."))
        }
        let now = clock.now
        return try await write { database in
            try database.execute(
                sql: """
                    INSERT INTO credentials (id, kind, name, role, secret, created_at, created_by, expires_at)
                    VALUES (?, 'token', ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    token.id, name, role.rawValue, Data(token.hash), now.milliseconds, actor.name,
                    expiresAt?.milliseconds,
                ])
            var entry = AuditEntry(actor, "token.create")
            entry.subject = token.id
            entry.after = ["name": .string(name), "role": .string(role.rawValue)]
            try entry.append(at: now, database)
            return Credential(id: token.id, name: name, role: role, createdAt: now, expiresAt: expiresAt)
        }
    }

    public func revokeToken(_ id: String, by actor: Actor) async throws(PublishingError) {
        let now = clock.now
        try await write { database in
            try database.execute(
                sql: "UPDATE credentials SET revoked_at = ? WHERE id = ? AND kind = 'token' AND revoked_at IS NULL",
                arguments: [now.milliseconds, id])
            guard database.changesCount == 1 else {
                throw PublishingError.notFound("There is no token \"\(id.prefix(64))\" that could be revoked.")
            }
            var entry = AuditEntry(actor, "token.revoke")
            entry.subject = id
            try entry.append(at: now, database)
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
    fileprivate init(_ row: Row) throws {
        func instant(_ value: Int64?) -> Instant? { value.map(Instant.init(milliseconds:)) }
        guard let role = Role(rawValue: row["role"]) else { throw PublishingError.fault("a role is unknown") }
        self.init(
            id: row["id"], name: row["name"], role: role, createdAt: Instant(milliseconds: row["created_at"]),
            expiresAt: instant(row["expires_at"]), revokedAt: instant(row["revoked_at"]))
    }
}
