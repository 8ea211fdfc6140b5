import Publishing

/// Prepares pages for the next instants at which they change, because a database server may be unreachable then.
extension PublishedPages {
    /// How long readers wait for the store.
    private static let patience = Duration.milliseconds(500)

    /// The number of instants for which a page is prepared.
    private static let instantsAhead = 3

    /// A version that is due in more than this number of seconds is prepared only after the page has not changed for a
    /// second, because changes often come in bursts.
    private static let soonSeconds = 10

    /// Prepares the versions of a page at the next instants at which it changes, in the background.
    func plan(_ page: ServedPage, _ slug: String) {
        guard store.node != nil, let next = page.page.changesAt, let begun = page.beginPlanning() else { return }
        let isSoon = next < clock.now.adding(seconds: Self.soonSeconds)
        Task {
            var (present, attempt) = (page, begun)
            do {
                if !isSoon {
                    try await Task.sleep(for: .seconds(1))
                    // A newer version has its own plan.
                    guard ready(slug, at: clock.now) === page else { return }
                }
                for _ in 0..<Self.instantsAhead {
                    guard let instant = present.page.changesAt else { return }
                    let next = try await make(store.shown(slug, asOf: instant), previous: present, at: instant)
                    guard present.plan(next, from: instant, attempt: attempt) else { return }
                    guard let first = next.beginPlanning() else { return }
                    (present, attempt) = (next, first)
                }
            } catch {
                // The next refresh tries again.
                page.endPlanning(begun)
            }
        }
    }

    /// Returns the store's version of a page. If the store is unreachable, returns the prepared version or else the
    /// last one. Responses state their age until the page is refreshed.
    func presentOrKnown(_ slug: String, _ previous: ServedPage) async throws -> ServedPage {
        let known = previous.planned(at: clock.now) ?? previous
        if store.node?.staleSeconds == nil, let present = try await present(slug, previous) { return present }
        store.retryRefresh(.pages([slug]))
        return known
    }

    /// - Returns: nil if the store is not reachable in time.
    private func present(_ slug: String, _ previous: ServedPage) async throws -> ServedPage? {
        let (first, continuation) = AsyncStream.makeStream(of: Result<ServedPage?, any Error>.self)
        let tasks = [
            Task {
                do { continuation.yield(.success(try await loadPresent(slug, previous: previous))) } catch {
                    if case .unavailable = error as? PublishingError {
                        continuation.yield(.success(nil))
                    } else {
                        continuation.yield(.failure(error))
                    }
                }
            },
            Task {
                try? await Task.sleep(for: Self.patience)
                continuation.yield(.success(nil))
            },
        ]
        defer { for task in tasks { task.cancel() } }
        for await result in first { return try result.get() }
        return nil
    }
}
