import HomeBlocks
public import Publishing

/// Finds all issues of a database: one issue does not hide the next.
public struct DatabaseCheck {
    let catalog: BlockTypeCatalog
    let now: Instant
    let database: any SQLTransaction

    public init(_ catalog: BlockTypeCatalog, at now: Instant, _ database: any SQLTransaction) {
        self.catalog = catalog
        self.now = now
        self.database = database
    }

    /// Checks orders, block versions, feeds, pictures and each page.
    ///
    /// - Parameter report: the report to which the results are added.
    public func run(_ report: inout DatabaseReport) throws {
        report.issues += try lines { try orderIssues() } + lines { try contentIssues() } + lines { try feedIssues() }
        report.issues += try lines { try pictureIssues() }
        for page in try database.pages() { try check(page, &report) }
        // If a page cannot be read, that is already an issue.
        report.warnings += (try? database.audienceWarnings(catalog.attributes, at: now)) ?? []
        report.warnings += (try? rightsWarnings()) ?? []
        report.warnings += (try? linkWarnings()) ?? []
    }

    /// Returns the issues that a step finds, or the error that stopped it.
    private func lines(_ step: () throws -> [StoreIssue]) throws -> [String] {
        do { return try step().map(\.description) } catch { return try lines(error) }
    }

    /// Returns the issue lines for an error about the database's content.
    ///
    /// - Throws: the error if it is not about the content: the connection was lost, or the database is busy or locked.
    private func lines(_ error: any Error) throws -> [String] {
        switch (error as? any SQLFailure)?.publishingError {
        case .unavailable(.unreachable), .unavailable(.busy), .unavailable(.locked): throw error
        default: StoreIssue.lines(error)
        }
    }

    /// Revisions whose order does not name each of their blocks exactly once.
    private func orderIssues() throws -> [StoreIssue] {
        try database.all(
            """
            SELECT p.slug, r.number FROM revisions AS r
            JOIN pages AS p ON p.id = r.page_id JOIN orders AS o ON o.id = r.order_id
            WHERE json_array_length(o.codes) <> (SELECT count(*) FROM placements WHERE tree_id = r.tree_id)
                OR json_array_length(o.codes) <> (
                    SELECT count(DISTINCT block_code) FROM placements WHERE tree_id = r.tree_id)
                OR EXISTS (
                    SELECT block_code FROM placements WHERE tree_id = r.tree_id
                    EXCEPT \(database.dialect.elements("o.codes")))
            ORDER BY p.slug, r.number
            """
        ) { .order(page: try $0.text(0), revision: try $0.int(1)) }
    }

    /// Block versions whose content does not match its hash. Checking a file's structure does not detect changed text.
    private func contentIssues() throws -> [StoreIssue] {
        var issues: [StoreIssue] = []
        try database.query(
            """
            SELECT v.id, p.slug, v.block_code, \(database.dialect.bytes("v.resource")), v.hash
            FROM block_versions AS v JOIN pages AS p ON p.id = v.page_id ORDER BY v.id
            """, []
        ) { row in
            if Digest.sha256(try row.bytes(3)) != (try row.bytes(4)) {
                issues.append(.blockVersion(page: try row.text(1), block: try row.text(2), version: try row.id(0)))
            }
            return true
        }
        return issues
    }

    /// Pictures whose bytes differ from the upload. Only one is in memory at a time.
    private func pictureIssues() throws -> [StoreIssue] {
        try database.pictureIDs().filter { id in
            try database.pictureContent(id).map { PictureID.of($0.bytes) } != id
        }.map { .picture($0) }
    }

    /// Feed lists whose content does not match its hash.
    private func feedIssues() throws -> [StoreIssue] {
        var issues: [StoreIssue] = []
        try database.query(
            """
            SELECT f.name, \(database.dialect.bytes("l.cards")), l.hash
            FROM feed_lists AS l JOIN feeds AS f ON f.id = l.feed_id ORDER BY f.name
            """, []
        ) { row in
            if Digest.sha256(try row.bytes(1)) != (try row.bytes(2)) { issues.append(.feedList(try row.text(0))) }
            return true
        }
        return issues
    }

    /// Roles on pages that do not exist.
    private func rightsWarnings() throws -> [String] {
        let known = try database.pageNames()
        func warnings(_ holder: String, _ rights: Rights) -> [String] {
            rights.namedPages.filter { !known.contains($0) }.map { page in
                "\(holder) has a role on the page \"\(page)\", which does not exist"
            }
        }
        let active = try database.allCredentials().filter { $0.revokedAt == nil }
        return active.flatMap { warnings("the \($0.kind.rawValue) \"\($0.name)\" (\($0.id))", $0.rights) }
            + (try database.groups().flatMap { warnings("the group \"\($0.name)\" (\($0.id))", $0.rights) })
    }

