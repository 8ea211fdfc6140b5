import Foundation
import GRDB
import HomeBlocks
import Publishing

/// Rows of `block_versions`.
enum BlockVersionRow {
    static func find(_ id: BlockVersionID, _ database: Database) throws -> BlockResource? {
        let statement = try database.cachedStatement(sql: "SELECT resource FROM block_versions WHERE id = ?")
        guard let text = try String.fetchOne(statement, arguments: [id.number]) else { return nil }
        let json = try JSONValue(parsing: text, limits: .stored)
        guard let block = BlockResource(stored: json) else {
            throw PublishingError.internalError("block version \(id.number) cannot be read")
        }
        return block
    }

    static func require(_ id: BlockVersionID, _ database: Database) throws -> BlockResource {
        guard let block = try find(id, database) else {
            throw PublishingError.internalError("block version \(id.number) is missing")
        }
        return block
    }

    /// The stored version that equals a block, storing it if there is none.
    static func id(
        of block: BlockResource, in page: PageRow, created: Authorship, _ database: Database
    ) throws -> BlockVersionID {
        let bytes = JSONValue.object(block.json).encoded
        let hash = Data(Digest.sha256(bytes))
        let find = try database.cachedStatement(sql: "SELECT id FROM block_versions WHERE page_id = ? AND hash = ?")
        if let id = try Int64.fetchOne(find, arguments: [page.id, hash]) { return BlockVersionID(id) }
        try database.cachedStatement(
            sql: """
                INSERT INTO block_versions
                    (page_id, block_code, show_type, resource, hash, bytes, created_at, created_by)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            page.id, block.blockCode, block.showType, String(decoding: bytes, as: UTF8.self), hash,
            block.exportedSize, created.at.milliseconds, created.by,
        ])
        return BlockVersionID(database.lastInsertedRowID)
    }
}
