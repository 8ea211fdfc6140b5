import Publishing
import Synchronization

/// The trees of large pages that were live when they were read last, where ids of trees may be used again: a read cannot
/// tell by its id alone whether a tree is the one that is remembered. The next version of a page shares most subtrees
/// with the one before, so that only the others are read.
final class TreeCache: Sendable {
    private let trees = Mutex<[Int64: KnownTree]>([:])

    /// Smaller pages are read as a whole: it takes one statement.
    private static let minBlocks = 100
    /// How many pages it knows. Each takes some hundred bytes for a block.
    private static let maxPages = 32

    /// The blocks of a revision of a page.
    ///
    /// The transaction must be one that reads: what it sees is there to stay.
    func blocks(
        of revision: StoredRevision, of page: PageRow, _ database: any SQLDatabase
    ) throws -> TreeBlocks {
        guard revision.order.order.count >= Self.minBlocks else {
            return TreeBlocks(try database.subtrees(of: revision.treeID))
        }
        let known = trees.withLock { $0[page.id] }
        let blocks =
            try known.flatMap { try $0.next(revision, of: page, database) }
            ?? TreeBlocks(try database.subtrees(of: revision.treeID))
        if let release = revision.release, release != known?.release {
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
        _ revision: StoredRevision, of page: PageRow, _ database: any SQLDatabase
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
    }

    private(set) var subtrees: [Int64: [Block]] = [:]
    private(set) var versions: [String: BlockVersionID] = [:]

    init(_ subtrees: [Int64: [Block]]) { add(subtrees) }

    /// - Parameter ids: the subtrees of the result.
    fileprivate func replacing(_ new: [Int64: [Block]], keeping ids: Set<Int64>) -> TreeBlocks {
        var blocks = self
        for (id, gone) in subtrees where !ids.contains(id) {
            blocks.subtrees[id] = nil
            for block in gone {
                blocks.versions[block.code] = nil
            }
        }
        blocks.add(new)
        return blocks
    }

    private mutating func add(_ new: [Int64: [Block]]) {
        subtrees.merge(new) { $1 }
        for block in new.values.joined() {
            versions[block.code] = block.version
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
            SELECT t.subtree_id, e.block_code, e.version_id
            FROM tree_subtrees AS t JOIN subtree_entries AS e ON e.subtree_id = t.subtree_id WHERE t.tree_id = ?1 \(chosen)
            """
        var subtrees: [Int64: [TreeBlocks.Block]] = [:]
        try query(sql, [SQLValue(treeID)] + (list.map { [SQLValue($0)] } ?? [])) { row in
            let block = TreeBlocks.Block(code: try row.text(1), version: BlockVersionID(try row.id(2)))
            subtrees[try row.id(0), default: []].append(block)
            return true
        }
        return subtrees
    }
}
