import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func pages() async throws(PublishingError) -> [PageSummary] {
        let now = clock.now
        return try await read { database in
            try Row.fetchAll(database, sql: "SELECT id, slug, title, client FROM pages ORDER BY slug")
                .compactMap { row in
                    let page = PageRow(row)
                    let live = try RevisionRow.live(of: page, at: now, database)
                    return live.map { PageSummary(page: page.info, revision: $0.number) }
                }
        }
    }

    public func live(_ page: String, at now: Instant) async throws(PublishingError) -> LiveRevision {
        try await read { database in
            let page = try PageRow.named(page, database)
            let revision = try RevisionRow.requireLive(of: page, at: now, database)
            return try Self.liveRevision(revision, of: page, at: now, database)
        }
    }

    static func liveRevision(
        _ revision: RevisionRow, of page: PageRow, at now: Instant, _ database: Database
    ) throws -> LiveRevision {
        let effective = try RevisionRow.effective(now, page, database)
        let statement = try database.cachedStatement(
            sql: "SELECT min(at) FROM releases WHERE page_id = ? AND cancelled_at IS NULL AND at > ?")
        let next = try Int64.fetchOne(statement, arguments: [page.id, effective.milliseconds])
        return LiveRevision(
            page: page.info, number: revision.number, changedBy: revision.changedBy,
            changedAt: revision.changedAt, order: revision.order, versions: try revision.versions(database),
            data: try revision.data(database), nextRelease: next.map(Instant.init(milliseconds:)))
    }

    public func blocks(
        _ ids: Set<BlockVersionID>
    ) async throws(PublishingError) -> [BlockVersionID: BlockResource] {
        try await read { database in
            let statement = try database.cachedStatement(sql: "SELECT resource FROM block_versions WHERE id = ?")
            var blocks: [BlockVersionID: BlockResource] = [:]
            for id in ids {
                guard let text = try String.fetchOne(statement, arguments: [id.number]) else { continue }
                var faults: [Fault] = []
                // Deeper than input may be: the content stands one level deeper here.
                let json = try JSONValue(parsing: text, limits: JSONLimits(depth: 128))
                guard let block = BlockResource(json: json, faults: &faults) else {
                    throw PublishingError.fault("block version \(id.number) cannot be read: \(faults)")
                }
                blocks[id] = block
            }
            return blocks
        }
    }

    public func checkReadiness() async throws(PublishingError) {
        do {
            try await readiness.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) { .rollback }
            }
        } catch { throw Self.publishingError(error) }
    }
}
