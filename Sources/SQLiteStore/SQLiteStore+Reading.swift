import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func pages() async throws(PublishingError) -> [PageSummary] {
        let now = clock.now
        return try await read { database in
            try Row.fetchAll(database, sql: "SELECT id, slug, title, client FROM pages ORDER BY slug")
                .compactMap { try Self.summary(of: PageRow($0), at: now, database) }
        }
    }

    static func summary(of page: PageRow, at now: Instant, _ database: Database) throws -> PageSummary? {
        guard let live = try RevisionRow.live(of: page, at: now, database) else { return nil }
        let showing = try TakeoverRow.active(on: page, at: now, database)?.shows.info.slug
        let draft = try DraftRow.find(of: page, database)
        let instant = try RevisionRow.effective(now, page, database)
        return PageSummary(
            page: page.info, revision: live.number, hasDraft: draft != nil, showing: showing,
            nextRelease: try nextRelease(of: page, after: instant, database))
    }

    public func shown(_ page: String, at instant: Instant) async throws(PublishingError) -> LivePage {
        try await read { database in
            let page = try PageRow.named(page, database)
            return try Self.livePage(page, at: instant, database) { try RevisionRow.effective(instant, $0, database) }
        }
    }

    public func shown(_ page: String, asOf instant: Instant) async throws(PublishingError) -> LivePage {
        let isPast = instant < clock.now
        return try await read { database in
            let page = try PageRow.named(page, database)
            return try Self.livePage(page, at: instant, database) { page in
                isPast ? instant : try RevisionRow.effective(instant, page, database)
            }
        }
    }

    /// - Parameter effective: the instant whose releases count for a page.
    private static func livePage(
        _ page: PageRow, at instant: Instant, _ database: Database, effective: (PageRow) throws -> Instant
    ) throws -> LivePage {
        func revision(_ page: PageRow) throws -> LiveRevision {
            let instant = try effective(page)
            guard let revision = try RevisionRow.live(of: page, asOf: instant, database) else {
                throw PublishingError.notFound("The page \"\(page.info.slug)\" had nothing live at that time.")
            }
            return try revision.value(
                of: page, nextRelease: try nextRelease(of: page, after: instant, database), database)
        }
        let takeover = try TakeoverRow.active(on: page, at: instant, database)
        return LivePage(
            own: try revision(page), campaign: try takeover.map { try revision($0.shows) },
            nextTakeover: try takeover?.until ?? TakeoverRow.nextBegin(on: page, after: instant, database))
    }

    static func nextRelease(
        of page: PageRow, after instant: Instant, _ database: Database
    ) throws -> Instant? {
        let statement = try database.cachedStatement(
            sql: """
                SELECT min(at) FROM releases INDEXED BY releases_live
                WHERE page_id = ? AND cancelled_at IS NULL AND at > ?
                """)
        return try Int64.fetchOne(statement, arguments: [page.id, instant.milliseconds])
            .map(Instant.init(milliseconds:))
    }

    static func liveRevision(
        _ revision: RevisionRow, of page: PageRow, at now: Instant, _ database: Database
    ) throws -> LiveRevision {
        let instant = try RevisionRow.effective(now, page, database)
        return try revision.value(of: page, nextRelease: try nextRelease(of: page, after: instant, database), database)
    }

    public func blocks(
        _ ids: Set<BlockVersionID>
    ) async throws(PublishingError) -> [BlockVersionID: BlockResource] {
        try await read { database in
            var blocks: [BlockVersionID: BlockResource] = [:]
            for id in ids { blocks[id] = try BlockVersionRow.find(id, database) }
            return blocks
        }
    }

    public func checkReadiness() async throws(PublishingError) {
        let place = place
        guard place?.isTheSame ?? true else {
            throw .unavailable(
                "Another file stands where the database was, or none. Stop the server, put it back, and start again.")
        }
        do {
            try await readiness.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) { .rollback }
                guard try SchemaMigrator.version(of: database) == Schema.version else {
                    throw PublishingError.unavailable(
                        "A newer program has brought the database up to date. Start that one.")
                }
                try place?.checkRoom()
            }
        } catch { throw Self.publishingError(error) }
    }
}
