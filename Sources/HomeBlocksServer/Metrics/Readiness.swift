import Publishing

/// Whether the store can do its work. Many ask, and each look takes the store's lock.
struct Readiness: Sendable {
    /// The last time that the store was found ready.
    private let ready: Refreshable<Instant>
    private let clock: PublishingClock

    init(store: any PageStore, clock: PublishingClock) {
        self.clock = clock
        ready = Refreshable(validity: { .init(from: $0, until: $0.adding(seconds: 1)) }) { _ in
            try await store.checkReadiness()
            return clock.now
        }
    }

    /// - Throws: ``PublishingError/unavailable(_:)`` with the reason if changes cannot be made now.
    func check() async throws { _ = try await ready.value(at: clock.now) }
}
