import Publishing

/// Pages of a database on a server are made for the next instant at which they change, too: it may be out of reach then.
extension PublishedPages {
    /// For how long readers wait for the store.
    private static let patience = Duration.milliseconds(500)

    /// How many instants ahead pages are made.
    private static let instantsAhead = 3

    /// What is planned for more than so many seconds later is made only once the page has not changed for a second: many
    /// changes come one after the other.
    private static let soonSeconds = 10

    /// Makes what a page will be from the next instants on at which it changes, in the background.
    func plan(_ page: ServedPage, _ slug: String) {
        guard store.node != nil, let next = page.page.changesAt, let begun = page.beginPlanning() else { return }
        let isSoon = next < clock.now.adding(seconds: Self.soonSeconds)
        Task {
            var (present, attempt) = (page, begun)
            do {
                if !isSoon {
                    try await Task.sleep(for: .seconds(1))
                    // A newer version is planned by itself.
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
                // The next renewal begins again.
                page.endPlanning(begun)
            }
        }
    }

    /// Returns the page as the store has it; if that cannot be reached, what was planned, or else what was shown last. Reads
    /// say how old it is until it could be renewed.
    func presentOrKnown(_ slug: String, _ previous: ServedPage) async throws -> ServedPage {
        let known = previous.planned(at: clock.now) ?? previous
        if store.node?.staleSeconds == nil, let present = try await present(slug, previous) { return present }
        store.retryRefresh(.pages([slug]))
        return known
    }

    /// - Returns: nil if the store cannot be reached in time.
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
