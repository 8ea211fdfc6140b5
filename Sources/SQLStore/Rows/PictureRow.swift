import HomeBlocks
import Publishing

/// A row of `pictures`.
struct PictureRow {
    let id: Int64
    let picture: UploadedPicture

    fileprivate static let columns = """
        id, hash, format, width, height, animated, bytes, name, alt, tags, created_by, created_at, changed_by, changed_at
        """

    fileprivate init(_ row: any SQLRow) throws {
        id = try row.id(0)
        guard let format = PictureFormat(rawValue: try row.text(2)) else {
            throw PublishingError.internalError("the picture \(try row.text(1)) has an unexpected format")
        }
        picture = UploadedPicture(
            id: try row.text(1), format: format, width: try row.int(3), height: try row.int(4),
            isAnimated: try row.bool(5), bytes: try row.int(6), name: try row.text(7), alt: try row.text(8),
            tags: try row.json(9).array?.compactMap(\.string) ?? [], created: try row.authorship(10),
            changed: try row.authorship(12))
    }
}

extension SQLTransaction {
    private var isMentioned: String {
        """
        (EXISTS (SELECT 1 FROM block_version_pictures AS b WHERE b.picture = p.hash)
            OR EXISTS (SELECT 1 FROM tree_pictures AS t WHERE t.picture = p.hash))
        """
    }

    /// The same for mentions on some pages.
    ///
    /// - Parameter pages: an expression for a JSON array of the ids of pages.
    private func isMentioned(on pages: String) -> String {
        """
        (EXISTS (SELECT 1 FROM block_version_pictures AS b JOIN block_versions AS v ON v.id = b.version_id
                WHERE b.picture = p.hash AND v.page_id IN (\(dialect.numbers(pages))))
            OR EXISTS (SELECT 1 FROM tree_pictures AS x JOIN trees AS t ON t.id = x.tree_id
                WHERE x.picture = p.hash AND t.page_id IN (\(dialect.numbers(pages)))))
        """
    }

    // MARK: Pictures

    /// Pictures that match a filter, the last uploaded first.
    ///
    /// - Parameter rights: the rights of the reader, who learns only of mentions on their pages.
    func pictures(
        _ filter: PictureFilter, before id: Int64?, limit: Int, for rights: Rights
    ) throws -> [PictureRow] {
        var arguments: [SQLValue] = [.integer(id ?? .max), .integer(Int64(limit))]
        var conditions = ["id < ?1"]
        for pattern in filter.patterns {
            arguments.append(.text(pattern))
            conditions.append("search LIKE ?\(arguments.count) ESCAPE '\\'")
        }
        if let isUsed = filter.isUsed {
            var condition = isMentioned
            if !rights.includeAllPages {
                arguments.append(SQLValue(JSONValue.array(try pages(for: rights).map { JSONValue($0.id) })))
                condition = isMentioned(on: "?\(arguments.count)")
            }
            conditions.append(isUsed ? condition : "NOT \(condition)")
        }
        var rows: [PictureRow] = []
        try query(
            """
            SELECT \(PictureRow.columns) FROM pictures AS p WHERE \(conditions.joined(separator: " AND "))
            ORDER BY id DESC LIMIT ?2
            """, arguments
        ) { row in
            rows.append(try PictureRow(row))
            return true
        }
        return rows
    }

    func pictureUsage() throws -> PictureUsage {
        try first("SELECT count(*), CAST(coalesce(sum(bytes), 0) AS bigint) FROM pictures") {
            PictureUsage(count: try $0.int(0), bytes: try $0.int(1))
        } ?? PictureUsage(count: 0, bytes: 0)
    }

    func picture(_ id: String) throws -> PictureRow? { try picture(id, "") }

    func requirePicture(_ id: String) throws -> PictureRow {
        guard let picture = try picture(id) else { throw PublishingError.noPicture(id) }
        return picture
    }

    /// Returns a picture and locks it until the transaction ends.
    func lockedPicture(_ id: String, for lock: RowLock) throws -> PictureRow {
        guard let picture = try picture(id, dialect.locking(lock, "p")) else { throw PublishingError.noPicture(id) }
        return picture
    }

