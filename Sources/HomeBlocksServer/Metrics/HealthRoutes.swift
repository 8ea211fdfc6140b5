import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Health checks: liveness, and readiness to make changes.
struct HealthRoutes: Sendable {
    let readiness: Readiness

    func register(_ routes: Routes) {
        routes.get("/healthz") { _, _ in ok() }
        routes.get("/readyz") { _, _ in
            try await readiness.check()
            return ok()
        }
    }

    private func ok() -> Response {
        .uncached(Array("{\"status\":\"ok\"}".utf8))
    }
}

/// Whether the store can make changes. A check needs the store's lock, so its result is cached for a second.
struct Readiness: Sendable {
    /// When the store was last found ready.
    private let ready: Refreshable<Instant, Never>
    private let node: NodeState?
    private let clock: PublishingClock

    init(store: any PageStore, clock: PublishingClock) {
        self.clock = clock
        node = store.node
        ready = Refreshable(validity: { .init(from: $0, until: $0.adding(seconds: 1)) }) { _, _ in
            try await store.checkReadiness()
            return clock.now
        }
    }

    /// - Throws: ``PublishingError/unavailable(_:)`` with the reason if changes cannot be made now.
    func check() async throws {
        // Check the lease first, to avoid waiting for a database that does not respond.
        try node?.checkLease()
        _ = try await ready.value(at: clock.now)
    }
}
