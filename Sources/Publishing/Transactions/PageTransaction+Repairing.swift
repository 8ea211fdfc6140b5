import HomeBlocks

/// Repairs problems that earlier versions of the program or a wrong clock have caused.
extension PageTransaction {
    /// Repairs all problems except changes that are dated in the future.
    ///
    /// - Parameters:
    ///   - isStuck: whether the draft cannot be merged with what is live.
    ///   - context: on a page that is reviewed, with a reason to bypass the review.
    public mutating func repair(isStuck: Bool, _ context: ChangeContext) throws -> [PageRepair] {
        let rebased = isStuck ? try rebaseDraft() : nil
        return [rebased].compactMap(\.self) + (try renameBlocks(context))
    }

    /// Keeps the unchanged content of a draft that cannot be merged with what is live.
    private mutating func rebaseDraft() throws -> PageRepair? {
        guard let draft else { return nil }
        let live = try requireLive()
        setDraft(draft.rebased(on: live.number))
        return .rebasedDraft(base: draft.base, live: live.number)
    }

    /// Renames blocks whose codes earlier versions accepted but URLs cannot contain, in everything that is or may
    /// become live.
    private mutating func renameBlocks(_ context: ChangeContext) throws -> [PageRepair] {
        let live = try requireLive()
        let planned = pending.map(\.record)
        let revisions = try planned.map { try requireRevision($0.revision) }
        let draft = self.draft
        let stage = try draft.map { try requireRevision($0.revision) }
        let codes = Set(([live] + revisions + [stage].compactMap(\.self)).flatMap(\.order.order))
        let names = Identifier.replacements(in: codes)
        guard !names.isEmpty else { return [] }
        try requireBypass(context, "")

        let released = release(try rename(names, in: live), message: "Blocks renamed")
        if let draft, let stage {
            let base = draft.isBehind(live.number) ? draft.base : released.revision
            setDraft(draft.rebased(on: base, revision: try rename(names, in: stage).number))
        }
        var base = released.revision
        for (plan, revision) in zip(planned, revisions) {
            let renamed = try rename(names, in: revision)
            supersede(plan.id, with: renamed.number, on: base)
            base = renamed.number
        }
        try settlePlans(context, also: Set(planned.map(\.id)))
        return names.sorted { $0.key < $1.key }.map { .renamedBlock($0.key, to: $0.value) }
    }

    private mutating func rename(_ names: [String: String], in revision: StoredRevision) throws -> StoredRevision {
        let tree = try self.tree(revision)
        let edit = try PageRepair.renaming(names, in: revision.order.order) { try block($0, in: tree)?.block }
        return try append(edit, to: revision, cause: "repair")
    }
}
