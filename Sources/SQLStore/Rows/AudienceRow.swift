import HomeBlocks
import Publishing

/// Rows of `audiences`, and the blocks that name one.
extension SQLDatabase {
    func audiences() throws -> [NamedAudience] {
        try all("SELECT \(NamedAudience.columns) FROM audiences ORDER BY name") { try NamedAudience($0) }
    }

    func audience(_ name: String) throws -> NamedAudience? {
        // SQLite would read a text with a NUL in it as a shorter one.
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

    // MARK: Blocks

    /// The blocks of a revision whose audience may have a member. Only those are read as a whole: a page may have
    /// megabytes of others.
    func blocks(of revision: StoredRevision, withAudienceMember member: String) throws -> [BlockResource] {
        let ids = try all(
            SQLDialect.versionsWithAudienceMember, revision.treeID, SQLDialect.audiencePattern(member)
        ) { BlockVersionID(try $0.id(0)) }
        return try ids.map { try requireBlock($0) }
    }
}

extension SQLDialect {
    /// The versions of the tree ?1 that match the pattern ?2, in the order of the blocks' codes.
    static let versionsWithAudienceMember = """
        SELECT p.version_id FROM placements AS p JOIN block_versions AS v ON v.id = p.version_id
        WHERE p.tree_id = ?1 AND CAST(v.resource AS text) LIKE ?2 ORDER BY p.block_code
        """

    /// What blocks match whose audience may have a member.
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
