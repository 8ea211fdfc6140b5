import HomeBlocks

/// Imports whole documents as a page's content.
extension PageTransaction {
    /// Makes a document live.
    ///
    /// - Parameter isNew: whether the change creates the page.
    public mutating func importPage(
        _ new: PageImport, _ cause: PageImport.Cause, isNew: Bool, _ context: ChangeContext
    ) throws -> ChangeOutcome {
        let live = self.live
        let (edit, foreign, changes) = try edit(
            new, of: isNew ? nil : page, to: live, live: isNew ? nil : live?.identity(of: page),
            audiences: cause != .create, if: context.precondition)
        let made = try append(edit, to: live, cause: cause.rawValue)
        var propagated: [PropagatedChange] = []
        if made.number != live?.number {
            if !isNew { try requireBypass(context, "Import into the draft, and request a review.") }
            _ = release(made)
            propagated = try propagate(from: live, to: made)
            try settlePlans(context)
            record(.imported(cause, context, page: page.slug, from: live?.number, to: made.number))
        }
        let current = try requireLive()
        return ChangeOutcome(
            importing: try liveRevision(current, nextRelease: pending.first { !$0.record.isHeld }?.record.at),
            isNew: isNew, stage: .live,
            propagated: propagated, foreign: foreign, changes: changes)
    }

    /// Makes a document the content of the draft. Unlike a change of live, it does not affect responses to apps.
    public mutating func importIntoDraft(_ new: PageImport, _ context: ChangeContext) throws -> ChangeOutcome {
        let live = try requireLive()
        try new.checkDraft(draft, live: live.number, if: context.precondition)
        let met = try mergeLiveIntoDraft()
        let present = try stage()
        let (edit, foreign, changes) = try edit(new, of: page, to: present, if: .none)
        let made = try append(edit, to: present, cause: PageImport.Cause.import.rawValue, from: .same(as: live))
        // A whole page resolves all conflicts.
        let decides = !new.isAppended && draft?.conflicts.isEmpty == false
        if made.number != present.number || decides {
            noteDraftAuthors([person])
            let changed = Draft.changed(
                new.isAppended ? draft : nil, to: made.number, on: live.number, by: created,
                ChangeSelection(blocks: new.document.order))
            try keep(changed, of: made, on: live)
            record(.imported(.import, context, page: page.slug, .draft, from: present.number, to: made.number))
        }
        return ChangeOutcome(
            importing: try liveRevision(try stage(), nextRelease: nil), isNew: false, stage: .draft,
            draft: draft?.state(of: page.slug, live: live.number),
            propagated: met.isEmpty || !new.isAppended
                ? [] : [PropagatedChange(release: nil, revision: made.number, conflicts: met)],
            foreign: foreign, changes: changes)
    }

    /// Computes the edit that applies a document to a revision, which is nil for a new page, and checks its references.
    private func edit(
        _ new: PageImport, of known: PageInfo?, to present: StoredRevision?, live: RevisionIdentity? = nil,
        audiences isFilled: Bool = true, if precondition: Precondition
    ) throws -> (edit: SnapshotEdit, foreign: [ForeignAudience], changes: [ImportChange]) {
        let names = new.document.blocks.reduce(into: Set<String>()) { $0.formUnion($1.audienceNames) }
        let result = try new.edit(
            known, live: live, order: present?.order.order ?? [],
            present: new.isAppended ? try present.map { try document(of: $0) } : nil,
            audiences: isFilled ? try conditions(of: names) : nil, if: precondition, catalog)
        try new.document.checkSources(feedLayouts(of: new.document.blocks))
        try new.document.checkPictures(knownPictures(new.document.pictures))
        return result
    }

    /// A revision for responses. Versions that the change adds have no permanent ids yet.
    private func liveRevision(_ revision: StoredRevision, nextRelease: Instant?) throws -> LiveRevision {
        LiveRevision(
            page: page, revision, try tree(revision), nextRelease: nextRelease, release: revision.release)
    }
}
