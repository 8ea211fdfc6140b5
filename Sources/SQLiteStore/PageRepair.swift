import GRDB
import HomeBlocks
import Publishing

/// Puts in order what earlier versions of the program, or a wrong clock, left behind in one page.
struct PageRepair {
    let page: PageRow
    let catalog: BlockTypeCatalog
    let actor: Actor
    let now: Instant

    private var created: Authorship { Authorship(by: actor.name, at: now) }

    /// - Returns: what was done, a line each.
    func run(_ database: Database) throws -> [String] {
        var done: [String] = []
        if let line = try dateBack(database) { done.append(line) }
        if let line = try rebaseDraft(database) { done.append(line) }
        done += try renameCodes(database)
        guard !done.isEmpty else { return [] }
        var entry = AuditEntry(actor, "page.repair")
        entry.page = page.info.slug
        entry.after = ["repaired": .array(done.map { .string($0) })]
        try entry.append(at: now, database)
        return done
    }

    // MARK: Releases that a wrong clock dated ahead

    /// The instant of the last change, if it is so far ahead that the clock must have been wrong.
    static func datedAhead(of page: PageRow, at now: Instant, _ database: Database) throws -> Instant? {
        let last = try RevisionRow.effective(now, page, database)
        return last > now.adding(seconds: PublishingClock.toleratedSeconds) ? last : nil
    }

    /// Dates changes back to now. What was planned for the time in between is planned again.
    private func dateBack(_ database: Database) throws -> String? {
        guard let last = try Self.datedAhead(of: page, at: now, database) else { return nil }
        try database.execute(
            sql: """
                UPDATE releases SET at = ?2, created_at = min(created_at, ?2)
                WHERE page_id = ?1 AND scheduled = 0 AND at > ?2
                """, arguments: [page.id, now.milliseconds])
        let count = database.changesCount
        let live = try RevisionRow.requireLive(of: page, at: now, database)
        return "Changes dated back to \(now.rfc3339): \(count). A wrong clock had dated them as late as "
            + "\(last.rfc3339). "
            + "Revision \(live.number) stays live; if it shows what was planned for later, roll the page back."
    }

    // MARK: Drafts that cannot be brought up

    /// Keeps the content of a draft that cannot be brought up to what is live, as it is.
    private func rebaseDraft(_ database: Database) throws -> String? {
        guard let draft = try DraftRow.find(of: page, database) else { return nil }
        let live = try RevisionRow.requireLive(of: page, at: now, database)
        do {
            _ = try DraftMerge(page: page, draft: draft, catalog: catalog).revision(bringingUpTo: live, database)
            return nil
        } catch is DatabaseError {
            return nil
        } catch {
            try DraftRow(
                revision: draft.revision, base: live.number, updated: draft.updated, conflicts: draft.conflicts
            ).put(page, database)
            return "The draft could not be brought up to revision \(live.number). It has its own content now, without "
                + "what became live since revision \(draft.base): compare the two before you publish."
        }
    }

    // MARK: Codes that a URL cannot name

    /// Renames blocks whose code an earlier version took and that a URL cannot name, in everything that is or will be
    /// live.
    private func renameCodes(_ database: Database) throws -> [String] {
        let live = try RevisionRow.requireLive(of: page, at: now, database)
        let pending = try ReleaseRow.pending(of: page, after: try RevisionRow.effective(now, page, database), database)
        let planned = try pending.map { try RevisionRow.named($0.revision, of: page, database) }
        let draft = try DraftRow.find(of: page, database)
        let stage = try draft.map { try RevisionRow.named($0.revision, of: page, database) }
        let codes = Set(([live] + planned + [stage].compactMap(\.self)).flatMap(\.order.order))
        let names = Identifier.replacements(in: codes)
        guard !names.isEmpty else { return [] }

        let release = try ReleaseRow.insert(
            try renamed(live, names, database), of: page, message: "Blocks renamed", created: created, database)
        if let draft, let stage {
            let isBehind = draft.base != live.number
            try DraftRow(
                revision: try renamed(stage, names, database).number,
                base: isBehind ? draft.base : release.revision, updated: draft.updated, conflicts: draft.conflicts
            ).put(page, database)
        }
        var base = release.revision
        for (plan, revision) in zip(pending, planned) {
            let made = try renamed(revision, names, database)
            try plan.cancel(created, isSuperseded: true, database)
            _ = try ReleaseRow.insert(
                made.number, on: base, of: page, at: plan.at, message: plan.message, created: plan.created,
                origin: plan.id, database)
            base = made.number
        }
        return names.sorted { $0.key < $1.key }.map { "The block \"\($0.key)\" is called \"\($0.value)\" now." }
    }

    private func renamed(
        _ revision: RevisionRow, _ names: [String: String], _ database: Database
    ) throws -> RevisionRow {
        let old = revision.order.order.filter { names[$0] != nil }
        let blocks = try old.compactMap { code -> BlockResource? in
            var block = try revision.placement(of: code, database).map {
                try BlockVersionRow.require($0.version, database)
            }
            block?.blockCode = names[code] ?? code
            return block
        }
        let edit = SnapshotEdit(order: revision.order.order.map { names[$0] ?? $0 }, put: blocks, removed: Set(old))
        return try NewRevision(page: page, parent: revision, cause: "repair", created: created).append(edit, database)
    }
}
