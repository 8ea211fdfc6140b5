public import Publishing

/// Publishing, restoring and cancelling.
extension SQLPageStore {
    public func publish(
        _ page: String, _ publication: Publication, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await writeOnce(request) { database in
            let page = try database.lockedPage(page)
            let created = Authorship(by: request.actor.name, at: try database.now())
            let live = try database.requireLive(of: page, at: created.at)
            let stored = try Draft.require(
                database.draft(of: page), of: page.slug, live: live.number, if: request.precondition)
            let (draft, _) = try bringUp(stored, of: page, to: live, at: created.at, database)
            let instant = try publication.instant(
                after: try database.effective(created.at, on: page), at: created.at)

            try database.deleteDraft(of: page)
            let (before, revision, conflicts) = try appendPublished(
                draft, of: page, at: instant, message: publication.message, by: created, database)
            let isPlanned = publication.at != nil
            let release =
                isPlanned
                ? try database.plan(
                    revision.number, on: before.number, of: page, at: instant, message: publication.message,
                    by: created)
                : try database.release(revision, of: page, message: publication.message, by: created)
            let propagated = try propagator(page, by: created, database).propagateToReleases(
                from: before, to: revision, after: release.at, id: release.id,
                because: .publication(isPlanned: isPlanned))
            try database.append(
                .release("draft.publish", request, page: page.slug, release, from: before.number), at: created.at)
            return ReleaseOutcome(
                publishing: try value(release, of: page, at: created.at, database),
                conflicts: draft.conflicts.adding(conflicts), carried: propagated)
        }
    }

    /// Appends the revision that a draft becomes at an instant: its changes, made to what will be live then.
    private func appendPublished(
        _ draft: Draft, of page: PageRow, at instant: Instant, message: String, by created: Authorship,
        _ database: any SQLDatabase
    ) throws -> (before: RevisionRow, revision: RevisionRow, conflicts: [MergeConflict]) {
        var content = try database.requireRevision(draft.revision, of: page)
        let base = try database.requireRevision(draft.base, of: page)
        let before = try database.live(of: page, asOf: instant) ?? base
        var conflicts: [MergeConflict] = []
        if draft.isBehind(before.number) {
            let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
            let outcome = try comparison.merge(
                try comparison.difference(base, before), into: content, because: .releaseTookEffect)
            content = try propagator(page, by: created, database).append(outcome.edit, to: content, from: before)
            conflicts = outcome.conflicts
        }
        try validate(content, of: page, database)
        let revision = try RevisionWriter(
            page: page, parent: before, cause: "publish", message: message, created: created
        ).append(contentOf: content, database)
        return (before, revision, conflicts)
    }

    public func restore(
        _ page: String, number: Int, message: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await writeOnce(request) { database in
            let page = try database.lockedPage(page)
            let created = Authorship(by: request.actor.name, at: try database.now())
            let live = try database.requireLive(of: page, at: created.at)
            try RevisionIdentity.check(live.identity(of: page), request.precondition)
            let old = try database.requireRevision(number, of: page)
            try validate(old, of: page, database)

            let draft = try database.draft(of: page)
                .map { try bringUp($0, of: page, to: live, at: created.at, database).draft }
            let made = try RevisionWriter(
                page: page, parent: live, cause: "restore", message: message, created: created
            ).append(contentOf: old, database)
            let release = try database.release(made, of: page, message: message, by: created)
            // The draft stays what it is: what was rolled back is not taken out of it.
            if let draft { try database.put(draft.rebased(on: made.number), on: page) }
            try database.append(
                .release("page.restore", request, page: page.slug, release, from: live.number), at: created.at)
            return ReleaseOutcome(release: try value(release, of: page, at: created.at, database))
        }
    }

    /// Checks a revision against the layouts and the feeds as they are now: they may have changed since it was made.
    private func validate(_ revision: RevisionRow, of page: PageRow, _ database: any SQLDatabase) throws {
        let document = try database.document(of: revision)
        try document.validate(catalog, client: page.info.client)
        try document.checkSources(database.lockedFeedLayouts(of: document.blocks))
    }

    public func cancelRelease(
        _ id: Int64, of page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await write(for: request) { database in
            let page = try database.lockedPage(page)
            let created = Authorship(by: request.actor.name, at: try database.now())
            guard let release = try database.release(id, of: page) else {
                throw PublishingError.noRelease(id, of: page.slug)
            }
            let now = try database.effective(created.at, on: page)
            try release.checkCancellation(at: now)

            try database.cancel(release, by: created)
            let revision = try database.requireRevision(release.revision, of: page)
            // Later releases contain what this one would have changed; it goes out of them.
            let base = try release.base.map { try database.requireRevision($0, of: page) }
            let propagated = try base.map {
                try propagator(page, by: created, database).propagateToReleases(
                    from: revision, to: $0, after: release.at, id: release.id, because: .cancellation)
            }
            try database.append(.release("release.cancel", request, page: page.slug, release), at: created.at)
            return ReleaseOutcome(
                release: release.release(of: page.slug, at: now, liveRecord: nil, cancelled: created),
                carried: propagated ?? [])
        }
    }

    private func value(
        _ release: ReleaseRecord, of page: PageRow, at now: Instant, _ database: any SQLDatabase
    ) throws -> Release {
        let effective = try database.effective(now, on: page)
        return release.release(
            of: page.slug, at: effective, liveRecord: try database.liveRecord(of: page, asOf: effective))
    }
}
