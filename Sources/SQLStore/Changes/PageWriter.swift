import HomeBlocks
import Publishing
import Synchronization

/// Writes the result of a decision. No statement needs the result of another one, so a server gets all of them in one
/// message.
struct PageWriter {
    let page: PageRow
    let created: Authorship
    let database: any SQLTransaction
    /// The content that was added, to cache once the transaction is committed.
    private(set) var added = AddedContent()

    private var ids: NewIDs
    /// Stored trees that the added ones are based on.
    private let known: [Int64: PageTree]
    /// The ids of added rows, by their ids in the decision.
    private var trees: [Int64: Int64] = [:]
    private var orders: [Int64: Int64] = [:]
    private var hashes: [BlockVersionID: [UInt8]] = [:]
    private var subtrees: [Int64: [Int: Int64]] = [:]

    /// - Parameter known: the stored trees that the decision has used.
    init(
        _ page: PageRow, by created: Authorship, _ ids: NewIDs, known: [Int64: PageTree], _ database: any SQLTransaction
    ) {
        self.page = page
        self.created = created
        self.ids = ids
        self.known = known
        self.database = database
    }

    /// - Parameter newTrees: the trees that are added, by their ids in the decision.
    mutating func write(_ writes: PageWrites, newTrees: [Int64: PageTree]) throws {
        for row in writes.rows {
            switch row {
            case .version(let version): try write(version)
            case .tree(let tree): try write(tree, newTrees[tree.id])
            case .order(let id, let order): try write(order, id)
            case .revision(let revision): try write(revision)
            }
        }
        for (release, isSuperseded) in writes.cancelled {
            try database.cancel(release, by: created, isSuperseded: isSuperseded)
        }
        for release in writes.released { try database.insert(release, of: page) }
        switch writes.draft {
        case .none: break
        case .put(let draft, let authors): try database.put(draft, by: authors, on: page)
        case .delete: try database.deleteDraft(of: page)
        }
        switch writes.takeover {
        case .none: break
        case .insert(let record): try database.insert(record, of: page)
        case .update(let record): try database.update(record)
        case .cancel(let id): try database.cancelTakeover(id, by: created)
        }
        try write(writes.review, writes.approvals)
        for entry in writes.audit { try database.append(entry, at: created.at) }
    }

    private func write(_ review: PageWrites.ReviewWrite, _ approvals: [PageWrites.ApprovalWrite]) throws {
        switch review {
        case .none: break
        case .put(let request): try database.put(request, on: page)
        case .delete: try database.deleteReviewRequest(of: page)
        }
        for approval in approvals {
            switch approval {
            case .put(let approval): try database.put(approval, on: page)
            case .delete(let state, let person): try database.deleteApproval(of: state, by: person, on: page)
            }
        }
    }

    /// Adds the live revision after the change to the content to cache, if its tree is known.
    mutating func note(live: StoredRevision?) {
        guard let live, let release = live.release else { return }
        added.live = (page.id, release, trees[live.treeID] ?? live.treeID, known[live.treeID])
    }

    // MARK: Rows

    /// Writes a version, unless the page has an equal one.
    private mutating func write(_ version: NewBlockVersion) throws {
        hashes[version.id] = version.hash
        let (stored, bytes) = (added.versions, version.bytes.count)
        let lookUp = SQLQuery(
            "SELECT id FROM block_versions WHERE page_id = ?1 AND hash = ?2", page.id, version.hash
        ) { row in
            let id = BlockVersionID(try row.id(0))
            stored.withLock { $0[version.id] = (id, version.block, bytes) }
        }
        // The search text is expensive to create, so look for an equal version first. On a server, the lookup would
        // cost another round trip.
        if !database.sendsQueriesTogether { try database.queryDeferred(lookUp) }
        if stored.withLock({ $0[version.id] != nil }) { return }
        try database.insert(version, id: try ids.take(.versions, database), of: page, by: created)
        try database.queryDeferred(lookUp)
    }

    private mutating func write(_ order: OrderState, _ key: Int64) throws {
        let id = try ids.take(.orders, database)
        orders[key] = id
        try database.runLater(
            "INSERT INTO orders (id, page_id, since, codes, created_at, created_by) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            id, page.id, order.revision, JSONValue.array(order.order.map { .string($0) }), order.changedAt,
            order.changedBy)
    }