    private func picture(_ id: String, _ locking: String) throws -> PictureRow? {
        // SQLite would end a text at a NUL character.
        guard PictureID.isValid(id) else { return nil }
        return try first("SELECT \(PictureRow.columns) FROM pictures AS p WHERE hash = ?1 \(locking)", id) {
            try PictureRow($0)
        }
    }

    /// The given pictures that exist.
    func knownPictures(_ ids: Set<String>) throws -> Set<String> { try ids.filter { try picture($0) != nil } }

    func pictureIDs() throws -> [String] { try all("SELECT hash FROM pictures ORDER BY id") { try $0.text(0) } }

    func pictureContent(_ id: String) throws -> (format: PictureFormat, bytes: [UInt8])? {
        guard PictureID.isValid(id) else { return nil }
        let found = try first(
            """
            SELECT p.format, c.content FROM pictures AS p JOIN picture_contents AS c ON c.picture_id = p.id
            WHERE p.hash = ?1
            """, id
        ) { (PictureFormat(rawValue: try $0.text(0)), try $0.bytes(1)) }
        guard let (format, bytes) = found, let format else { return nil }
        return (format, bytes)
    }

    /// Adds a picture. Its id must be new.
    func insert(_ picture: UploadedPicture, _ content: [UInt8]) throws {
        let row = try insert(
            """
            INSERT INTO pictures
                (hash, format, width, height, animated, bytes, name, alt, tags, search, created_at, created_by,
                changed_at, changed_by, uploaded_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?11, ?12, ?11) RETURNING id
            """, picture.id, picture.format.rawValue, picture.width, picture.height, picture.isAnimated, picture.bytes,
            picture.name, picture.alt, picture.storedTags, picture.searchText, picture.created.at, picture.created.by)
        try run("INSERT INTO picture_contents (picture_id, content) VALUES (?1, ?2)", row, content)
    }

    /// Stores the time at which the bytes of a picture were uploaded again.
    func noteUpload(of row: PictureRow, at now: Instant) throws {
        try run("UPDATE pictures SET uploaded_at = ?2 WHERE id = ?1", row.id, now)
    }

    func update(_ row: PictureRow, to picture: UploadedPicture) throws {
        try run(
            "UPDATE pictures SET name = ?2, alt = ?3, tags = ?4, search = ?5, changed_at = ?6, changed_by = ?7 WHERE id = ?1",
            row.id, picture.name, picture.alt, picture.storedTags, picture.searchText, picture.changed.at,
            picture.changed.by)
    }

    /// Pictures whose search text has to be created again, the newest first.
    ///
    /// - Parameter isLocked: whether they are locked until the transaction ends.
    func picturesWithoutText(limit: Int, isLocked: Bool = false) throws -> [PictureRow] {
        let locking = isLocked ? dialect.locking(.change, "p") : ""
        return try all(
            "SELECT \(PictureRow.columns) FROM pictures AS p WHERE search = '' ORDER BY id DESC LIMIT ?1 \(locking)",
            limit
        ) { try PictureRow($0) }
    }

    func insertText(of row: PictureRow) throws {
        try run("UPDATE pictures SET search = ?2 WHERE id = ?1", row.id, row.picture.searchText)
    }

    func delete(_ picture: PictureRow) throws { try run("DELETE FROM pictures WHERE id = ?1", picture.id) }

    /// Pictures that nothing mentions and that were uploaded before an instant.
    func unusedPictures(uploadedBefore instant: Instant, limit: Int) throws -> [String] {
        try all(
            "SELECT hash FROM pictures AS p WHERE uploaded_at < ?1 AND NOT \(isMentioned) ORDER BY hash LIMIT ?2",
            instant,
            limit
        ) { try $0.text(0) }
    }

    // MARK: Mentions

    /// Whether any kept content mentions a picture.
    func isMentioned(_ picture: String) throws -> Bool {
        try exists("SELECT 1 FROM block_version_pictures WHERE picture = ?1 LIMIT 1", picture)
            || exists("SELECT 1 FROM tree_pictures WHERE picture = ?1 LIMIT 1", picture)
    }

