/// A page's draft as it is stored: a revision, and the live revision that it was made from or last brought up to.
public struct Draft: Sendable, Equatable {
    public let revision: Int
    public let base: Int
    public let updated: Authorship
    /// Where what became live met the draft's own changes.
    public let conflicts: [MergeConflict]

    public init(revision: Int, base: Int, updated: Authorship, conflicts: [MergeConflict]) {
        self.revision = revision
        self.base = base
        self.updated = updated
        self.conflicts = conflicts
    }

    /// - Parameter live: the number of the live revision.
    public func state(of page: String, live: Int) -> DraftState {
        DraftState(
            page: page, revision: revision, base: base, live: live, updatedBy: updated.by, updatedAt: updated.at,
            conflicts: conflicts)
    }

    /// Requires a draft in the state that a precondition names.
    public static func require(
        _ draft: Draft?, of page: String, live: Int, if precondition: Precondition
    ) throws(PublishingError) -> Draft {
        guard let draft else {
            guard precondition == .none else { throw .changed(.absent("draft")) }
            throw .noDraft(page)
        }
        let state = draft.state(of: page, live: live)
        guard state.meets(precondition) else { throw .changed(state.present) }
        return draft
    }

    /// Whether something became live since that is not merged into it yet.
    public func isBehind(_ live: Int) -> Bool { base != live }

    /// The draft after an operator changed it.
    ///
    /// - Parameters:
    ///   - draft: the draft before; nil if the change makes it.
    ///   - block: the block that was changed; nil is the order.
    public static func changed(
        _ draft: Draft?, to revision: Int, on live: Int, by created: Authorship, block: String?
    ) -> Draft {
        let open = (draft?.conflicts ?? []).open(afterChangeOf: block)
        return Draft(revision: revision, base: live, updated: created, conflicts: open)
    }

    /// The draft after a live revision was merged into it.
    ///
    /// - Parameter revision: the revision that holds the result: the draft's own if the merge changed nothing.
    public func merged(
        with live: Int, to revision: Int, conflicts: [MergeConflict], by created: Authorship
    ) -> Draft {
        Draft(
            revision: revision, base: live, updated: revision == self.revision ? updated : created,
            conflicts: self.conflicts.adding(conflicts))
    }

    /// The draft with the conflicts of a merge that is not stored yet.
    public func adding(_ conflicts: [MergeConflict]) -> Draft {
        Draft(revision: revision, base: base, updated: updated, conflicts: self.conflicts.adding(conflicts))
    }

    /// The draft with another base and without a merge: what separates the two bases is not made in it.
    public func rebased(on base: Int, revision: Int? = nil) -> Draft {
        Draft(revision: revision ?? self.revision, base: base, updated: updated, conflicts: conflicts)
    }
}
