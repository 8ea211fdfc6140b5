import HomeBlocks
import Publishing

/// Rows of `block_versions`.
extension SQLDatabase {
    func block(_ id: BlockVersionID) throws -> BlockResource? {
        let json = try first("SELECT resource FROM block_versions WHERE id = ?1", id.number) { try $0.json(0) }
        guard let json else { return nil }
        guard let block = BlockResource(stored: json) else {
            throw PublishingError.internalError("block version \(id.number) has another form")
        }
        return block
    }

    func requireBlock(_ id: BlockVersionID) throws -> BlockResource {
        guard let block = try block(id) else {
            throw PublishingError.internalError("block version \(id.number) is missing")
        }
        return block
    }

    /// The stored version that equals a block, storing it if there is none.
    func version(of block: BlockResource, on page: PageRow, created: Authorship) throws -> BlockVersionID {
        let bytes = JSONValue.object(block.json).encoded
        let hash = Digest.sha256(bytes)
        let known = try number("SELECT id FROM block_versions WHERE page_id = ?1 AND hash = ?2", page.id, hash)
        if let known { return BlockVersionID(known) }
        let id = BlockVersionID(
            try insert(
                """
                INSERT INTO block_versions
                    (page_id, block_code, show_type, resource, hash, bytes, created_at, created_by)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) RETURNING id
                """, page.id, block.blockCode, block.showType, String(decoding: bytes, as: UTF8.self), hash,
                block.exportedSize, created.at, created.by))
        for picture in [block].pictures.sorted() {
            try run("INSERT INTO block_version_pictures (version_id, picture) VALUES (?1, ?2)", id.number, picture)
        }
        try insertText(of: block, version: id.number)
        return id
    }
}
