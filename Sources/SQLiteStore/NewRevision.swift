import Foundation
import GRDB
import HomeBlocks
import Publishing

/// Appends what makes a revision live: its order and tree where they are new, itself, and its release.
struct NewRevision {
    let page: PageRow
    let parent: RevisionRow?
    let cause: String
    let actor: Actor
    let now: Instant

    /// Appends a revision with a parent's order or a new one, and a parent's tree or a new one.
    func append(order: [String]?, treeID: Int64?, _ database: Database) throws -> Int {
        let highest = try database.cachedStatement(sql: "SELECT max(number) FROM revisions WHERE page_id = ?")
        let number = (try Int.fetchOne(highest, arguments: [page.id]) ?? 0) + 1
        guard let orderID = try order.map({ try append($0, since: number, database) }) ?? parent?.orderID,
            let treeID = treeID ?? parent?.treeID
        else { throw PublishingError.fault("a first revision needs an order and a tree") }
        try database.cachedStatement(
            sql: """
                INSERT INTO revisions (page_id, number, parent, order_id, tree_id, cause, created_at, created_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            page.id, number, parent?.number, orderID, treeID, cause, now.milliseconds, actor.name,
        ])
        // Not before a release that has taken effect, even if the machine's clock was set back.
        let instant = try RevisionRow.effective(now, page, database)
        try database.cachedStatement(
            sql: """
                INSERT INTO releases (page_id, revision, at, scheduled, created_at, created_by)
                VALUES (?, ?, ?, 0, ?, ?)
                """
        ).execute(arguments: [page.id, number, instant.milliseconds, now.milliseconds, actor.name])
        return number
    }

    private func append(_ order: [String], since number: Int, _ database: Database) throws -> Int64 {
        let codes = String(decoding: JSONValue.array(order.map { .string($0) }).encoded, as: UTF8.self)
        try database.cachedStatement(
            sql: "INSERT INTO orders (page_id, since, codes, created_at, created_by) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [page.id, number, codes, now.milliseconds, actor.name])
        return database.lastInsertedRowID
    }

    /// Appends a tree of these blocks, storing the versions that are new.
    func appendTree(_ blocks: [BlockResource], data: JSONObject, _ database: Database) throws -> Int64 {
        let text = String(decoding: JSONValue.object(data).encoded, as: UTF8.self)
        try database.cachedStatement(sql: "INSERT INTO trees (page_id, data) VALUES (?, ?)")
            .execute(arguments: [page.id, text])
        let treeID = database.lastInsertedRowID
        let placement = try database.cachedStatement(
            sql: "INSERT INTO placements (tree_id, block_code, version_id) VALUES (?, ?, ?)")
        for block in blocks {
            let version = try version(of: block, database)
            try placement.execute(arguments: [treeID, block.blockCode, version])
        }
        return treeID
    }

    /// The stored version that equals a block, storing it if there is none.
    func version(of block: BlockResource, _ database: Database) throws -> Int64 {
        let bytes = JSONValue.object(block.json).encoded
        let hash = Digest.sha256(bytes)
        let find = try database.cachedStatement(sql: "SELECT id FROM block_versions WHERE page_id = ? AND hash = ?")
        if let id = try Int64.fetchOne(find, arguments: [page.id, Data(hash)]) { return id }
        try database.cachedStatement(
            sql: """
                INSERT INTO block_versions (page_id, block_code, show_type, resource, hash, created_at, created_by)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            page.id, block.blockCode, block.showType, String(decoding: bytes, as: UTF8.self), Data(hash),
            now.milliseconds, actor.name,
        ])
        return database.lastInsertedRowID
    }
}
