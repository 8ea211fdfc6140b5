import HTTPTypes
import HomeBlocks
import Hummingbird
import Publishing

/// Whether the program runs, and whether it can do its work.
struct HealthRoutes: Sendable {
    /// The last time that the store was found ready. Many ask, and each look takes the store's lock.
    private let readiness: Refreshable<Instant>
    private let clock: PublishingClock

    init(store: any PageStore, clock: PublishingClock) {
        self.clock = clock
        readiness = Refreshable(validity: { .init(from: $0, until: $0.adding(seconds: 1)) }) { _ in
            try await store.checkReadiness()
            return clock.now
        }
    }

    func register(_ routes: Routes) {
        routes.get("/healthz") { _, _ in answer() }
        routes.get("/readyz") { _, _ in
            _ = try await readiness.value(at: clock.now)
            return answer()
        }
    }

    private func answer() -> Response {
        .uncached(Array("{\"status\":\"ok\"}".utf8))
    }
}
