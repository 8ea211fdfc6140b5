import HomeBlocks
import Publishing

/// Reads the content in ``ContentNeeds``, in one round trip to a server.
final class NeededRows {
    var trees: [Int64: PageTree] = [:]
    /// Blocks with their stored lengths in bytes.
    var blocks: [BlockVersionID: (block: BlockResource, bytes: Int)] = [:]
    private var hashes: [BlockVersionID: [UInt8]] = [:]
    private var revisions: [Int: StoredRevision] = [:]
    private var naming: [Int64: [BlockVersionID]] = [:]
    private var mentioning: [Int64: [BlockVersionID]] = [:]
    private var audiences: [String: Audience] = [:]
    /// The layout of each feed.
    private var feeds: [String: String] = [:]
    private var pictures: Set<String> = []
    private var releases: [Int64: ReleaseRecord] = [:]
    private var review = LoadedReview()
    private var wasLive: Set<Int> = []
    private var authors: [Int: Set<String>] = [:]
    /// The author of the last change of each of these releases.
    private var changes: [Int64: Authorship] = [:]

    private var entries: [Int64: [String: TreeEntry]] = [:]
    private var subtrees: [Int64: [Int: Int64]] = [:]
    private var data: [Int64: JSONObject] = [:]

    private let needs: ContentNeeds
    private let pageID: () -> Int64
    private let slug: String
    private let database: any SQLTransaction

    init(_ needs: ContentNeeds, of pageID: @escaping () -> Int64, _ slug: String, _ database: any SQLTransaction) {
        self.needs = needs
        self.pageID = pageID
        self.slug = slug
        self.database = database
    }

    convenience init(_ needs: ContentNeeds, of page: PageRow, _ database: any SQLTransaction) {
        self.init(needs, of: { page.id }, page.slug, database)
    }

    /// - Parameter needs: only trees and blocks, of any page.
    convenience init(_ needs: ContentNeeds, _ database: any SQLTransaction) {
        self.init(needs, of: { 0 }, "", database)
    }

    /// - Parameter isRead: whether nothing is written, so that no row is locked.
    func queries(isRead: Bool = false) -> [SQLQuery] {
        treeQueries + versionQueries + revisionQueries + blockListQueries + audienceQueries
            + feedQueries(isRead ? nil : .reference) + pictureQueries(isRead ? nil : .reference) + reviewQueries
            + needs.releases.sorted().flatMap(releaseQueries)
    }

    /// Adds the content that was found. Needed content that was not found does not exist.
    func add(to content: inout LoadedContent) throws {
        for id in needs.trees where trees[id] == nil {
            guard let data = data[id] else { throw PublishingError.internalError("the tree \(id) is missing") }
            trees[id] = PageTree(entries: entries[id] ?? [:], data: data, subtrees: subtrees[id] ?? [:])
        }
        content.trees.merge(trees) { $1 }
        content.blocks.merge(blocks.mapValues(\.block)) { $1 }
        content.hashes.merge(hashes) { $1 }
        for id in needs.blocks where blocks[id] == nil { throw Self.missing(id) }
        for id in needs.hashes where hashes[id] == nil { throw Self.missing(id) }
        for number in needs.revisions { content.revisions[number] = .some(revisions[number]) }
        for tree in needs.naming { content.naming[tree] = naming[tree] ?? [] }
        for tree in needs.mentioning { content.mentioning[tree] = mentioning[tree] ?? [] }
        for name in needs.audiences { content.audiences[name] = .some(audiences[name]) }
        for name in needs.feeds { content.feeds[name] = .some(feeds[name]) }
        for id in needs.pictures { content.pictures[id] = pictures.contains(id) }
        if needs.review { content.review = review }
        for number in needs.authors { content.authors[number] = authors[number] ?? [] }
        for number in needs.wasLive { content.wasLive[number] = wasLive.contains(number) }
        for id in needs.releases {
            content.releases[id] = .some(releases[id].map { PlannedRelease(record: $0, changed: changes[id]) })
        }
    }

    private var reviewQueries: [SQLQuery] {
        if !needs.review, needs.wasLive.isEmpty, needs.authors.isEmpty { return [] }
        let id = SQLValue.integer(pageID())
        let verdicts =
            needs.review
            ? [
                SQLQuery({ (Approval.query, [id]) }) { self.review.approvals.append(try Approval($0)) },
                SQLQuery({ (ReviewRequest.query, [id]) }) { self.review.request = try ReviewRequest($0) },
            ] : []
        let written = needs.authors.sorted().map { number in
            let arguments: [SQLValue] = [id, .integer(Int64(number)), .integer(needs.effective.milliseconds)]
            return SQLQuery({ (SQLDialect.authorsOfRevision, arguments) }) { row in
                let several = { try row.json(1).array?.compactMap(\.string) ?? [] }
                self.authors[number, default: []].formUnion(try row.optionalText(0).map { [$0] } ?? several())
            }
        }
        return verdicts + written
            + needs.wasLive.sorted().map { number in
                let arguments: [SQLValue] = [id, .integer(Int64(number)), .integer(needs.effective.milliseconds)]
                return SQLQuery({
                    ("SELECT 1 FROM pages AS p WHERE p.id = ?1 AND EXISTS (\(SQLDialect.wasLive))", arguments)
                }) { _ in
                    self.wasLive.insert(number)
                }
            }
    }

    private static func missing(_ id: BlockVersionID) -> PublishingError {
        .internalError("block version \(id.number) is missing")
    }

    private var dialect: SQLDialect { database.dialect }

    // MARK: Content

