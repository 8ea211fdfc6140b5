import HomeBlocks
public import Publishing

/// Lists of revisions, releases, takeovers and audit lines.
extension SQLPageStore {
    public func revisions(
        _ page: String, _ range: ListRange, onlyReleased: Bool, changing block: String?
    ) async throws(PublishingError) -> ListPage<RevisionSummary> {
        let now = clock.now
        return try await read { database in
            let session = ChangeSession(self, by: .program, database)
            guard let (page, loaded) = try session.load(page, lock: .none(now)) else {
                throw PublishingError.noPage(page)
            }
            let live = loaded.live
            let draft = try draftRevision(page, loaded, session, database)
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
                    isReleased: isReleased, changes: try parent.map { try database.summary($0, revision) })
            }
            return ListPage(summaries, next: found.next)
        }
    }

    public func difference(
        _ page: String, of number: Int, against other: Int?
    ) async throws(PublishingError) -> (against: Int?, difference: RevisionDifference) {
        let now = clock.now
        return try await read { database in
            let session = ChangeSession(self, by: .program, database)
            guard let (row, loaded) = try session.load(page, needs: .revision(number), lock: .none(now)) else {
                throw PublishingError.noPage(page)
            }
            return try session.decide(row, loaded) { page in
                let revision = try page.requireRevision(number)
                let old = try (other ?? revision.parent).map { try page.requireRevision($0) }
                return (old?.number, try page.difference(old, revision))
            }
        }
    }

    public func releases(_ page: String, _ range: ListRange) async throws(PublishingError) -> ListPage<Release> {
        let now = clock.now
        return try await read(page) { page, database in
            let loaded = try database.loaded(page, at: now)
            let rows = try database.listedReleases(
                of: page, after: range.after.map { (at: $0[0], id: $0[1]) }, limit: range.limit + 1)
            let releases = rows.map { loaded.value($0) }
            let places = Dictionary(rows.map { ($0.id, $0.storedInstant) }) { first, _ in first }
            return ListPage(releases, in: range) { ListRange.cursor((places[$0.id] ?? $0.at).milliseconds, $0.id) }
        }
    }

    public func release(_ id: Int64, of page: String) async throws(PublishingError) -> Release {
        let now = clock.now
        return try await read(page) { page, database in
            try database.loaded(page, at: now).value(database.requireRelease(id, of: page))
        }
    }

    public func takeovers(_ page: String, for rights: Rights) async throws(PublishingError) -> [Takeover] {
        let now = clock.now
        return try await read(page) { page, database in
            try database.takeovers(of: page).map { $0.takeover(of: page.slug, at: now, for: rights) }
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

extension SQLTransaction {
    /// Summarizes which blocks a revision changed, without reading them.
    fileprivate func summary(_ old: StoredRevision, _ new: StoredRevision) throws -> ChangeSummary {
        var changed: [String] = []
        if old.treeID != new.treeID {
            let (was, has) = (try tree(of: old).entries, try tree(of: new).entries)
            changed = has.keys.filter { was[$0]?.version != has[$0]?.version }
        }
        return ChangeSummary(oldOrder: old.order.order, newOrder: new.order.order, changed: changed)
    }
}
