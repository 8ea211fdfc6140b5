import HomeBlocks
import Publishing

/// The content of revisions: blocks and page-level fields.
extension SQLTransaction {
    /// The tree of a revision.
    func tree(of revision: StoredRevision) throws -> PageTree {
        var needs = ContentNeeds()
        needs.trees = [revision.treeID]
        let rows = NeededRows(needs, self)
        try query(rows.queries())
        var content = LoadedContent()
        try rows.add(to: &content)
        return content.trees[revision.treeID] ?? PageTree()
    }

    func entry(of code: String, in revision: StoredRevision) throws -> TreeEntry? {
        try first(
            """
            SELECT p.version_id, v.show_type, v.bytes, p.since, p.changed_by, p.changed_at
            FROM placements AS p JOIN block_versions AS v ON v.id = p.version_id
            WHERE p.tree_id = ?1 AND p.block_code = ?2
            """, revision.treeID, code
        ) { try TreeEntry($0) }
    }

    /// The blocks of a revision whose stored text matches one of two patterns, in the order of their codes. Only these
    /// are read in full: a page may have megabytes of others.
    func blocks(
        of revision: StoredRevision, like pattern: String, or other: String? = nil
    ) throws -> [(version: BlockVersionID, block: BlockResource)] {
        try all(SQLDialect.versionsLike, revision.treeID, pattern, other) { BlockVersionID(try $0.id(0)) }
            .map { ($0, try requireBlock($0)) }
    }

    /// Whether two revisions have equal content.
    func isSame(_ one: StoredRevision, _ other: StoredRevision) throws -> Bool {
        guard one.order.order == other.order.order else { return false }
        if one.treeID == other.treeID { return true }
        // Revisions with equal orders have the same blocks.
        let different = try number(
            """
            SELECT 1 FROM placements AS p JOIN placements AS o ON o.tree_id = ?2 AND o.block_code = p.block_code
            WHERE p.tree_id = ?1 AND p.version_id <> o.version_id LIMIT 1
            """, one.treeID, other.treeID)
        return try different == nil && data(of: one) == data(of: other)
    }

    /// The page-level fields of a revision.
    func data(of revision: StoredRevision) throws -> JSONObject {
        try first("SELECT data FROM trees WHERE id = ?1", revision.treeID) { try $0.json(0).object ?? [:] } ?? [:]
    }

    func blockState(_ code: String, of revision: StoredRevision) throws -> BlockState? {
        // SQLite would end a text at a NUL character.
        guard Identifier.hasCodeCharacters(code), let entry = try entry(of: code, in: revision) else { return nil }
        return BlockState(
            try requireBlock(entry.version), revision: entry.since, changedBy: entry.changed.by,
            changedAt: entry.changed.at)
    }

    /// The blocks of a revision in order.
    func blocks(of revision: StoredRevision) throws -> [BlockResource] {
        let entries = try tree(of: revision).entries
        return try revision.order.order.compactMap { try entries[$0].map { try requireBlock($0.version) } }
    }

    /// The content of a revision as a page document.
    func document(of revision: StoredRevision, title: String? = nil, client: ClientFamily? = nil) throws -> PageDocument
    {
        PageDocument(
            title: title, client: client, data: try data(of: revision), blocks: try blocks(of: revision))
    }

    /// A revision with references to its blocks.
    func liveRevision(
        _ revision: StoredRevision, of page: PageRow, nextRelease: Instant? = nil
    ) throws -> LiveRevision {
        LiveRevision(
            page: page.info, revision, try tree(of: revision), nextRelease: nextRelease, release: revision.release)
    }
}

extension TreeEntry {
    init(_ row: any SQLRow, from column: Int = 0) throws {
        self.init(
            version: BlockVersionID(try row.id(column)), showType: try row.text(column + 1),
            size: try row.int(column + 2), since: try row.int(column + 3), changed: try row.authorship(column + 4))
    }
}

extension SQLDialect {
    /// A query for the versions of the tree ?1 whose text matches the pattern ?2 or ?3, in the order of the blocks'
    /// codes.
    static let versionsLike = """
        SELECT p.version_id FROM placements AS p JOIN block_versions AS v ON v.id = p.version_id
        WHERE p.tree_id = ?1 AND (CAST(v.resource AS text) LIKE ?2 OR CAST(v.resource AS text) LIKE ?3) ORDER BY p.block_code
        """
}
