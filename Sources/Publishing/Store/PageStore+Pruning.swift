/// Where a pruning in several steps starts. Later changes are left to the next pruning: otherwise a page that changes
/// all the time would be pruned without end.
public struct PruningStart: Sendable, Equatable {
    /// The number of the newest revision.
    public let newest: Int
    public let at: Instant

    public init(newest: Int, at: Instant) {
        self.newest = newest
        self.at = at
    }
}

extension PageStore {
    /// Forgets so many of the oldest revisions as one step may.
    public func prune(_ page: String, _ retention: Retention, by actor: Actor) async throws(PublishingError) -> Int {
        try await prune(page, retention, from: nil, by: actor)
    }

    /// Forgets, step by step, the revisions of a page that need not be kept now. It ends early if its task is cancelled.
    ///
    /// - Returns: how many revisions were forgotten.
    public func pruneAll(_ page: String, _ retention: Retention, by actor: Actor) async throws(PublishingError) -> Int {
        let start = try await pruningStart(of: page)
        var count = 0
        while !Task.isCancelled {
            let step = try await prune(page, retention, from: start, by: actor)
            if step == 0 { break }
            count += step
            try? await Task.sleep(for: Retention.pause)
        }
        return count
    }
}
