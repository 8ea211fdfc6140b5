import HomeBlocks
import Logging
import Publishing
import Synchronization

/// Searches catalogues. Limits concurrent searches of each catalogue and caches results for some seconds, so that
/// typing does not overload the upstream.
final class CatalogueSearches: Sendable {
    private let refresher: FeedRefresher
    private let layouts: CurrentLayouts

    private struct State {
        var limits: [String: ConcurrencyLimit] = [:]
        var cache = CatalogueCache()
    }

    private let state = Mutex(State())

    /// The maximum number of concurrent searches of a catalogue.
    private static let maximumRequests = 4

    init(_ refresher: FeedRefresher, layouts: CurrentLayouts) {
        self.refresher = refresher
        self.layouts = layouts
    }

    /// Returns the results of a search as encoded JSON.
    ///
    /// - Parameter number: the number of the set of catalogues. Cached results of other sets are not used.
    func results(
        _ catalogue: Catalogue, _ query: CatalogueQuery, of number: Int, _ logger: Logger
    ) async throws -> [UInt8] {
        let key = CatalogueCache.Key(set: number, catalogue: catalogue.name, query: query)
        if let results = cached(key) { return results }
        let began = ContinuousClock.now
        let permit = try await permit(catalogue)
        defer { withExtendedLifetime(permit) {} }
        // The same search may have completed in the meantime.
        if let results = cached(key) { return results }
        let waited = Int((ContinuousClock.now - began) / .seconds(1))
        let feed = catalogue.feed(for: query, timeout: max(1, catalogue.timeout - waited))
        let response = try await refresher.response(to: feed)
        do {
            let results = try catalogue.results(of: response, layouts.current.catalog)
            let encoded = JSONValue.object(results.json(query)).encoded
            state.withLock { $0.cache.keep(encoded, for: key, at: .now) }
            return encoded
        } catch {
            logger.warning(
                "a catalogue cannot be searched",
                metadata: ["catalogue": "\(catalogue.name)", "reason": "\(error.reason)"])
            throw ProblemDetails(error)
        }
    }

    private func cached(_ key: CatalogueCache.Key) -> [UInt8]? {
        state.withLock { $0.cache.results(for: key, at: .now) }
    }

    /// Waits for a permit for a request to the catalogue, at most as long as a search may take.
    private func permit(_ catalogue: Catalogue) async throws -> ConcurrencyLimit.Permit {
        let limit = state.withLock { state in
            let limit = state.limits[catalogue.name] ?? ConcurrencyLimit(Self.maximumRequests)
            state.limits[catalogue.name] = limit
            return limit
        }
        do {
            return try await HandlerDeadline(time: .seconds(catalogue.timeout)).run { try await limit.permit() }
        } catch is ProblemDetails {
            throw ProblemDetails.tooManySearches(of: catalogue.name)
        }
    }
}

/// A short-lived cache of the results of recent searches.
struct CatalogueCache {
    struct Key: Hashable {
        let set: Int
        let catalogue: String
        let query: CatalogueQuery
    }

    private struct Entry {
        let key: Key
        let results: [UInt8]
        let end: ContinuousClock.Instant
    }

    /// The entries, oldest first.
    private var entries: [Entry] = []

    static let time = Duration.seconds(10)
    static let maximumEntries = 100
    static let maximumBytes = 8 << 20

    func results(for key: Key, at now: ContinuousClock.Instant) -> [UInt8]? {
        entries.first { $0.key == key && now < $0.end }?.results
    }

    /// Caches results. Removes expired ones, and the oldest ones over the limits.
    mutating func keep(_ results: [UInt8], for key: Key, at now: ContinuousClock.Instant) {
        entries.removeAll { $0.key == key || $0.end <= now }
        entries.append(Entry(key: key, results: results, end: now + Self.time))
        var bytes = entries.reduce(0) { $0 + $1.results.count }
        while entries.count > Self.maximumEntries || bytes > Self.maximumBytes {
            bytes -= entries.removeFirst().results.count
        }
    }
}
