import Publishing

/// Repairs what earlier versions of the program, or a wrong clock, left behind in one page.
struct PageRepairer {
    let propagator: ChangePropagator

    private var page: PageRow { propagator.page }
    private var database: any SQLDatabase { propagator.database }
    private var created: Authorship { propagator.created }
    private var now: Instant { created.at }

    func run() throws -> [PageRepair] {
        [try dateBack(), try rebaseDraft()].compactMap(\.self) + (try renameBlocks())
    }

    /// Dates changes back to now that a wrong clock dated ahead. What was planned for the time in between is planned
    /// again.
    private func dateBack() throws -> PageRepair? {
        let last = try database.effective(now, on: page)
        guard PublishingClock.wasWrong(for: last, at: now) else { return nil }
        let count = try database.dateReleasesBack(to: now, of: page)
        let live = try database.requireLive(of: page, at: now)
        return .datedBack(count: count, to: now, from: last, live: live.number)
    }

    /// Keeps the content of a draft as it is that cannot be brought up to what is live.
    private func rebaseDraft() throws -> PageRepair? {
        guard let draft = try database.draft(of: page) else { return nil }
        let live = try database.requireLive(of: page, at: now)
        do {
            _ = try propagator.preview(draft, with: live)
            return nil
        } catch is any SQLFailure {
            return nil
        } catch {
            try database.put(draft.rebased(on: live.number), on: page)
            return .rebasedDraft(base: draft.base, live: live.number)
        }
    }

    /// Renames blocks whose code an earlier version took and that a URL cannot name, in everything that is or will be
    /// live.
    private func renameBlocks() throws -> [PageRepair] {
        let live = try database.requireLive(of: page, at: now)
        let pending = try database.pendingReleases(of: page, after: try database.effective(now, on: page))
        let planned = try pending.map { try database.requireRevision($0.revision, of: page) }
        let draft = try database.draft(of: page)
        let stage = try draft.map { try database.requireRevision($0.revision, of: page) }
        let codes = Set(([live] + planned + [stage].compactMap(\.self)).flatMap(\.order.order))
        let names = Identifier.replacements(in: codes)
        guard !names.isEmpty else { return [] }

        let release = try database.release(
            try rename(names, in: live), of: page, message: "Blocks renamed", by: created)
        if let draft, let stage {
            let base = draft.isBehind(live.number) ? draft.base : release.revision
            try database.put(draft.rebased(on: base, revision: try rename(names, in: stage).number), on: page)
        }
        var base = release.revision
        for (plan, revision) in zip(pending, planned) {
            let renamed = try rename(names, in: revision)
            try database.supersede(plan, with: renamed.number, on: base, of: page, by: created)
            base = renamed.number
        }
        return names.sorted { $0.key < $1.key }.map { .renamedBlock($0.key, to: $0.value) }
    }

    private func rename(_ names: [String: String], in revision: RevisionRow) throws -> RevisionRow {
        let edit = try PageRepair.renaming(names, in: revision.order.order) { code in
            try database.entry(of: code, in: revision).map { try database.requireBlock($0.version) }
        }
        return try RevisionWriter(page: page, parent: revision, cause: "repair", created: created)
            .append(edit, database)
    }
}
