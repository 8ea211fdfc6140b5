import HomeBlocks

/// Publishes drafts and restores revisions.
extension PageTransaction {
    public mutating func publish(_ publication: Publication, _ context: ChangeContext) throws -> ChangeOutcome {
        let live = try requireLive()
        _ = try Draft.require(draft, of: page.slug, live: live.number, if: context.precondition)
        _ = try mergeLiveIntoDraft()
        guard let draft else { throw Draft.missing(on: page.slug, if: context.precondition) }
        if let only = publication.only {
            let stage = try requireRevision(draft.revision)
            try only.check(difference(live, stage), "The draft was not published")
        }
        let instant = try publication.instant(after: effective, at: now)

        let authors = draftAuthors
        setDraft(nil)
        let (before, revision, conflicts) = try appendPublished(draft, at: instant, publication)
        try requireApproval(of: revision, replacing: before, publication, by: authors, context)
        let isPlanned = publication.at != nil
        let release =
            isPlanned
            ? plan(
                revision.number, on: before.number, at: instant, message: publication.message, authors: authors)
            : release(revision, message: publication.message)
        if let only = publication.only {
            try keepRest(of: draft, after: only, on: isPlanned ? live : revision, isPlanned: isPlanned)
            if self.draft != nil { noteDraftAuthors(authors) }
        }
        let propagated = try propagateToReleases(
            from: before, to: revision, because: .publication(isPlanned: isPlanned)
        ) { !isPlanned || ($0.at, $0.id) > (release.at, release.id) }
        record(
            .release("draft.publish", context, page: page.slug, release, from: before.number, only: publication.only))
        try settlePlans(context)
        let met = draft.conflicts.adding(conflicts).filter { publication.only?.covers($0) ?? true }
        let own = PropagatedChange(release: release.id, revision: release.revision, conflicts: met)
        return ChangeOutcome(
            value(present(release)).json, propagated: met.isEmpty ? propagated : [own] + propagated)
    }

    /// Keeps the unpublished changes of a draft, if there are any.
    ///
    /// - Parameter base: the revision that is live now. It has the published changes unless they are planned. In that
    ///   case they are removed from the draft, and merged into it again when they become live.
    private mutating func keepRest(
        of draft: Draft, after only: ChangeSelection, on base: StoredRevision, isPlanned: Bool
    ) throws {
        var stage = try requireRevision(draft.revision)
        if isPlanned {
            let edit = try self.edit(stage, making: only, of: try difference(stage, base))
            stage = try append(edit, to: stage, cause: "publish", from: .merged(base))
        }
        try keep(draft.rest(after: only, on: base.number, revision: stage.number), of: stage, on: base)
    }

    /// Appends the revision that a draft becomes at an instant: what will be live then, with all or some of the draft's
    /// changes.
    mutating func appendPublished(
        _ draft: Draft, at instant: Instant, _ publication: Publication
    ) throws -> (before: StoredRevision, revision: StoredRevision, conflicts: [MergeConflict]) {
        var content = try requireRevision(draft.revision)
        let base = try requireRevision(draft.base)
        let before = try live(asOf: instant) ?? base
        var conflicts: [MergeConflict] = []
        if draft.isBehind(before.number) {
            let outcome = try merge(try difference(base, before), into: content, because: .releaseTookEffect)
            content = try append(outcome.edit, merging: before, into: content)
            conflicts = outcome.conflicts
        }
        if let only = publication.only {
            let edit = try self.edit(before, making: only, of: try difference(before, content))
            let revision = try append(
                edit, to: before, cause: "publish", message: publication.message, from: .merged(content))
            try validate(revision)
            if revision.number != before.number { return (before, revision, conflicts) }
            // An earlier planned release already makes the selected changes.
            let same = append(
                contentOf: before, to: before, cause: "publish", message: publication.message, from: .merged(content))
            return (before, same, conflicts)
        }
        try validate(content)
        let revision = append(contentOf: content, to: before, cause: "publish", message: publication.message)
        return (before, revision, conflicts)
    }

