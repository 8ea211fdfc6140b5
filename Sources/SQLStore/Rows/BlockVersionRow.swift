import HomeBlocks
import Publishing

/// Rows of `block_versions`.
extension SQLTransaction {
    func block(_ id: BlockVersionID) throws -> BlockResource? {
        let json = try first("SELECT resource FROM block_versions WHERE id = ?1", id.number) { try $0.json(0) }
        return try json.map { try BlockResource($0, version: id.number) }
    }

    func requireBlock(_ id: BlockVersionID) throws -> BlockResource {
        guard let block = try block(id) else {
            throw PublishingError.internalError("block version \(id.number) is missing")
        }
        return block
    }

    /// Adds a version with its search text, unless the page has an equal one.
    func insert(_ version: NewBlockVersion, id: Int64, of page: PageRow, by created: Authorship) throws {
        try runLater(
            """
            INSERT INTO block_versions
                (id, page_id, block_code, show_type, resource, hash, bytes, created_at, created_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (page_id, hash) DO NOTHING
            """, id, page.id, version.block.blockCode, version.block.showType,
            String(decoding: version.bytes, as: UTF8.self), version.hash, version.size, created.at, created.by)
        for picture in [version.block].pictures.sorted() {
            try runLater(
                """
                INSERT INTO block_version_pictures (version_id, picture)
                SELECT CAST(?1 AS bigint), ?2 WHERE \(SQLDialect.hasVersion)
                """, id, picture)
        }
        try insertText(of: version.block, version: id)
    }
}

extension BlockResource {
    /// Reads a stored version.
    init(_ json: JSONValue, version: Int64) throws(PublishingError) {
        guard let block = BlockResource(stored: json) else {
            throw .internalError("block version \(version) has an unexpected format")
        }
        self = block
    }
}

extension SQLDialect {
    /// A condition that the block version ?1 exists.
    static let hasVersion = "EXISTS (SELECT 1 FROM block_versions WHERE id = CAST(?1 AS bigint))"
}
