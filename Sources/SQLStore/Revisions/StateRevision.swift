import Publishing

/// The stored revision of a state of a page.
struct StateRevision {
    let state: PageState
    let revision: StoredRevision
}

extension SQLDatabase {
    /// What is live on a page at an instant, and what may become live: the draft as it is stored, and what is planned.
    func states(of page: PageRow, at now: Instant) throws -> [StateRevision] {
        let loaded = try loaded(page, at: now)
        var states = loaded.live.map { [StateRevision(state: .live, revision: $0)] } ?? []
        if let draft = loaded.draft {
            states.append(StateRevision(state: .draft, revision: try loaded.requireRevision(draft.revision)))
        }
        return try states
            + loaded.pending.map {
                StateRevision(state: .release($0.id), revision: try loaded.requireRevision($0.revision))
            }
    }
}