    /// The pages with content that mentions a picture, ordered by slug.
    func pages(mentioning picture: String) throws -> [PageRow] {
        try all(
            """
            SELECT \(PageRow.columns) FROM pages WHERE id IN (
                SELECT v.page_id FROM block_version_pictures AS b JOIN block_versions AS v ON v.id = b.version_id
                WHERE b.picture = ?1
                UNION SELECT t.page_id FROM tree_pictures AS x JOIN trees AS t ON t.id = x.tree_id WHERE x.picture = ?1)
            ORDER BY slug
            """, picture
        ) { try PageRow($0) }
    }

    /// The versions of the blocks of a tree that mention a picture, in the order of the blocks' codes.
    func versions(mentioning picture: String, in treeID: Int64) throws -> [(code: String, version: BlockVersionID)] {
        try all(SQLDialect.versionsMentioning, treeID, picture) { (try $0.text(0), BlockVersionID(try $0.id(1))) }
    }

    /// Whether the page-level fields of a tree mention a picture.
    func isMentioned(_ picture: String, inDataOf treeID: Int64) throws -> Bool {
        try exists("SELECT 1 FROM tree_pictures WHERE tree_id = ?1 AND picture = ?2", treeID, picture)
    }

    /// All kept content that mentions a picture.
    ///
    /// - Parameter rights: the rights of the reader, who learns only of their pages.
    func uses(ofPicture picture: String, at now: Instant, for rights: Rights = .readAll) throws -> [PictureUse] {
        try pages(mentioning: picture).filter { rights.include($0.slug) }.flatMap { page in
            var uses: [PictureUse] = []
            var numbers: [Int64] = []
            for state in try loaded(page, at: now).states() {
                let tree = state.revision.treeID
                let blocks = try versions(mentioning: picture, in: tree).map(\.code)
                if try blocks.isEmpty && !isMentioned(picture, inDataOf: tree) { continue }
                numbers.append(Int64(state.revision.number))
                uses.append(PictureUse(page: page.slug, state: .state(state.state), blocks: blocks))
            }
            if let older = try newestRevision(of: page, mentioning: picture, except: numbers) {
                uses.append(older)
            }
            return try uses + takeovers(showing: page, at: now).filter { rights.include($0.page) }
        }
    }

    private func newestRevision(
        of page: PageRow, mentioning picture: String, except numbers: [Int64]
    ) throws -> PictureUse? {
        let found = try first(
            """
            SELECT r.number, r.tree_id FROM revisions AS r WHERE r.page_id = ?1
                AND r.number NOT IN (\(dialect.numbers("?3")))
                AND (EXISTS (SELECT 1 FROM placements AS p
                        JOIN block_version_pictures AS b ON b.version_id = p.version_id AND b.picture = ?2
                        WHERE p.tree_id = r.tree_id)
                    OR EXISTS (SELECT 1 FROM tree_pictures AS t WHERE t.tree_id = r.tree_id AND t.picture = ?2))
            ORDER BY r.number DESC LIMIT 1
            """, page.id, picture, "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
        ) { (try $0.int(0), try $0.id(1)) }
        guard let (number, tree) = found else { return nil }
        return PictureUse(
            page: page.slug, state: .revision(number), blocks: try versions(mentioning: picture, in: tree).map(\.code))
    }

    private func takeovers(showing page: PageRow, at now: Instant) throws -> [PictureUse] {
        try all(
            """
            SELECT t.id, p.slug FROM takeovers AS t JOIN pages AS p ON p.id = t.page_id
            WHERE t.shown_page_id = ?1 AND t.cancelled_at IS NULL AND t.ends_at > ?2 ORDER BY t.begins_at
            """, page.id, now
        ) { PictureUse(page: try $0.text(1), state: .takeover(try $0.id(0), showing: page.slug)) }
    }
}

extension UploadedPicture {
    fileprivate var storedTags: JSONValue { .array(tags.map { .string($0) }) }
}

extension SQLDialect {
    /// A query for the blocks of the tree ?1 that mention the picture ?2, in the order of their codes.
    static let versionsMentioning = """
        SELECT p.block_code, p.version_id FROM placements AS p
        JOIN block_version_pictures AS b ON b.version_id = p.version_id AND b.picture = ?2
        WHERE p.tree_id = ?1 ORDER BY p.block_code
        """
}
