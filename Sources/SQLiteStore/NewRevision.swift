import Foundation
import GRDB
import HomeBlocks
import Publishing

/// Appends a revision: its order and tree where they are new, and itself.
struct NewRevision {
    let page: PageRow
    let parent: RevisionRow?
    let cause: String
    var message = ""
    let created: Authorship
    /// The revision that the change comes from, if it is merged from another state of the page. What comes to be equal
    /// to it is the same thing and keeps its validator; what both have changed counts as changed by the later one.
    var source: RevisionRow?

    /// Appends what an edit makes of the parent; if that is nothing new, it answers the parent.
    func append(_ edit: SnapshotEdit, _ database: Database) throws -> RevisionRow {
        let present = try parent?.placements(database) ?? [:]
        let changed = try edit.put.map { block in
            (block, try BlockVersionRow.id(of: block, in: page, created: created, database))
        }.filter { present[$0.0.blockCode]?.version != $0.1 }
        let removed = edit.removed.filter { present[$0] != nil }
        let presentData = try parent?.data(database) ?? [:]
        let data = edit.data ?? presentData
        // Equal values may be written in different ways: what differs in a byte is stored.
        let isOtherData = JSONValue.object(data).encoded != JSONValue.object(presentData).encoded
        let isNewTree = parent == nil || !changed.isEmpty || !removed.isEmpty || isOtherData
        if let parent, !isNewTree, edit.order == parent.order.order { return parent }

        let number = try nextNumber(database)
        var treeID = parent?.treeID
        if isNewTree {
            let gone = removed.union(changed.map(\.0.blockCode))
            let placements = try changed.map { block, version in
                let own = present[block.blockCode]
                return (block.blockCode, try placement(block, version, own, since: number, database))
            }
            treeID = try appendTree(data: data, leaving: gone, adding: placements, database)
        }
        return try append(number, order: edit.order, treeID: treeID, database)
    }

    /// Appends the content of a revision as it is.
    func append(contentOf other: RevisionRow, _ database: Database) throws -> RevisionRow {
        try append(try nextNumber(database), order: other.order.order, treeID: other.treeID, database)
    }

    private func nextNumber(_ database: Database) throws -> Int {
        let highest = try database.cachedStatement(sql: "SELECT max(number) FROM revisions WHERE page_id = ?")
        return (try Int.fetchOne(highest, arguments: [page.id]) ?? 0) + 1
    }

    private func append(_ number: Int, order: [String], treeID: Int64?, _ database: Database) throws -> RevisionRow {
        let equal = [parent, source].compactMap(\.self).first { $0.order.order == order }
        let orderID = try equal?.orderID ?? append(newOrder(order, since: number), database)
        try database.cachedStatement(
            sql: """
                INSERT INTO revisions
                    (page_id, number, parent, order_id, tree_id, cause, message, created_at, created_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            page.id, number, parent?.number, orderID, treeID, cause, message, created.at.milliseconds, created.by,
        ])
        return try RevisionRow.named(number, of: page, database)
    }

    private func newOrder(_ order: [String], since number: Int) -> OrderState {
        if let source, let parent { return parent.order.merged(with: source.order, to: order) }
        return OrderState(
            page: page.info.slug, revision: number, order: order, changedBy: created.by, changedAt: created.at)
    }

    private func append(_ order: OrderState, _ database: Database) throws -> Int64 {
        let codes = String(decoding: JSONValue.array(order.order.map { .string($0) }).encoded, as: UTF8.self)
        try database.cachedStatement(
            sql: "INSERT INTO orders (page_id, since, codes, created_at, created_by) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [page.id, order.revision, codes, order.changedAt.milliseconds, order.changedBy])
        return database.lastInsertedRowID
    }

    private func placement(
        _ block: BlockResource, _ version: BlockVersionID, _ own: TreeEntry?, since number: Int, _ database: Database
    ) throws -> TreeEntry {
        let theirs = try source?.placement(of: block.blockCode, database)
        if let theirs, theirs.version == version { return theirs }
        if source != nil, let last = TreeEntry.later(theirs, own) {
            return TreeEntry(version: version, of: block, since: last.since, changed: last.changed)
        }
        return TreeEntry(version: version, of: block, since: number, changed: created)
    }

    /// A tree with the parent's placements but for some, and some new ones.
    private func appendTree(
        data: JSONObject, leaving: Set<String>, adding: [(String, TreeEntry)], _ database: Database
    ) throws -> Int64 {
        let text = String(decoding: JSONValue.object(data).encoded, as: UTF8.self)
        try database.cachedStatement(sql: "INSERT INTO trees (page_id, data) VALUES (?, ?)")
            .execute(arguments: [page.id, text])
        let treeID = database.lastInsertedRowID
        let gone = String(decoding: JSONValue.array(leaving.map { .string($0) }).encoded, as: UTF8.self)
        try database.cachedStatement(
            sql: """
                INSERT INTO placements (tree_id, block_code, version_id, since, changed_by, changed_at)
                SELECT ?, block_code, version_id, since, changed_by, changed_at FROM placements
                WHERE tree_id = ? AND block_code NOT IN (SELECT value FROM json_each(?))
                """
        ).execute(arguments: [treeID, parent?.treeID, gone])
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO placements (tree_id, block_code, version_id, since, changed_by, changed_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """)
        for (code, placement) in adding {
            try insert.execute(arguments: [
                treeID, code, placement.version.number, placement.since, placement.changed.by,
                placement.changed.at.milliseconds,
            ])
        }
        return treeID
    }
}