    /// Active preview links that show nothing.
    private func linkWarnings() throws -> [String] {
        try database.pages().flatMap { page in
            try database.links(to: page, after: nil, limit: .max, notEndedAt: now).filter { link in
                guard link.state(at: now) == .active, link.plan.target != .draft else { return false }
                do {
                    return try database.previewed(by: link, of: page, at: now) == nil
                } catch is PublishingError {
                    return true
                }
            }.map { "the preview link \($0.id) of the page \"\(page.slug)\" shows something that no longer exists" }
        }
    }

    // MARK: Pages

    /// Checks the live revision, the draft and the planned releases.
    private func check(_ page: PageRow, _ report: inout DatabaseReport) throws {
        var parts: [String] = []
        var issues: [String] = []
        func check(_ place: String, _ body: () throws -> (part: String?, issues: [String])) throws {
            do {
                let (part, found) = try body()
                issues += found.map { "\(page.slug), \(place): \($0)" }
                if let part { parts.append(part) }
            } catch {
                issues += try lines(error).map { "\(page.slug), \(place): \($0)" }
            }
        }
        try check("live") { try checkLive(page) }
        try check("draft") { try checkDraft(of: page) }
        try check("planned") {
            let pending = try database.loaded(page, at: now).pending
            for release in pending {
                try check("release \(release.id)") {
                    try checkRevision(release.revision, on: release.base, of: page)
                    return (nil, [])
                }
            }
            return (pending.isEmpty ? nil : "\(pending.count) planned", [])
        }
        report.issues += issues
        if issues.isEmpty { report.pages.append("\(page.slug): \(parts.joined(separator: ", ")), valid") }
    }

    private func checkLive(_ page: PageRow) throws -> (part: String?, issues: [String]) {
        let loaded = try database.loaded(page, at: now)
        let live = try loaded.requireLive()
        let blocks = try validBlocks(of: live, on: page)
        let shown = LivePage(own: try database.liveRevision(live, of: page))
        let lists = try database.feedLists(blocks.feeds)
        let rendered = blocks.map { RenderedBlock($0, catalog, lists: lists, at: now) }
        var issues = PublishedPage(shown, blocks: rendered, at: now).issues()
        let last = loaded.effective
        if PublishingClock.wasWrong(for: last, at: now) { issues.append(StoreIssue.datedAhead(last).description) }
        return ("revision \(live.number), \(blocks.count) blocks", issues)
    }

    private func checkDraft(of page: PageRow) throws -> (part: String?, issues: [String]) {
        let loaded = try database.loaded(page, at: now)
        guard let draft = loaded.draft else { return (nil, []) }
        try checkRevision(draft.revision, on: draft.base, of: page)
        let live = try loaded.requireLive()
        do {
            var loader = PageLoader(PageMemory(), database)
            if case (let row, var loaded)? = try loader.load(page.slug, lock: .none(now)) {
                _ = try loader.decide(row, &loaded, by: .program, catalog) { try $0.preview(.draft) }
            }
            return ("a draft", [])
        } catch {
            let reason = try lines(error).joined(separator: "; ")
            return (nil, [StoreIssue.stuckDraft(live: live.number, reason: reason).description])
        }
    }

    /// - Parameter base: the revision that it was made from, which only has to exist.
    private func checkRevision(_ number: Int, on base: Int?, of page: PageRow) throws {
        let revision = try database.requireRevision(number, of: page)
        if let base { _ = try database.requireRevision(base, of: page) }
        _ = try validBlocks(of: revision, on: page)
    }

    private func validBlocks(of revision: StoredRevision, on page: PageRow) throws -> [BlockResource] {
        let document = try database.document(of: revision)
        if let code = revision.order.order.first(where: { !Identifier.isCode($0) }) {
            throw PublishingError.conflict(StoreIssue.unnameableBlock(code).description)
        }
        try document.validate(catalog, client: page.info.client, isStored: true)
        try document.checkSources(database.feedLayouts())
        try document.checkPictures(database.knownPictures(document.pictures))
        return document.blocks
    }
}

extension SQLTransaction {
    /// The pages by slug, each with its live revision, of a database of any schema version.
    public func liveRevisions(at now: Instant, schema: Int) throws -> [(slug: String, revision: Int?)] {
        // The first schema version has no `origin` column.
        let id = schema < 2 ? "id" : "coalesce(origin, id)"
        return try all(
            """
            SELECT slug, (
                SELECT revision FROM releases WHERE page_id = pages.id AND cancelled_at IS NULL AND (at <= ?1
                    OR at <= (SELECT max(at) FROM releases WHERE page_id = pages.id AND scheduled = 0))
                ORDER BY at DESC, \(id) DESC LIMIT 1
            ) FROM pages ORDER BY slug
            """, now
        ) { (slug: try $0.text(0), revision: try $0.optionalInt(1)) }
    }
}
