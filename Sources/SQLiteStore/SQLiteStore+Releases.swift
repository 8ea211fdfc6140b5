import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    public func publish(
        _ page: String, _ publication: Publication, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        let store = self
        return try await writeOnce(request) { try store.publish(page, publication, request, $0) }
    }

    private func publish(
        _ slug: String, _ publication: Publication, _ request: RequestInfo, _ database: Database
    ) throws -> ReleaseOutcome {
        let created = Authorship(by: request.actor.name, at: clock.now)
        let page = try PageRow.named(slug, database)
        let live = try RevisionRow.requireLive(of: page, at: created.at, database)
        let stored = try requireDraft(of: page, live: live, request.precondition, database)
        let (draft, _) = try bringUp(stored, of: page, live: live, at: created.at, database)
        let now = try RevisionRow.effective(created.at, page, database)
        if let at = publication.at, at <= now { throw Publication.refusal(of: at, lastChange: now, at: created.at) }
        try DraftRow.delete(of: page, database)
        let (revision, before, met) = try prepare(
            draft, of: page, at: publication.at ?? now, message: publication.message, created, database)
        let conflicts = draft.conflicts.adding(met)
        let release =
            try publication.at.map {
                try ReleaseRow.insert(
                    revision.number, on: before.number, of: page, at: $0, message: publication.message,
                    created: created, database)
            } ?? ReleaseRow.insert(revision, of: page, message: publication.message, created: created, database)
        var carried = try ChangePropagator(page: page, catalog: catalog, created: created)
            .carryToReleases(
                from: before, to: revision, after: release.at, id: release.id,
                preferring: publication.at == nil ? .change : .target, database)
        if !conflicts.isEmpty {
            carried.insert(CarriedChange(release: release.id, revision: revision.number, conflicts: conflicts), at: 0)
        }
        try audit("draft.publish", request, page, before: before, after: revision, release, at: created.at, database)
        return ReleaseOutcome(release: try value(release, of: page, at: created.at, database), carried: carried)
    }

    /// The revision that a draft becomes at an instant: its changes, made to what will be live then.
    private func prepare(
        _ draft: DraftRow, of page: PageRow, at instant: Instant, message: String, _ created: Authorship,
        _ database: Database
    ) throws -> (revision: RevisionRow, before: RevisionRow, conflicts: [MergeConflict]) {
        var content = try RevisionRow.named(draft.revision, of: page, database)
        let base = try RevisionRow.named(draft.base, of: page, database)
        let before = try RevisionRow.live(of: page, asOf: instant, database) ?? base
        var conflicts: [MergeConflict] = []
        if before.number != base.number {
            let outcome = try Difference(page: page, catalog: catalog)
                .merge(from: base, to: before, into: content, preferring: .target, database)
            let merge = NewRevision(page: page, parent: content, cause: "merge", created: created, source: before)
            (content, conflicts) = (try merge.append(outcome.edit, database), outcome.conflicts)
        }
        try validate(content, of: page, database)
        let new = NewRevision(page: page, parent: before, cause: "publish", message: message, created: created)
        return (try new.append(contentOf: content, database), before, conflicts)
    }

    public func restore(
        _ page: String, number: Int, message: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        let store = self
        return try await writeOnce(request) { try store.restore(page, number, message, request, $0) }
    }

    private func restore(
        _ slug: String, _ number: Int, _ message: String, _ request: RequestInfo, _ database: Database
    ) throws -> ReleaseOutcome {
        let created = Authorship(by: request.actor.name, at: clock.now)
        let page = try PageRow.named(slug, database)
        let live = try RevisionRow.requireLive(of: page, at: created.at, database)
        try check(request.precondition, live, of: page, database)
        let old = try RevisionRow.named(number, of: page, database)
        try validate(old, of: page, database)
        let draft = try DraftRow.find(of: page, database)
            .map { try bringUp($0, of: page, live: live, at: created.at, database).draft }
        let new = NewRevision(page: page, parent: live, cause: "restore", message: message, created: created)
        let made = try new.append(contentOf: old, database)
        let release = try ReleaseRow.insert(made, of: page, message: message, created: created, database)
        if let draft {
            // The draft stays what it is: what was rolled back is not taken out of it.
            try DraftRow(
                revision: draft.revision, base: made.number, updated: draft.updated, conflicts: draft.conflicts
            ).put(page, database)
        }
        try audit("page.restore", request, page, before: live, after: made, release, at: created.at, database)
        return ReleaseOutcome(release: try value(release, of: page, at: created.at, database))
    }

    /// The layouts may have changed since a revision was made; what they do not allow now cannot come back.
    private func validate(_ revision: RevisionRow, of page: PageRow, _ database: Database) throws {
        let placements = try revision.placements(database)
        let blocks = try revision.order.order.compactMap { code in
            try placements[code].map { try BlockVersionRow.require($0.version, database) }
        }
        try PageDocument(data: try revision.data(database), blocks: blocks)
            .validate(catalog, client: page.info.client)
    }

    public func cancelRelease(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        let store = self
        return try await write(for: request) { try store.cancelRelease(id, page, request, $0) }
    }

    private func cancelRelease(
        _ id: Int64, _ slug: String, _ request: RequestInfo, _ database: Database
    ) throws -> ReleaseOutcome {
        let created = Authorship(by: request.actor.name, at: clock.now)
        let page = try PageRow.named(slug, database)
        guard let release = try ReleaseRow.find(id, of: page, database) else {
            throw PublishingError.notFound("The page \"\(slug)\" has no release \(id).")
        }
        guard release.cancelled == nil else { throw PublishingError.conflict("The release was cancelled already.") }
        let now = try RevisionRow.effective(created.at, page, database)
        guard release.at > now else {
            throw PublishingError.conflict(
                "The release has taken effect. To undo it, restore the revision that was live before it.")
        }
        try release.cancel(created, database)
        let revision = try RevisionRow.named(release.revision, of: page, database)
        var carried: [CarriedChange] = []
        // Later releases contain what this one would have changed; it goes out of them.
        if let base = try release.base.map({ try RevisionRow.named($0, of: page, database) }) {
            carried = try ChangePropagator(page: page, catalog: catalog, created: created).carryToReleases(
                from: revision, to: base, after: release.at, id: release.id, preferring: .target, database)
        }
        try audit("release.cancel", request, page, before: nil, after: revision, release, at: created.at, database)
        let value = release.value(of: page, at: now, liveRow: nil, cancelled: created)
        return ReleaseOutcome(release: value, carried: carried)
    }

    private func value(
        _ release: ReleaseRow, of page: PageRow, at now: Instant, _ database: Database
    ) throws -> Release {
        release.value(
            of: page, at: try RevisionRow.effective(now, page, database),
            liveRow: try ReleaseRow.live(of: page, at: now, database))
    }

    private func audit(
        _ action: String, _ request: RequestInfo, _ page: PageRow, before: RevisionRow?, after: RevisionRow,
        _ release: ReleaseRow, at now: Instant, _ database: Database
    ) throws {
        var entry = AuditEntry(request, action)
        entry.page = page.info.slug
        entry.subject = "release \(release.id)"
        entry.before = before.map { ["revision": JSONValue($0.number)] }
        entry.after = ["revision": JSONValue(after.number), "at": .string(release.at.rfc3339)]
        try entry.append(at: now, database)
    }
}
