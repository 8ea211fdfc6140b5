import HomeBlocks
import Publishing

/// Appends a revision: its order and tree where they are new, and itself.
struct RevisionWriter {
    let page: PageRow
    let parent: RevisionRow?
    let cause: String
    var message = ""
    let created: Authorship
    /// The revision that the change comes from, if it is merged from another state of the page. What becomes equal to
    /// it keeps its validator; what both have changed counts as changed by the later one.
    var source: RevisionRow?
    /// Whether the change is merged. If it is made in several states at once, what does not become equal to the source
    /// counts as changed by this revision.
    var isMerged = true

    /// Appends what an edit makes of the parent.
    ///
    /// - Returns: the parent if the edit changes nothing.
    func append(_ edit: SnapshotEdit, _ database: any SQLDatabase) throws -> RevisionRow {
        let touched = edit.removed.union(edit.put.map(\.blockCode))
        let present = try parent.map { try database.entries(of: $0, touched) } ?? [:]
        let changed = try edit.put.map { block in
            (block, try database.version(of: block, on: page, created: created))
        }.filter { present[$0.0.blockCode]?.version != $0.1 }
        let removed = edit.removed.filter { present[$0] != nil }
        let hasOtherBlocks = parent == nil || !changed.isEmpty || !removed.isEmpty
        // Most changes are of the order: what else a page has need not be read for them.
        let presentData = hasOtherBlocks || edit.data != nil ? try parent.map { try database.data(of: $0) } ?? [:] : [:]
        let data = edit.data ?? presentData
        // Equal values may be written in different ways: what differs in a byte is stored.
        let isNewTree = hasOtherBlocks || JSONValue.object(data).encoded != JSONValue.object(presentData).encoded
        if let parent, !isNewTree, edit.order == parent.order.order { return parent }

        let number = try nextNumber(database)
        if let parent, !isNewTree {
            return try append(number, order: edit.order, treeID: parent.treeID, database)
        }
        let entries = try changed.map { block, version in
            let own = present[block.blockCode]
            return (code: block.blockCode, entry: try entry(of: block, version, own, since: number, database))
        }
        let gone = removed.union(changed.map(\.0.blockCode))
        let tree = TreeWriter(
            page: page, parent: parent.map { ($0.treeID, $0.order.order) }, database: database)
        let treeID = try tree.append(data: data, leaving: gone, adding: entries)
        return try append(number, order: edit.order, treeID: treeID, database)
    }

    /// Appends the content of a revision as it is.
    func append(contentOf other: RevisionRow, _ database: any SQLDatabase) throws -> RevisionRow {
        try append(try nextNumber(database), order: other.order.order, treeID: other.treeID, database)
    }

    private func nextNumber(_ database: any SQLDatabase) throws -> Int {
        Int(try database.number("SELECT max(number) FROM revisions WHERE page_id = ?1", page.id) ?? 0) + 1
    }

    private func append(
        _ number: Int, order codes: [String], treeID: Int64, _ database: any SQLDatabase
    ) throws -> RevisionRow {
        let (orderID, order) = try self.order(codes, since: number, database)
        try database.run(
            """
            INSERT INTO revisions
                (page_id, number, parent, order_id, tree_id, cause, message, created_at, created_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """, page.id, number, parent?.number, orderID, treeID, cause, message, created.at, created.by)
        return RevisionRow(
            number: number, parent: parent?.number, orderID: orderID, treeID: treeID, cause: cause, message: message,
            order: order, created: created)
    }

    /// The parent's or the source's order if it is the same one, or else a new one.
    private func order(
        _ codes: [String], since number: Int, _ database: any SQLDatabase
    ) throws -> (id: Int64, order: OrderState) {
        if let same = [parent, source].compactMap(\.self).first(where: { $0.order.order == codes }) {
            return (same.orderID, same.order)
        }
        let order =
            if isMerged, let source, let parent {
                parent.order.merged(with: source.order, to: codes)
            } else {
                OrderState(
                    page: page.slug, revision: number, order: codes, changedBy: created.by, changedAt: created.at)
            }
        let id = try database.insert(
            "INSERT INTO orders (page_id, since, codes, created_at, created_by) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
            page.id, order.revision, JSONValue.array(codes.map { .string($0) }), order.changedAt, order.changedBy)
        return (id, order)
    }

    private func entry(
        of block: BlockResource, _ version: BlockVersionID, _ own: TreeEntry?, since number: Int,
        _ database: any SQLDatabase
    ) throws -> TreeEntry {
        var (since, changed) = (number, created)
        if let source {
            let theirs = try database.entry(of: block.blockCode, in: source)
            let isSource = theirs?.version == version
            if isSource || isMerged {
                (since, changed) =
                    TreeEntry.authorship(merging: theirs, into: own, isSource: isSource) ?? (since, changed)
            }
        }
        return TreeEntry(
            version: version, showType: block.showType, size: block.exportedSize, since: since, changed: changed)
    }
}
