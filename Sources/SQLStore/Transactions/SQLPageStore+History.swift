import HomeBlocks
public import Publishing

/// Lists of what was done.
extension SQLPageStore {
    public func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool, changing block: String?
    ) async throws(PublishingError) -> ListPage<RevisionSummary> {
        let now = clock.now
        return try await read(page) { page, database in
            let live = try database.live(of: page, at: now)
            let draft = try live.flatMap { try draftRevision(of: page, on: $0, database) }
            let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
            let rows = try database.revisions(
                of: page, before: range.after?.first, limit: range.limit + 1, onlyReleased: onlyReleased,
                changing: block)
            let found = ListPage(rows, in: range) { ListRange.cursor(Int64($0.revision.number)) }
            let summaries = try found.elements.map { revision, isReleased in
                let parent = try revision.parent.flatMap { try database.revision($0, of: page) }
                return RevisionSummary(
                    number: revision.number, parent: revision.parent, cause: revision.cause, message: revision.message,
                    created: revision.created, isLive: revision.number == live?.number,
                    isDraft: revision.number == draft,
                    isReleased: isReleased, changes: try parent.map { try comparison.summary($0, revision) })
            }
            return ListPage(summaries, next: found.next)
        }
    }

    public func difference(
        _ page: String, of number: Int, against other: Int?
    ) async throws(PublishingError) -> (against: Int?, difference: RevisionDifference) {
        try await read(page) { page, database in
            let revision = try database.requireRevision(number, of: page)
            let old = try (other ?? revision.parent).map { try database.requireRevision($0, of: page) }
            let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
            return (old?.number, try comparison.difference(old, revision))
        }
    }

    public func releases(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<Release> {
        let now = clock.now
        return try await read(page) { page, database in
            let effective = try database.effective(now, on: page)
            let live = try database.liveRecord(of: page, asOf: effective)
            let rows = try database.listedReleases(
                of: page, after: range.after.map { (at: $0[0], id: $0[1]) }, limit: range.limit + 1)
            let releases = rows.map { $0.release(of: page.slug, at: effective, liveRecord: live) }
            return ListPage(releases, in: range) { ListRange.cursor($0.at.milliseconds, $0.id) }
        }
    }

    public func release(_ id: Int64, of page: String) async throws(PublishingError) -> Release {
        let now = clock.now
        return try await read(page) { try value($1.requireRelease(id, of: $0), of: $0, at: now, $1) }
    }

    public func takeovers(_ page: String) async throws(PublishingError) -> [Takeover] {
        let now = clock.now
        return try await read(page) { page, database in
            try database.takeovers(of: page).map { $0.takeover(of: page.slug, at: now) }
        }
    }

    // MARK: Audit log

    public func audit(
        _ filter: AuditFilter, _ range: ListRange
    ) async throws(PublishingError) -> ListPage<AuditRecord> {
        try await read { database in
            let records = try database.auditRecords(filter, before: range.after?.first, limit: range.limit + 1)
            return ListPage(records, in: range) { ListRange.cursor($0.id) }
        }
    }

    public func events(
        after id: Int64, limit: Int
    ) async throws(PublishingError) -> (events: [PageEvent], last: Int64) {
        try await read { database in
            let events = try database.events(after: id, limit: limit)
            return (events, events.last?.id ?? id)
        }
    }

    public func lastEvent() async throws(PublishingError) -> Int64 { try await read { try $0.lastEvent() } }

    public func recordRefusal(_ refusal: AccessRefusal) async throws(PublishingError) {
        let now = clock.now
        try await write { try $0.append(AuditEntry(refusal), at: now) }
    }
}
