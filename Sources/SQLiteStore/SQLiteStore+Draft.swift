import GRDB
import HomeBlocks
public import Publishing

extension SQLiteStore {
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
        guard let draft = try currentDraft(of: page, live: live, at: now, database) else {
            guard request.precondition == .none else { throw PublishingError.changed(.absent("draft")) }
            throw PublishingError.noDraft(page.info.slug)
        }
        try check(request.precondition, draft, of: page)
        try DraftRow.delete(of: page, database)
        var entry = AuditEntry(request, "draft.discard")
        entry.page = page.info.slug
        entry.before = ["revision": JSONValue(draft.revision), "base": JSONValue(draft.base)]
        try entry.append(at: now, database)
        return draft.state(of: page)
    }

    func check(_ precondition: Precondition, _ draft: DraftRow, of page: PageRow) throws {
        let state = draft.state(of: page)
        guard precondition.allows(state.tag) else { throw PublishingError.changed(state.present) }
    }
}