    private var treeQueries: [SQLQuery] {
        let missing = needs.trees.filter { trees[$0] == nil }
        if missing.isEmpty { return [] }
        let list = Self.list(missing)
        // Also reads the blocks if another query would be another round trip.
        let small = database.sendsQueriesTogether ? needs.smallTrees.intersection(missing) : []
        let sql = """
            SELECT t.tree_id, t.number, t.subtree_id, e.block_code, e.version_id, v.show_type, v.bytes, e.since,
                e.changed_by, e.changed_at
            FROM tree_subtrees AS t JOIN subtree_entries AS e ON e.subtree_id = t.subtree_id
            JOIN block_versions AS v \(dialect.indexedBy("block_versions_entry")) ON v.id = e.version_id
            WHERE \(dialect.isOneOf("t.tree_id", "?1"))
            """
        return [
            SQLQuery(sql, list) { row in
                let tree = try row.id(0)
                self.subtrees[tree, default: [:]][try row.int(1)] = try row.id(2)
                self.entries[tree, default: [:]][try row.text(3)] = try TreeEntry(row, from: 4)
            },
            SQLQuery("SELECT id, data FROM trees WHERE \(dialect.isOneOf("id", "?1"))", list) { row in
                self.data[try row.id(0)] = try row.json(1).object ?? [:]
            },
        ] + (small.isEmpty ? [] : [blocksQuery(of: small)])
    }

    private func blocksQuery(of trees: Set<Int64>) -> SQLQuery {
        let sql = """
            SELECT v.id, v.resource FROM placements AS p JOIN block_versions AS v ON v.id = p.version_id
            WHERE \(dialect.isOneOf("p.tree_id", "?1"))
            """
        return SQLQuery(sql, Self.list(trees)) { try self.addBlock($0) }
    }

    private func addBlock(_ row: any SQLRow) throws {
        let (id, text) = (try row.id(0), try row.text(1))
        if blocks[BlockVersionID(id)] != nil { return }
        let json = try JSONValue(parsing: text, limits: .stored)
        blocks[BlockVersionID(id)] = (try BlockResource(json, version: id), text.utf8.count)
    }

    private var versionQueries: [SQLQuery] {
        var queries: [SQLQuery] = []
        let blocks = needs.blocks.filter { self.blocks[$0] == nil }
        if !blocks.isEmpty {
            let sql = "SELECT id, resource FROM block_versions WHERE \(dialect.isOneOf("id", "?1"))"
            queries.append(SQLQuery(sql, Self.list(blocks.map(\.number))) { try self.addBlock($0) })
        }
        if !needs.hashes.isEmpty {
            let sql = "SELECT id, hash FROM block_versions WHERE \(dialect.isOneOf("id", "?1"))"
            queries.append(
                SQLQuery(sql, Self.list(needs.hashes.map(\.number))) { row in
                    self.hashes[BlockVersionID(try row.id(0))] = try row.bytes(1)
                })
        }
        return queries
    }

    private var revisionQueries: [SQLQuery] {
        if needs.revisions.isEmpty { return [] }
        let sql = """
            SELECT \(StoredRevision.columns) FROM revisions AS r JOIN orders AS o ON o.id = r.order_id
            WHERE r.page_id = ?1 AND \(dialect.isOneOf("r.number", "?2"))
            """
        let list = Self.list(needs.revisions.map { Int64($0) })
        return [
            SQLQuery({ (sql, [.integer(self.pageID()), list.sqlValue]) }) { row in
                let revision = try StoredRevision(row, of: self.slug)
                self.revisions[revision.number] = revision
            }
        ]
    }

    private var blockListQueries: [SQLQuery] {
        needs.naming.sorted().map { tree in
            SQLQuery(SQLDialect.versionsLike, tree, SQLDialect.audiencePattern("name"), nil as String?) { row in
                self.naming[tree, default: []].append(BlockVersionID(try row.id(0)))
            }
        }
            + needs.mentioning.sorted().map { tree in
                SQLQuery(SQLDialect.versionsMentioning, tree, self.needs.picture) { row in
                    self.mentioning[tree, default: []].append(BlockVersionID(try row.id(1)))
                }
            }
    }

    // MARK: References of content

    private var audienceQueries: [SQLQuery] {
        needs.audiences.filter(Identifier.isSlug).sorted().map { name in
            SQLQuery("SELECT \(NamedAudience.columns) FROM audiences WHERE name = ?1", name) { row in
                self.audiences[name] = try NamedAudience(row).audience
            }
        }
    }

    /// All transactions lock feeds in the order of their names, which avoids deadlocks.
    private func feedQueries(_ lock: RowLock?) -> [SQLQuery] {
        needs.feeds.filter(Identifier.isSlug).sorted().map { name in
            SQLQuery(dialect.feedQuery(lock), name) { row in
                self.feeds[name] = try FeedRow(row).state.feed.showType
            }
        }
    }

    /// All transactions lock pictures in the order of their ids, which avoids deadlocks.
    private func pictureQueries(_ lock: RowLock?) -> [SQLQuery] {
        let locking = lock.map { dialect.locking($0, "p") } ?? ""
        return needs.pictures.filter(PictureID.isValid).sorted().map { id in
            SQLQuery("SELECT 1 FROM pictures AS p WHERE hash = ?1 \(locking)", id) { _ in
                self.pictures.insert(id)
            }
        }
    }

    /// Queries for the last record of a release, and for the author of its last change.
    private func releaseQueries(_ id: Int64) -> [SQLQuery] {
        [
            SQLQuery({ (SQLDialect.lastRecordOfRelease, [.integer(self.pageID()), .integer(id)]) }) { row in
                self.releases[id] = try ReleaseRecord(row)
            },
            SQLQuery(SQLDialect.lastChangeOfRelease, id) { self.changes[id] = try $0.authorship(0) },
        ]
    }

    private static func list(_ numbers: some Sequence<Int64>) -> JSONValue {
        .array(numbers.map { JSONValue($0) })
    }
}
