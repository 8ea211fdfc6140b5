import HomeBlocks
import Publishing

/// Gives the blocks of a page that name an audience its new conditions: live, in the draft and in what is planned. Each of
/// these states gets at most one new revision. None is merged into another one, so that nothing else in them changes.
struct AudienceRenewer {
    let audience: Audience
    let propagator: ChangePropagator

    private var page: PageRow { propagator.page }
    private var database: any SQLDatabase { propagator.database }
    private var created: Authorship { propagator.created }

    /// - Returns: the states that have new revisions; none if the page does not name the audience.
    func run() throws -> [RenewedState] {
        let effective = try database.effective(created.at, on: page)
        let live = try database.live(of: page, asOf: effective)
        let pending = try database.pendingReleases(of: page, after: effective)
        let newLive = try live.flatMap { try renewed($0) }
        if let newLive { _ = try database.release(newLive, of: page, by: created) }

        var states = [newLive.map { RenewedState(page: page.slug, state: .live, revision: $0.number) }]
        states.append(try renewDraft(from: live, to: newLive))
        var base = newLive?.number
        for release in pending {
            let target = try database.requireRevision(release.revision, of: page)
            let new = try renewed(target, from: newLive)
            if let new {
                states.append(RenewedState(page: page.slug, state: .release(release.id), revision: new.number))
            }
            // What it is planned on top of has another number now.
            if new != nil || base != nil, let base = base ?? release.base {
                let number = new?.number ?? target.number
                try database.supersede(release, with: number, on: base, of: page, by: created)
            }
            base = new?.number ?? (base == nil ? nil : target.number)
        }
        return states.compactMap(\.self)
    }

    /// Renews the draft. Where a planned release took effect since, that is merged into it first.
    private func renewDraft(from live: RevisionRow?, to newLive: RevisionRow?) throws -> RenewedState? {
        guard let draft = try database.draft(of: page), let live else { return nil }
        let row = try database.requireRevision(draft.revision, of: page)
        guard try newLive != nil || edit(of: row) != nil else { return nil }
        guard let current = try propagator.bringUp(draft, to: live, because: .releaseTookEffect).draft else {
            return nil
        }
        let target = try database.requireRevision(current.revision, of: page)
        let new = try renewed(target, from: newLive)
        let (made, base) = (new ?? target, newLive ?? live)
        let kept = try propagator.store(
            current.merged(with: base.number, to: made.number, conflicts: [], by: created), of: made, on: base)
        return kept == nil ? nil : new.map { RenewedState(page: page.slug, state: .draft, revision: $0.number) }
    }

    /// Appends a revision with the new conditions.
    ///
    /// - Parameter source: the new live revision: blocks that are equal there keep its validators.
    /// - Returns: nil if there is nothing to change.
    private func renewed(_ revision: RevisionRow, from source: RevisionRow? = nil) throws -> RevisionRow? {
        guard let edit = try edit(of: revision) else { return nil }
        return try RevisionWriter(
            page: page, parent: revision, cause: "audience.change", created: created, source: source, isMerged: false
        ).append(edit, database)
    }

    private func edit(of revision: RevisionRow) throws -> SnapshotEdit? {
        let blocks = try database.blocks(of: revision, withAudienceMember: "name")
        if blocks.isEmpty { return nil }
        let size = try database.entries(of: revision).values.reduce(0) { $0 + $1.size }
        return try SnapshotEdit.renewing(
            audience, in: blocks, order: revision.order.order, size: size, page: page.slug)
    }
}
