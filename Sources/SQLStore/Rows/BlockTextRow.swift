import HomeBlocks
import Publishing

/// Rows of `block_texts` and of the index `block_grams`: the search text of each block version.
extension SQLTransaction {
    /// Adds the search text of a version, if a version with this id exists.
    func insertText(of block: BlockResource, version: Int64) throws {
        let text = SearchText(block)
        let condition = SQLDialect.hasVersion
        try runLater(
            "INSERT INTO block_texts (version_id, text) SELECT CAST(?1 AS bigint), ?2 WHERE \(condition)", version,
            text.text)
        try runLater("\(dialect.insertingGrams) WHERE \(condition)", version, text.grams)
    }

    /// Versions that are not indexed yet, the newest first.
    func versionsWithoutText(limit: Int) throws -> [BlockVersionID] {
        try all(
            """
            SELECT id FROM block_versions AS v
            WHERE NOT EXISTS (SELECT 1 FROM block_texts WHERE version_id = v.id) ORDER BY id DESC LIMIT ?1
            """, limit
        ) { BlockVersionID(try $0.id(0)) }
    }

    /// The versions in live revisions and drafts that match a search, the newest first.
    ///
    /// - Parameters:
    ///   - pages: the names of the pages to search; nil for all.
    ///   - last: the last version of the previous results.
    func search(
        _ query: SearchQuery, pages: [String]?, before last: Int64?, at now: Instant, limit: Int
    ) throws -> [SearchResult] {
        let live = """
            SELECT r.tree_id FROM releases AS x JOIN revisions AS r ON r.page_id = x.page_id AND r.number = x.revision
            WHERE x.page_id = v.page_id AND x.cancelled_at IS NULL AND x.at <= (
                SELECT CASE WHEN max(i.at) > ?2 THEN max(i.at) ELSE ?2 END FROM releases AS i
                WHERE i.page_id = v.page_id AND i.scheduled = 0)
            ORDER BY x.at DESC, coalesce(x.origin, x.id) DESC LIMIT 1
            """
        let draft = """
            SELECT r.tree_id FROM drafts AS d JOIN revisions AS r ON r.page_id = d.page_id AND r.number = d.revision
            WHERE d.page_id = v.page_id
            """
        func isIn(_ tree: String) -> String {
            """
            CASE WHEN EXISTS (SELECT 1 FROM placements AS e WHERE e.tree_id = (\(tree)) AND e.block_code = v.block_code
                AND e.version_id = v.id) THEN 1 ELSE 0 END
            """
        }
        let candidates = """
            SELECT t.version_id FROM (\(dialect.matchingGrams)) AS g, block_texts AS t
            WHERE t.version_id = g.version_id AND t.text LIKE ?2 ESCAPE '\\' AND g.version_id < ?3
            ORDER BY g.version_id DESC LIMIT ?4
            """
        let sql = """
            SELECT id, slug, title, is_live, is_draft FROM (
                SELECT v.id, p.slug, p.title, \(isIn(live)) AS is_live, \(isIn(draft)) AS is_draft
                FROM block_versions AS v JOIN pages AS p ON p.id = v.page_id
                WHERE v.id IN (\(dialect.numbers("?1"))) \(pages == nil ? "" : "AND p.slug IN (\(dialect.elements("?3")))")
            ) AS found WHERE is_live = 1 OR is_draft = 1 ORDER BY id DESC
            """
        var found: [(version: Int64, page: String, title: String, stages: [Stage])] = []
        // Versions that are no longer in any stage are skipped, in batches of increasing size.
        var (last, size) = (last ?? .max, max(64, 2 * limit))
        while found.count < limit {
            let ids = try all(candidates, query.grams, query.pattern, last, size) { try $0.id(0) }
            guard let end = ids.last else { break }
            let list = "[" + ids.map { "\($0)" }.joined(separator: ",") + "]"
            let arguments: [(any SQLConvertible)?] =
                [list, now] + (pages.map { [JSONValue.array($0.map { .string($0) })] } ?? [])
            try self.query(sql, arguments.map(SQLValue.init)) { row in
                let stages = [(Stage.live, try row.bool(3)), (.draft, try row.bool(4))].filter(\.1).map(\.0)
                found.append((try row.id(0), try row.text(1), try row.text(2), stages))
                return true
            }
            if ids.count < size { break }
            (last, size) = (end, min(4 * size, 10_000))
        }
        found = Array(found.prefix(limit))
        return try found.compactMap { version, page, title, stages in
            let block = try requireBlock(BlockVersionID(version))
            guard let (pointer, snippet) = query.match(in: block) else { return nil }
            return SearchResult(
                version: version, page: page, title: title, stages: stages, block: block, pointer: pointer,
                snippet: snippet)
        }
    }
}
