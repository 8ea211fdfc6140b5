/// The state at which a pruning in several steps starts. Later changes are left to the next pruning; otherwise the
/// pruning of a page that changes constantly would never end.
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
    /// Deletes as many of the oldest revisions as one step may.
    public func prune(_ page: String, _ retention: Retention, by actor: Actor) async throws(PublishingError) -> Int {
        try await prune(page, retention, from: nil, by: actor)
    }

    /// Deletes, step by step, the revisions of a page that need not be kept. Ends early if its task is cancelled.
    ///
    /// - Returns: how many revisions were deleted.
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
