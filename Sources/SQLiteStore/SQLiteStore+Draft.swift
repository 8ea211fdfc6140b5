import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
    /// Needs no merge, so that a draft can be discarded whatever is wrong with it.
    public func discardDraft(
        _ page: String, _ request: RequestInfo
    ) async throws(PublishingError) -> DraftState {
        let store = self
        return try await write(for: request) { try store.discardDraft(page, request, $0) }
    }

    private func discardDraft(_ slug: String, _ request: RequestInfo, _ database: Database) throws -> DraftState {
        let now = clock.now
        let page = try PageRow.named(slug, database)
        let live = try RevisionRow.requireLive(of: page, at: now, database)
        let draft = try requireDraft(of: page, live: live, request.precondition, database)
        try DraftRow.delete(of: page, database)
        var entry = AuditEntry(request, "draft.discard")
        entry.page = page.info.slug
        entry.before = ["revision": JSONValue(draft.revision), "base": JSONValue(draft.base)]
        try entry.append(at: now, database)
        return draft.state(of: page, live: live.number)
    }

    /// The draft as it is stored, if the precondition holds.
    func requireDraft(
        of page: PageRow, live: RevisionRow, _ precondition: Precondition, _ database: Database
    ) throws -> DraftRow {
        guard let draft = try DraftRow.find(of: page, database) else {
            guard precondition == .none else { throw PublishingError.changed(.absent("draft")) }
            throw PublishingError.noDraft(page.info.slug)
        }
        let state = draft.state(of: page, live: live.number)
        guard state.meets(precondition) else { throw PublishingError.changed(state.present) }
        return draft
    }

    /// Brings a draft up to what is live and stores it.
    ///
    /// - Returns: the draft as it is now, and the conflicts that this made.
    func bringUp(
        _ draft: DraftRow, of page: PageRow, live: RevisionRow, at now: Instant, _ database: Database
    ) throws -> (draft: DraftRow, conflicts: [MergeConflict]) {
        try ChangePropagator(page: page, catalog: catalog, created: Authorship(by: Actor.program.name, at: now))
            .catchUp(draft, with: live, database)
    }
}
