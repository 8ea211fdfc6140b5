import HomeBlocks

/// Updates the conditions of the blocks that name an audience: live, in the draft and in planned releases. Each of
/// these states gets at most one new revision. None is merged into another one, so that nothing else in them changes.
extension PageTransaction {
    /// - Returns: the states with new revisions; none if the page does not name the audience.
    public mutating func renew(_ audience: NamedAudience, _ context: ChangeContext) throws -> [RenewedState] {
        let live = self.live
        if page.review.isOn, context.bypass == nil { return try renewInDraft(audience, context) }
        if page.review.isOn, try live.flatMap({ try edit(of: $0, audience.audience) }) != nil {
            try requireBypass(context, "")
        }
        let newLive = try live.flatMap { try renewed($0, audience.audience) }
        let planned = pending.map(\.record)
        if let newLive { _ = release(newLive) }

        var states = [newLive.map { RenewedState(page: page.slug, state: .live, revision: $0.number) }]
        states.append(try renewDraft(audience.audience, from: live, to: newLive))
        var base = newLive?.number
        for release in planned {
            let target = try requireRevision(release.revision)
            let new = try self.renewed(target, audience.audience, from: newLive)
            if let new {
                states.append(RenewedState(page: page.slug, state: .release(release.id), revision: new.number))
            }
            // The release's base has a new number.
            if new != nil || base != nil, let base = base ?? release.base {
                supersede(release.id, with: new?.number ?? target.number, on: base)
            }
            base = new?.number ?? (base == nil ? nil : target.number)
        }
        let renewals = states.compactMap(\.self)
        try settlePlans(context)
        if !renewals.isEmpty {
            record(.renewed(page.slug, renewals, audience, context, from: live?.number, to: self.live?.number))
        }
        return renewals
    }

    /// Renews only the draft of a page that is reviewed, or a new draft. It goes live when it is approved.
    private mutating func renewInDraft(
        _ audience: NamedAudience, _ context: ChangeContext
    ) throws -> [RenewedState] {
        guard let live else { return [] }
        _ = try mergeLiveIntoDraft()
        let old = try stage()
        guard let edit = try edit(of: old, audience.audience) else { return [] }
        let new = try append(edit, to: old, cause: "audience.change", from: .same(as: live))
        guard new.number != old.number else { return [] }
        noteDraftAuthors([person])
        let changes = ChangeSelection(blocks: edit.put.map(\.blockCode))
        try keep(.changed(draft, to: new.number, on: live.number, by: created, changes), of: new, on: live)
        let states = [RenewedState(page: page.slug, state: .draft, revision: new.number)]
        record(.renewed(page.slug, states, audience, context, from: live.number, to: live.number))
        return states
    }

    /// Renews the draft. If a planned release has taken effect in the meantime, it is merged into the draft first.
    private mutating func renewDraft(
        _ audience: Audience, from live: StoredRevision?, to newLive: StoredRevision?
    ) throws -> RenewedState? {
        guard let stored = draft, let live else { return nil }
        let row = try requireRevision(stored.revision)
        guard try newLive != nil || edit(of: row, audience) != nil else { return nil }
        _ = try mergeLiveIntoDraft(to: live, because: .releaseTookEffect, by: created)
        guard let current = draft else { return nil }
        let target = try requireRevision(current.revision)
        let new = try renewed(target, audience, from: newLive)
        let (made, base) = (new ?? target, newLive ?? live)
        let kept = try keep(
            current.merged(with: base.number, to: made.number, conflicts: [], by: created), of: made, on: base)
        return kept == nil ? nil : new.map { RenewedState(page: page.slug, state: .draft, revision: $0.number) }
    }

    /// Appends a revision with the new conditions.
    ///
    /// - Parameter source: the new live revision, whose ETags equal blocks get.
    /// - Returns: nil if there is nothing to change.
    private mutating func renewed(
        _ revision: StoredRevision, _ audience: Audience, from source: StoredRevision? = nil
    ) throws -> StoredRevision? {
        guard let edit = try self.edit(of: revision, audience) else { return nil }
        return try append(edit, to: revision, cause: "audience.change", from: source.map { .same(as: $0) })
    }

    private func edit(of revision: StoredRevision, _ audience: Audience) throws -> SnapshotEdit? {
        let blocks = try blocksNamingAudiences(in: revision)
        if blocks.isEmpty { return nil }
        return try SnapshotEdit.renewing(
            audience, in: blocks, order: revision.order.order, size: try tree(revision).size, page: page.slug)
    }
}
