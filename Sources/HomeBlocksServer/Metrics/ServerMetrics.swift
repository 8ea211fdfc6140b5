import Foundation
import Publishing

/// The counters of the server, and the limits that count themselves.
struct ServerMetrics: Sendable {
    let requests: RequestMetrics
    let cache: VariantCache
    let connections: ConnectionLimit
    let admission: Admission
    let security: TransportSecurity?
    let readiness: Readiness
    /// The metrics of the store, which take some time to read.
    private let store: Refreshable<StoreMetrics>
    private let clock: PublishingClock
    private let start: Instant

    private static let storeInterval = 10

    init(_ settings: ServerSettings, cache: VariantCache, store: any PageStore, clock: PublishingClock) {
        self.cache = cache
        self.clock = clock
        requests = RequestMetrics()
        connections = ConnectionLimit(settings.limits, proxies: settings.trustedProxies)
        admission = Admission(settings.limits)
        security = settings.security
        readiness = Readiness(store: store, clock: clock)
        start = clock.now
        self.store = Refreshable(validity: {
            .init(from: $0.at, until: $0.at.adding(seconds: Self.storeInterval))
        }) { _ in try await store.figures() }
    }

    /// The metrics of the store; nil if it cannot be read.
    func ofStore() async -> StoreMetrics? { try? await store.value(at: clock.now) }

    func isReady() async -> Bool {
        do {
            try await readiness.check()
            return true
        } catch {
            return false
        }
    }

    /// When the server was started, in seconds since 1970.
    var startSeconds: Double { Double(start.milliseconds) / 1000 }
}
