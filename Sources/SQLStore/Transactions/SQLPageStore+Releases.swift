public import Publishing

/// Publishing and restoring.
extension SQLPageStore {
    public func publish(
        _ page: String, _ publication: Publication, _ request: RequestInfo
    ) async throws(PublishingError) -> ReleaseOutcome {
        try await writeOnce(request, isDryRun: publication.isDryRun) { try make(publication, of: page, request, $0) }
    }

    private func make(
        _ publication: Publication, of slug: String, _ request: RequestInfo, _ database: any SQLDatabase
    ) throws -> ReleaseOutcome {
        let page = try database.lockedPage(slug)
        let created = Authorship(by: request.actor.name, at: try database.now())
        let live = try database.requireLive(of: page, at: created.at)
        let stored = try Draft.require(
            database.draft(of: page), of: page.slug, live: live.number, if: request.precondition)
        guard let draft = try bringUp(stored, of: page, to: live, at: created.at, database).draft else {
            throw Draft.missing(on: page.slug, if: request.precondition)
        }
        if let only = publication.only {
            let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
            let stage = try database.requireRevision(draft.revision, of: page)
            try only.check(comparison.difference(live, stage), "The draft was not published")
        }
        let instant = try publication.instant(
            after: try database.effective(created.at, on: page), at: created.at)

        try database.deleteDraft(of: page)
        let (before, revision, conflicts) = try appendPublished(
            draft, of: page, at: instant, publication, by: created, database)
        let isPlanned = publication.at != nil
        let release =
            isPlanned
            ? try database.plan(
                revision.number, on: before.number, of: page, at: instant, message: publication.message,
                by: created)
            : try database.release(revision, of: page, message: publication.message, by: created)
        if let only = publication.only {
            try keepRest(
                of: draft, after: only, on: isPlanned ? live : revision, isPlanned: isPlanned, of: page, by: created,
                database)
        }
        let propagated = try propagator(page, by: created, database).propagateToReleases(
            from: before, to: revision, after: release.at, id: release.id,
            because: .publication(isPlanned: isPlanned))
        try database.append(
            .release(
                "draft.publish", request, page: page.slug, release, from: before.number, only: publication.only),
            at: created.at)
        return ReleaseOutcome(
            publishing: try value(release, of: page, at: created.at, database),
            conflicts: draft.conflicts.adding(conflicts).filter { publication.only?.covers($0) ?? true },
            carried: propagated)
    }

    /// Keeps the changes of a draft that were not published, if there are any.
    ///
    /// - Parameter base: the revision that is live now. It has the published changes already, unless they are planned:
    ///   then they are taken out of the draft, and come back into it when they are live.
    private func keepRest(
        of draft: Draft, after only: ChangeSelection, on base: RevisionRow, isPlanned: Bool, of page: PageRow,
        by created: Authorship, _ database: any SQLDatabase
    ) throws {
        let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
        var stage = try database.requireRevision(draft.revision, of: page)
        if isPlanned {
            let edit = try comparison.edit(stage, making: only, of: try comparison.difference(stage, base))
            stage = try RevisionWriter(page: page, parent: stage, cause: "publish", created: created, source: base)
                .append(edit, database)
        }
        try propagator(page, by: created, database).store(
            draft.rest(after: only, on: base.number, revision: stage.number), of: stage, on: base)
    }