    public mutating func restore(
        _ number: Int, message: String, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let live = try requireLive()
        try RevisionIdentity.check(live.identity(of: page), context.precondition)
        let old = try requireRevision(number)
        try requireWasLive(number, context)

        let (made, lost) = try append(restored: old, to: live, message: message)
        if !lost.isEmpty { try requireBypass(context, "Sections would be missing: put the revision into the draft.") }
        let release = self.release(made, message: message)
        let propagated = try propagate(from: live, to: made)
        try settlePlans(context)
        record(.release("page.restore", context, page: page.slug, release, from: live.number))
        return ChangeOutcome(value(release).json.naming(lost), propagated: propagated)
    }

    /// Appends the content of an old revision to what is live, except for feeds that can no longer fill their sections.
    private mutating func append(
        restored old: StoredRevision, to live: StoredRevision, message: String
    ) throws -> (revision: StoredRevision, lost: [LostFeed]) {
        let document = try document(of: old)
        let present = Set(live.order.order)
        var edit = SnapshotEdit(
            order: old.order.order, put: document.blocks, removed: present.subtracting(old.order.order),
            data: document.data)
        let lost = edit.dropLostFeeds(
            try feedLayouts(of: document.blocks), present: present, catalog, client: page.client)
        if lost.isEmpty {
            try document.validate(catalog, client: page.client, isStored: true)
            return (append(contentOf: old, to: live, cause: "restore", message: message), [])
        }
        let made = try append(edit, to: live, cause: "restore", message: message, from: .same(as: old))
        try validate(made)
        if made.number != live.number { return (made, lost) }
        // The restored content is already live.
        return (
            append(contentOf: live, to: live, cause: "restore", message: message, from: .same(as: old)), lost
        )
    }

    public mutating func restoreIntoDraft(
        _ restoration: DraftRestoration, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let live = try requireLive()
        if draft != nil || context.precondition != .none {
            _ = try Draft.require(draft, of: page.slug, live: live.number, if: context.precondition)
        }
        let met = try mergeLiveIntoDraft()
        let draft = self.draft
        let present = try stage()
        let old = try requireRevision(restoration.revision)
        let difference = try self.difference(present, old)
        let selection = try restoration.selection(of: difference)

        var edit = try self.edit(present, making: selection, of: difference)
        let lost = edit.dropLostFeeds(
            try feedLayouts(of: edit.put), present: present.order.order, catalog, client: page.client)
        let made = try append(
            edit, to: present, cause: "restore", message: restoration.message, from: .same(as: old))
        guard lost.isEmpty || made.number != present.number else { throw DraftRestoration.changesNothing }
        try validate(made)
        noteDraftAuthors(try authors(of: old.number).union([person]))
        let changed = Draft.changed(draft, to: made.number, on: live.number, by: created, selection)
        let kept = try keep(changed, of: made, on: live)
        record(.restored(restoration, of: page.slug, context, from: present.number, to: made.number))
        let state = (kept ?? changed.rebased(on: live.number, revision: live.number))
            .state(of: page.slug, live: live.number)
        // A draft that became equal to live was removed, so it has no ETag.
        let tag = state.revision == state.live ? nil : state.tag
        var data = state.json.naming(lost)
        if tag == nil { data["etag"] = .null }
        return ChangeOutcome(
            data, tag: tag,
            propagated: met.isEmpty ? [] : [PropagatedChange(release: nil, revision: made.number, conflicts: met)])
    }

    /// Checks a revision against the current layouts and feeds, which may have changed since it was made.
    private func validate(_ revision: StoredRevision) throws {
        let document = try document(of: revision)
        try document.validate(catalog, client: page.client, isStored: true)
        try document.blocks.checkSources(feedLayouts(of: document.blocks))
    }

    /// A release as returned to operators.
    func value(_ release: ReleaseRecord) -> Release {
        let taken = pending.last { !$0.record.isPending(at: effective) }?.record.record
        return release.release(of: page.slug, at: effective, liveRecord: taken ?? live?.release)
    }
}
