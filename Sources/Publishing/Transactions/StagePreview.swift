import HomeBlocks

/// The current content of a stage of a page. If a planned release has taken effect, it is merged into the draft; the
/// result is stored with the next change.
public struct StagePreview: Sendable {
    /// The stored revision.
    public let stored: StoredRevision
    /// The merged revision, whose order and tree may not be stored yet.
    public let revision: StoredRevision
    /// The tree of ``revision`` if it is not stored.
    public let unsavedTree: PageTree?
    /// The blocks of ``unsavedTree`` that are not stored.
    public let unsavedBlocks: [BlockVersionID: BlockResource]
    /// The stored draft with the conflicts of the merge; nil if the stage is live.
    public let draft: Draft?
}

extension PageTransaction {
    /// The current content of a stage. Without a draft, or if the draft equals live, it is the live content.
    public func preview(_ stage: Stage) throws -> StagePreview {
        let live = try requireLive()
        var present = self
        if stage == .draft, let old = draft {
            let met = try present.mergeLiveIntoDraft()
            if let draft = present.draft {
                return try present.preview(
                    of: requireRevision(old.revision), as: present.requireRevision(draft.revision), old.adding(met))
            }
        }
        return StagePreview(stored: live, revision: live, unsavedTree: nil, unsavedBlocks: [:], draft: nil)
    }

    /// The difference between live and the current draft.
    public func draftDifference() throws -> RevisionDifference {
        var present = self
        _ = try present.mergeLiveIntoDraft()
        return try present.difference(requireLive(), present.stage())
    }

    private func preview(
        of stored: StoredRevision, as revision: StoredRevision, _ draft: Draft
    ) throws -> StagePreview {
        let tree = revision.treeID < 0 ? try tree(revision) : nil
        let versions = (tree?.entries.values.map(\.version) ?? []).filter { $0.number < 0 }
        return StagePreview(
            stored: stored, revision: revision, unsavedTree: tree,
            unsavedBlocks: Dictionary(zip(versions, try blocks(versions))) { $1 }, draft: draft)
    }
}
