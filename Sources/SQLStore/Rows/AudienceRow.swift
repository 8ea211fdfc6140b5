import HomeBlocks
import Publishing

/// Rows of `audiences`, and the blocks that refer to one.
extension SQLTransaction {
    func audiences() throws -> [NamedAudience] {
        try all("SELECT \(NamedAudience.columns) FROM audiences ORDER BY name") { try NamedAudience($0) }
    }

    func audience(_ name: String) throws -> NamedAudience? {
        // SQLite would end a text at a NUL character.
        guard Identifier.isSlug(name) else { return nil }
        return try first("SELECT \(NamedAudience.columns) FROM audiences WHERE name = ?1", name) {
            try NamedAudience($0)
        }
    }

    func requireAudience(_ name: String) throws -> NamedAudience {
        guard let audience = try audience(name) else { throw PublishingError.noAudience(name) }
        return audience
    }

    func insert(_ audience: NamedAudience) throws {
        try run(
            """
            INSERT INTO audiences (name, title, conditions, created_at, created_by, changed_at, changed_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """, audience.name, audience.title, audience.audience.conditions.json, audience.created.at,
            audience.created.by, audience.changed.at, audience.changed.by)
    }

    func update(_ audience: NamedAudience) throws {
        try run(
            "UPDATE audiences SET title = ?2, conditions = ?3, changed_at = ?4, changed_by = ?5 WHERE name = ?1",
            audience.name, audience.title, audience.audience.conditions.json, audience.changed.at, audience.changed.by)
    }

    func deleteAudience(_ name: String) throws { try run("DELETE FROM audiences WHERE name = ?1", name) }

    /// The blocks of a revision whose audience may have a member.
    func blocks(of revision: StoredRevision, withAudienceMember member: String) throws -> [BlockResource] {
        try blocks(of: revision, like: SQLDialect.audiencePattern(member)).map(\.block)
    }
}

extension SQLDialect {
    /// The `LIKE` pattern of blocks whose audience may have a member.
    static func audiencePattern(_ member: String) -> String { "%\"audience\":{%\"\(member)\":%" }
}

extension NamedAudience {
    static let columns = "name, title, conditions, created_by, created_at, changed_by, changed_at"

    init(_ row: any SQLRow) throws {
        self.init(
            name: try row.text(0), title: try row.text(1), audience: Audience(stored: try row.json(2)),
            created: try row.authorship(3), changed: try row.authorship(5))
    }
}
