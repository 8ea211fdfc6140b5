import HomeBlocks

/// Compares and merges revisions, and merges changes of live into the draft and the planned releases, so that none of
/// them undoes these changes.
extension PageTransaction {
    /// The difference between two revisions; nil is an empty page.
    public func difference(_ old: StoredRevision?, _ new: StoredRevision) throws -> RevisionDifference {
        guard old?.treeID != new.treeID else {
            return RevisionDifference(
                oldOrder: old?.order.order ?? [], newOrder: new.order.order, blocks: [], oldData: [:], newData: [:])
        }
        let trees = try self.trees([old, new].compactMap(\.self))
        let (was, has) = (old == nil ? PageTree() : trees[0], trees[trees.count - 1])
        let codes = Set(was.entries.keys).union(has.entries.keys)
        let changed = try differing(
            codes.map { (code: $0, old: was.entries[$0]?.version, new: has.entries[$0]?.version) })
        let versions = changed.flatMap { [$0.old, $0.new].compactMap(\.self) }
        let blocks = Dictionary(zip(versions, try blocks(versions))) { first, _ in first }
        return RevisionDifference(
            oldOrder: old?.order.order ?? [], newOrder: new.order.order,
            blocks: changed.map { pair in
                RevisionDifference.Block(
                    pair.code, old: pair.old.flatMap { blocks[$0] }, new: pair.new.flatMap { blocks[$0] })
            },
            oldData: was.data, newData: has.data)
    }

    /// Whether two revisions have equal content.
    func isSame(_ one: StoredRevision, _ other: StoredRevision) throws -> Bool {
        guard one.order.order == other.order.order else { return false }
        if one.treeID == other.treeID { return true }
        let trees = try self.trees([one, other])
        // Equal orders have the same blocks.
        let different = try differing(
            one.order.order.map {
                (code: $0, old: trees[0].entries[$0]?.version, new: trees[1].entries[$0]?.version)
            })
        return different.isEmpty && trees[0].data == trees[1].data
    }

    /// Merges a difference into a revision.
    func merge(
        _ difference: RevisionDifference, into target: StoredRevision, because cause: PropagationCause
    ) throws -> MergeOutcome {
        let tree = try self.tree(target)
        let codes = difference.blocks.map(\.code).filter { tree.entries[$0] != nil }
        let blocks = try self.blocks(codes.compactMap { tree.entries[$0]?.version })
        let merged = MergeTarget(
            page: page, order: target.order.order, layouts: tree.layouts, size: tree.size,
            blocks: Dictionary(zip(codes, blocks)) { $1 }, data: tree.data, catalog: catalog)
        return difference.merged(into: merged, preferring: cause.preference)
    }

    /// The edit that makes some of a difference's changes in its old revision.
    func edit(
        _ old: StoredRevision, making selection: ChangeSelection, of difference: RevisionDifference
    ) throws -> SnapshotEdit {
        difference.edit(making: selection, layouts: try tree(old).layouts, catalog: catalog)
    }

    /// Appends the result of a merge.
    mutating func append(
        _ edit: SnapshotEdit, merging source: StoredRevision, into target: StoredRevision, by author: Authorship? = nil
    ) throws -> StoredRevision {
        try append(edit, to: target, cause: "merge", from: .merged(source), by: author)
    }

    // MARK: Propagating

    /// Merges the difference from one live revision to the next into the draft and the planned releases.
    mutating func propagate(from old: StoredRevision?, to new: StoredRevision) throws -> [PropagatedChange] {
        var propagated: [PropagatedChange] = []
        if draft != nil {
            // Releases that took effect are merged first, because they have another preference.
            let met = try old.map { try mergeLiveIntoDraft(to: $0, because: .releaseTookEffect, by: created) } ?? []
            let more = try mergeLiveIntoDraft(to: new, because: .liveChange, by: created)
            if let draft {
                propagated.append(
                    PropagatedChange(release: nil, revision: draft.revision, conflicts: met.adding(more)))
            }
        }
        let effective = effective
        return propagated
            + (try propagateToReleases(from: old, to: new, because: .liveChange) { $0.isPending(at: effective) })
    }

    /// Merges a difference into some of the planned releases.
    mutating func propagateToReleases(
        from old: StoredRevision?, to new: StoredRevision, because cause: PropagationCause,
        where isAffected: (ReleaseRecord) -> Bool
    ) throws -> [PropagatedChange] {
        let concerned = pending.map(\.record).filter(isAffected)
        if concerned.isEmpty { return [] }
        let step = try difference(old, new)
        // Requests all trees at once.
        _ = try trees(try concerned.map { try requireRevision($0.revision) })
        var base = new.number
        var propagated: [PropagatedChange] = []
        for release in concerned {
            let target = try requireRevision(release.revision)
            let outcome = try merge(step, into: target, because: cause)
            let merged = try append(outcome.edit, merging: new, into: target)
            supersede(release.id, with: merged.number, on: base)
            base = merged.number
            propagated.append(
                PropagatedChange(release: release.id, revision: merged.number, conflicts: outcome.conflicts))
        }
        return propagated
    }

    // MARK: The draft

    /// Merges what is live into the draft, with the program as the author.
    ///
    /// - Returns: the conflicts of the merge. The draft is removed if it equals live.
    mutating func mergeLiveIntoDraft() throws -> [MergeConflict] {
        guard draft != nil else { return [] }
        return try mergeLiveIntoDraft(to: try requireLive(), because: .releaseTookEffect, by: program)
    }

    /// Merges a live revision into the draft.
    ///
    /// - Returns: the conflicts of the merge. The draft is removed if it equals live.
    mutating func mergeLiveIntoDraft(
        to live: StoredRevision, because cause: PropagationCause, by author: Authorship
    ) throws -> [MergeConflict] {
        guard let draft else { return [] }
        let revision = try requireRevision(draft.revision)
        guard draft.isBehind(live.number) else {
            // Drafts from earlier versions of the program may be equal to live.
            try keep(draft, of: revision, on: live)
            return []
        }
        let base = try requireRevision(draft.base)
        let outcome = try merge(try difference(base, live), into: revision, because: cause)
        let made = try append(outcome.edit, merging: live, into: revision, by: author)
        let merged = draft.merged(with: live.number, to: made.number, conflicts: outcome.conflicts, by: author)
        try keep(merged, of: made, on: live)
        return outcome.conflicts
    }

    /// Stores a draft that is merged with live.
    ///
    /// - Parameter revision: the draft's revision.
    /// - Returns: nil if the draft equals live and is removed.
    @discardableResult
    mutating func keep(_ new: Draft, of revision: StoredRevision, on live: StoredRevision) throws -> Draft? {
        let isEnded = try new.conflicts.isEmpty && isSame(revision, live)
        setDraft(isEnded ? nil : new)
        return isEnded ? nil : new
    }

    /// The draft's revision, or the live one without a draft.
    func stage() throws -> StoredRevision {
        try draft.map { try requireRevision($0.revision) } ?? requireLive()
    }
}
