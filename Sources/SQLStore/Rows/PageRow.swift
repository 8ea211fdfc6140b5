import Publishing

/// A row of `pages`.
struct PageRow: Sendable {
    let id: Int64
    let info: PageInfo

    var slug: String { info.slug }

    init(id: Int64, info: PageInfo) {
        self.id = id
        self.info = info
    }

    static let columns = "id, slug, title, client, approvals, reviewed_since"

    /// - Parameter column: the position of the first of ``columns``.
    init(_ row: any SQLRow, from column: Int = 0) throws {
        id = try row.id(column)
        info = PageInfo(
            slug: try row.text(column + 1), title: try row.text(column + 2),
            client: try row.optionalText(column + 3).flatMap(ClientFamily.init(rawValue:)),
            review: ReviewSetting(
                approvals: try row.int(column + 4), since: try row.optionalInstant(column + 5)))
    }
}

extension SQLTransaction {
    func pages() throws -> [PageRow] {
        try all("SELECT \(PageRow.columns) FROM pages ORDER BY slug") { try PageRow($0) }
    }

    func pageNames() throws -> Set<String> { Set(try pages().map(\.slug)) }

    /// The pages that someone may know of.
    func pages(for rights: Rights) throws -> [PageRow] {
        try pages().filter { rights.include($0.slug) }
    }

    func hasPages() throws -> Bool { try exists("SELECT 1 FROM pages LIMIT 1") }

    func page(_ slug: String) throws -> PageRow? {
        // SQLite would end a text at a NUL character.
        guard Identifier.isSlug(slug) else { return nil }
        return try first("SELECT \(PageRow.columns) FROM pages WHERE slug = ?1", slug) { try PageRow($0) }
    }

    func requirePage(_ slug: String) throws -> PageRow {
        guard let page = try page(slug) else { throw PublishingError.noPage(slug) }
        return page
    }

    func requirePage(_ slug: String, for rights: Rights) throws -> PageRow {
        guard rights.include(slug) else { throw PublishingError.noPage(slug) }
        return try requirePage(slug)
    }

    /// Returns a page and locks it until the transaction ends.
    func lockedPage(_ slug: String, for lock: RowLock = .change) throws -> PageRow {
        guard let page = try lockPageIfExists(slug, for: lock) else { throw PublishingError.noPage(slug) }
        return page
    }

    /// The same for a page that may not exist.
    func lockPageIfExists(_ slug: String, for lock: RowLock) throws -> PageRow? {
        guard Identifier.isSlug(slug) else { return nil }
        let locking = dialect.lockingPage(lock, "p")
        return try first("SELECT \(PageRow.columns) FROM pages AS p WHERE slug = ?1 \(locking)", slug) {
            try PageRow($0)
        }
    }

    /// Makes changes of all pages, and new pages, wait until this transaction ends.
    func lockAllPages() throws {
        try lock(.pageNames)
        let locking = dialect.locking(.change, "p")
        if locking.isEmpty { return }
        try query("SELECT id FROM pages AS p ORDER BY id \(locking)", []) { _ in true }
    }

    func insert(_ page: PageInfo, by created: Authorship) throws -> PageRow {
        let id = try insert(
            "INSERT INTO pages (slug, title, client, created_at, created_by) VALUES (?1, ?2, ?3, ?4, ?5) RETURNING id",
            page.slug, page.title, page.client?.rawValue, created.at, created.by)
        return PageRow(id: id, info: page)
    }

    func update(_ page: PageRow, to info: PageInfo) throws -> PageRow {
        try run(
            """
            UPDATE pages SET slug = ?1, title = ?2, client = ?3, approvals = ?4, reviewed_since = ?5 WHERE id = ?6
            """, info.slug, info.title, info.client?.rawValue, info.review.approvals, info.review.since, page.id)
        return PageRow(id: page.id, info: info)
    }

    /// Deletes a page with everything that belongs to it, and the takeovers of other pages that show it.
    func delete(_ page: PageRow) throws {
        try run("DELETE FROM takeovers WHERE shown_page_id = ?1", page.id)
        try run("DELETE FROM pages WHERE id = ?1", page.id)
    }
}
