import Publishing
import Synchronization

/// The trees of large pages that were live when they were read last. The next version of a page shares most subtrees
/// with the one before, so that only the others are read.
final class TreeCache: Sendable {
    private let trees = Mutex<[Int64: KnownTree]>([:])

    /// Smaller pages are read as a whole: it takes one statement.
    private static let minBlocks = 100
    /// How many pages it knows. Each takes some hundred bytes for a block.
    private static let maxPages = 32

    /// The blocks of a revision of a page.
    ///
    /// - Parameter isCommitted: whether what the database has now is there to stay. Only then it is remembered.
    func blocks(
        of revision: RevisionRow, of page: PageRow, isCommitted: Bool, _ database: any SQLDatabase
    ) throws -> TreeBlocks {
        guard revision.order.order.count >= Self.minBlocks else {
            return TreeBlocks(try database.subtrees(of: revision.treeID))
        }
        let known = trees.withLock { $0[page.id] }
        let blocks =
            try known.flatMap { try $0.next(revision, of: page, database) }
            ?? TreeBlocks(try database.subtrees(of: revision.treeID))
        if isCommitted, let release = revision.release, release != known?.release {
            let tree = KnownTree(
                release: release, created: revision.created.at, treeID: revision.treeID, blocks: blocks)
            trees.withLock { trees in
                if trees[page.id] == nil, trees.count >= Self.maxPages { trees.removeAll() }
                trees[page.id] = tree
            }
        }
        return blocks
    }
}

/// The tree of a revision that was live, as it was read.
private struct KnownTree: Sendable {
    /// The record of the release. No other one ever has its number, so that it tells whether the database still has the
    /// tree: numbers of trees may be used again once theirs is deleted.
    let release: Int64
    /// When its revision was made.
    let created: Instant
    let treeID: Int64
    let blocks: TreeBlocks

    /// The blocks of another revision; nil if the database does not have this tree any more.
    func next(
        _ revision: RevisionRow, of page: PageRow, _ database: any SQLDatabase
    ) throws -> TreeBlocks? {
        let subtrees = try database.all(
            """
            SELECT subtree_id, (
                SELECT r.tree_id FROM releases JOIN revisions AS r ON r.page_id = releases.page_id
                    AND r.number = releases.revision
                WHERE releases.id = ?2 AND releases.page_id = ?3 AND r.created_at = ?4)
            FROM tree_subtrees WHERE tree_id = ?1
            """, revision.treeID, release, page.id, created
        ) { (id: try $0.id(0), known: try $0.optionalID(1)) }
        guard subtrees.allSatisfy({ $0.known == treeID }) else { return nil }
        if revision.treeID == treeID { return blocks }
        let ids = Set(subtrees.map(\.id))
        let new = try database.subtrees(of: revision.treeID, ids.subtracting(blocks.subtrees.keys))
        return blocks.replacing(new, keeping: ids)
    }
}

/// The blocks of a tree, with the subtrees that they are in.
struct TreeBlocks: Sendable {
    /// A block in a subtree.
    struct Block: Sendable {
        let code: String
        let version: BlockVersionID
        let outline: BlockOutline
    }

    private(set) var subtrees: [Int64: [Block]] = [:]
    private(set) var versions: [String: BlockVersionID] = [:]
    private(set) var outlines: [String: BlockOutline] = [:]

    init(_ subtrees: [Int64: [Block]]) { add(subtrees) }

    /// - Parameter ids: the subtrees of the result.
    fileprivate func replacing(_ new: [Int64: [Block]], keeping ids: Set<Int64>) -> TreeBlocks {
        var blocks = self
        for (id, gone) in subtrees where !ids.contains(id) {
            blocks.subtrees[id] = nil
            for block in gone {
                blocks.versions[block.code] = nil
                blocks.outlines[block.code] = nil
            }
        }
        blocks.add(new)
        return blocks
    }

    private mutating func add(_ new: [Int64: [Block]]) {
        subtrees.merge(new) { $1 }
        for block in new.values.joined() {
            versions[block.code] = block.version
            outlines[block.code] = block.outline
        }
    }
}

extension SQLDatabase {
    /// The blocks of the subtrees of a tree, by the numbers of the subtrees.
    ///
    /// - Parameter ids: the numbers of those that are read; nil for all.
    fileprivate func subtrees(of treeID: Int64, _ ids: Set<Int64>? = nil) throws -> [Int64: [TreeBlocks.Block]] {
        let chosen = ids == nil ? "" : "AND t.subtree_id IN (\(dialect.numbers("?2")))"
        let list = ids.map { "[" + $0.map(String.init).joined(separator: ",") + "]" }
        let sql = """
            SELECT t.subtree_id, e.block_code, e.version_id, v.show_type, v.bytes
            FROM tree_subtrees AS t JOIN subtree_entries AS e ON e.subtree_id = t.subtree_id
            JOIN block_versions AS v \(dialect.indexedBy("block_versions_entry")) ON v.id = e.version_id
            WHERE t.tree_id = ?1 \(chosen)
            """
        var subtrees: [Int64: [TreeBlocks.Block]] = [:]
        try query(sql, [SQLValue(treeID)] + (list.map { [SQLValue($0)] } ?? [])) { row in
            let outline = BlockOutline(showType: try row.text(3), size: try row.int(4))
            let block = TreeBlocks.Block(
                code: try row.text(1), version: BlockVersionID(try row.id(2)), outline: outline)
            subtrees[try row.id(0), default: []].append(block)
            return true
        }
        return subtrees
    }
}