    /// Appends the revision that a draft becomes at an instant: its changes, or some of them, made to what will be live
    /// then.
    private func appendPublished(
        _ draft: Draft, of page: PageRow, at instant: Instant, _ publication: Publication, by created: Authorship,
        _ database: any SQLDatabase
    ) throws -> (before: RevisionRow, revision: RevisionRow, conflicts: [MergeConflict]) {
        var content = try database.requireRevision(draft.revision, of: page)
        let base = try database.requireRevision(draft.base, of: page)
        let before = try database.live(of: page, asOf: instant) ?? base
        var conflicts: [MergeConflict] = []
        let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
        if draft.isBehind(before.number) {
            let outcome = try comparison.merge(
                try comparison.difference(base, before), into: content, because: .releaseTookEffect)
            content = try propagator(page, by: created, database).append(outcome.edit, to: content, from: before)
            conflicts = outcome.conflicts
        }
        var writer = RevisionWriter(
            page: page, parent: before, cause: "publish", message: publication.message, created: created)
        if let only = publication.only {
            let edit = try comparison.edit(before, making: only, of: try comparison.difference(before, content))
            writer.source = content
            let revision = try writer.append(edit, database)
            try validate(revision, of: page, database)
            if revision.number != before.number { return (before, revision, conflicts) }
            // What is chosen is the same in a release that is planned for an earlier time.
            return (before, try writer.append(contentOf: before, database), conflicts)
        }
        try validate(content, of: page, database)
        let revision = try writer.append(contentOf: content, database)
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

            let (made, lost) = try append(old, to: live, of: page, message: message, by: created, database)
            let release = try database.release(made, of: page, message: message, by: created)
            let propagated = try propagator(page, by: created, database)
                .propagate(from: live, to: made, after: release.at)
            try database.append(
                .release("page.restore", request, page: page.slug, release, from: live.number), at: created.at)
            return ReleaseOutcome(
                release: try value(release, of: page, at: created.at, database), carried: propagated, lostFeeds: lost)
        }
    }

    /// Appends the content of an old revision to what is live, but for feeds that cannot fill their sections any more.
    private func append(
        _ old: RevisionRow, to live: RevisionRow, of page: PageRow, message: String, by created: Authorship,
        _ database: any SQLDatabase
    ) throws -> (revision: RevisionRow, lost: [LostFeed]) {
        let document = try database.document(of: old)
        let present = Set(live.order.order)
        var edit = SnapshotEdit(
            order: old.order.order, put: document.blocks, removed: present.subtracting(old.order.order),
            data: document.data)
        let lost = edit.dropLostFeeds(
            try database.lockedFeedLayouts(of: document.blocks), present: present, catalog, client: page.info.client)
        var writer = RevisionWriter(page: page, parent: live, cause: "restore", message: message, created: created)
        if lost.isEmpty {
            try document.validate(catalog, client: page.info.client, isStored: true)
            return (try writer.append(contentOf: old, database), [])
        }
        (writer.source, writer.isMerged) = (old, false)
        let made = try writer.append(edit, database)
        try validate(made, of: page, database)
        if made.number != live.number { return (made, lost) }
        // What is restored is live already, as it would be now.
        return (try writer.append(contentOf: live, database), lost)
    }

    public func restoreIntoDraft(
        _ page: String, _ restoration: DraftRestoration, _ request: RequestInfo
    ) async throws(PublishingError) -> DraftOutcome {
        try await writeOnce(request, isDryRun: restoration.isDryRun) { try make(restoration, of: page, request, $0) }
    }

    private func make(
        _ restoration: DraftRestoration, of slug: String, _ request: RequestInfo, _ database: any SQLDatabase
    ) throws -> DraftOutcome {
        let page = try database.lockedPage(slug)
        let created = Authorship(by: request.actor.name, at: try database.now())
        let live = try database.requireLive(of: page, at: created.at)
        let stored = try database.draft(of: page)
        if stored != nil || request.precondition != .none {
            _ = try Draft.require(stored, of: page.slug, live: live.number, if: request.precondition)
        }
        let (draft, met) =
            try stored.map { try bringUp($0, of: page, to: live, at: created.at, database) } ?? (nil, [])
        let present = try draft.map { try database.requireRevision($0.revision, of: page) } ?? live
        let old = try database.requireRevision(restoration.revision, of: page)
        let comparison = RevisionComparison(page: page, catalog: catalog, database: database)
        let difference = try comparison.difference(present, old)
        let selection = try restoration.selection(of: difference)

        var edit = try comparison.edit(present, making: selection, of: difference)
        let lost = edit.dropLostFeeds(
            try database.lockedFeedLayouts(of: edit.put), present: present.order.order, catalog,
            client: page.info.client)
        let made = try RevisionWriter(
            page: page, parent: present, cause: "restore", message: restoration.message, created: created, source: old,
            isMerged: false
        ).append(edit, database)
        guard lost.isEmpty || made.number != present.number else { throw DraftRestoration.changesNothing }
        try validate(made, of: page, database)
        let changed = Draft.changed(draft, to: made.number, on: live.number, by: created, selection)
        let kept = try propagator(page, by: created, database).store(changed, of: made, on: live)
        try database.append(
            .restored(restoration, of: page.slug, request, from: present.number, to: made.number), at: created.at)
        return DraftOutcome(
            draft: (kept ?? changed.rebased(on: live.number, revision: live.number))
                .state(of: page.slug, live: live.number),
            carried: met.isEmpty ? [] : [PropagatedChange(release: nil, revision: made.number, conflicts: met)],
            lostFeeds: lost)
    }

    /// Checks a revision against the layouts and the feeds as they are now: they may have changed since it was made.
    private func validate(_ revision: RevisionRow, of page: PageRow, _ database: any SQLDatabase) throws {
        let document = try database.document(of: revision)
        try document.validate(catalog, client: page.info.client, isStored: true)
        try document.checkSources(database.lockedFeedLayouts(of: document.blocks))
    }

    func value(
        _ release: ReleaseRecord, of page: PageRow, at now: Instant, _ database: any SQLDatabase
    ) throws -> Release {
        let effective = try database.effective(now, on: page)
        return release.release(
            of: page.slug, at: effective, liveRecord: try database.liveRecord(of: page, asOf: effective))
    }
}