    private func write(_ revision: StoredRevision) throws {
        try database.runLater(
            """
            INSERT INTO revisions
                (page_id, number, parent, order_id, tree_id, cause, message, created_at, created_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, page.id, revision.number, revision.parent, orders[revision.orderID] ?? revision.orderID,
            trees[revision.treeID] ?? revision.treeID, revision.cause, revision.message, revision.created.at,
            revision.created.by)
    }

    // MARK: Trees

    /// Writes a tree. Its entries are in subtrees, which trees share: only subtrees in which an entry differs are
    /// written.
    private mutating func write(_ tree: NewTree, _ content: PageTree?) throws {
        let id = try ids.take(.trees, database)
        trees[tree.id] = id
        let data = JSONValue.object(tree.data)
        try database.runLater("INSERT INTO trees (id, page_id, data) VALUES (?1, ?2, ?3)", id, page.id, data)
        for picture in Set(data.pictureMentions.map(\.picture)).sorted() {
            try database.runLater("INSERT INTO tree_pictures (tree_id, picture) VALUES (?1, ?2)", id, picture)
        }
        let parent = tree.parent.map { trees[$0.id] ?? $0.id }
        let present = tree.parent.map { subtrees[$0.id] ?? known[$0.id]?.subtrees ?? [:] } ?? [:]
        let plan = SubtreePlan(
            codes: tree.parent?.codes ?? [], isDivided: present.count > 1, leaving: tree.gone,
            adding: tree.added.map(\.code))
        var own = plan.replaced.map { replaced in present.filter { !replaced.contains($0.key) } } ?? [:]
        if let parent, let replaced = plan.replaced, !own.isEmpty {
            try database.runLater(
                """
                INSERT INTO tree_subtrees (tree_id, number, subtree_id)
                SELECT CAST(?1 AS bigint), number, subtree_id FROM tree_subtrees
                WHERE tree_id = ?2 AND number NOT IN (\(database.dialect.numbers("?3")))
                """, id, parent, JSONValue.array(replaced.sorted().map { JSONValue($0) }))
        }
        let entries = Dictionary(tree.added.map { ($0.code, $0.entry) }) { $1 }
        for (number, subtree) in plan.subtrees.sorted(by: { $0.key < $1.key }) {
            let source = plan.isDivided ? present[number] : present.first?.value
            own[number] = try write(subtree, from: source, entries)
            try database.runLater(
                "INSERT INTO tree_subtrees (tree_id, number, subtree_id) VALUES (?1, ?2, ?3)", id, number, own[number])
        }
        subtrees[tree.id] = own
        added.trees[id] = content.map { ($0, own) }
    }

    /// - Parameter source: the subtree with the entries that are kept.
    private mutating func write(
        _ subtree: SubtreePlan.Subtree, from source: Int64?, _ entries: [String: TreeEntry]
    ) throws -> Int64 {
        let id = try ids.take(.subtrees, database)
        try database.runLater("INSERT INTO subtrees (id) VALUES (?1)", id)
        if let source, !subtree.kept.isEmpty {
            try database.runLater(
                """
                INSERT INTO subtree_entries (subtree_id, block_code, version_id, since, changed_by, changed_at)
                SELECT CAST(?1 AS bigint), block_code, version_id, since, changed_by, changed_at FROM subtree_entries
                WHERE subtree_id = ?2 AND block_code IN (\(database.dialect.elements("?3")))
                """, id, source, JSONValue.array(subtree.kept.map { .string($0) }))
        }
        for code in subtree.added {
            guard let entry = entries[code] else { continue }
            if let hash = hashes[entry.version] {
                try database.runLater(
                    """
                    INSERT INTO subtree_entries (subtree_id, block_code, version_id, since, changed_by, changed_at)
                    VALUES (?1, ?2, (SELECT id FROM block_versions WHERE page_id = ?7 AND hash = ?3), ?4, ?5, ?6)
                    """, id, code, hash, entry.since, entry.changed.by, entry.changed.at, page.id)
            } else {
                try database.runLater(
                    """
                    INSERT INTO subtree_entries (subtree_id, block_code, version_id, since, changed_by, changed_at)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                    """, id, code, entry.version.number, entry.since, entry.changed.by, entry.changed.at)
            }
        }
        return id
    }
}

/// The content that a transaction has added. The ids of block versions are known once it is committed.
struct AddedContent: Sendable {
    final class Versions: Sendable {
        private let known = Mutex<[BlockVersionID: (id: BlockVersionID, block: BlockResource, bytes: Int)]>([:])

        func withLock<Value: Sendable>(
            _ body: (inout [BlockVersionID: (id: BlockVersionID, block: BlockResource, bytes: Int)]) -> Value
        ) -> Value {
            known.withLock { body(&$0) }
        }
    }

    /// The trees with the ids of their subtrees.
    var trees: [Int64: (tree: PageTree, subtrees: [Int: Int64])] = [:]
    let versions = Versions()
    /// The live revision of the page: the ids of its release and of its tree, and the tree if it was not added.
    var live: (page: Int64, release: Int64, treeID: Int64, tree: PageTree?)?

    /// The added content as it is stored.
    var stored: StoredContent {
        let versions = versions.withLock { $0 }
        let ids = versions.mapValues(\.id)
        var content = StoredContent()
        for (id, block, bytes) in versions.values { content.blocks[id] = (block, bytes) }
        for (id, (tree, subtrees)) in trees {
            let stored = tree.stored(as: subtrees, ids)
            // The ids are unknown if the response to the COMMIT was lost.
            if stored.isStored { content.trees[id] = stored }
        }
        if let live, let tree = live.tree ?? content.trees[live.treeID] {
            content.live[live.page] = (live.release, tree)
        }
        return content
    }
}

extension PageTree {
    fileprivate var isStored: Bool { entries.values.allSatisfy { $0.version.number > 0 } }
}
