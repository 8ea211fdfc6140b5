import Publishing

/// The stored revision of a state of a page.
struct StateRevision {
    let state: PageState
    let revision: StoredRevision
}

extension SQLDatabase {
    /// What is live on a page at an instant, and what may become live: the draft as it is stored, and what is planned.
    func states(of page: PageRow, at now: Instant) throws -> [StateRevision] {
        var states = try live(of: page, at: now).map { [StateRevision(state: .live, revision: $0)] } ?? []
        if let draft = try draft(of: page) {
            states.append(StateRevision(state: .draft, revision: try requireRevision(draft.revision, of: page)))
        }
        return try states
            + pendingReleases(of: page, after: try effective(now, on: page)).map {
                StateRevision(state: .release($0.id), revision: try requireRevision($0.revision, of: page))
            }
    }
}
