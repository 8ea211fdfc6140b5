import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads values through the cache: sends the validator of the stored copy, and falls back to the copy. If the cache has
/// no copy, the bundle may have one.
struct CachingLoader: Sendable {
    let client: RetryingHTTPClient
    let cache: ResponseCache?
    var bundle: BundledResponses?
    /// Additional header fields of each request.
    var fields: [String: String] = [:]

    /// A decoded copy.
    private struct Copy<Value> {
        let response: CachedResponse
        let value: Value

        /// Decodes a response; nil if it cannot be read.
        init?(_ response: CachedResponse, of request: HomePageRequest<Value>) where Value: Sendable {
            guard let value = try? request.decode(response.body) else { return nil }
            (self.response, self.value) = (response, value)
        }
    }

    /// Returns the stored copy without a request, or nil.
    func storedCopy<Value: Sendable>(of request: HomePageRequest<Value>, at url: URL) async -> Loaded<Value>? {
        let copy = copy(for: request, await cache?.response(for: url.absoluteString).response)
        return copy.map { Loaded(value: $0.value, origin: .stored(since: $0.response.date)) }
    }

    func response<Value: Sendable>(
        to request: HomePageRequest<Value>, at url: URL
    ) async throws(HomePageError) -> Loaded<Value> {
        let key = url.absoluteString
        let (cached, generation) = await cache?.response(for: key) ?? (nil, 0)
        let copy = copy(for: request, cached)
        do throws(HomePageError) {
            switch try await client.response(for: url, etag: copy?.response.etag, fields: fields) {
            case .notModified(let response):
                guard let copy else { throw HomePageError.unreadable(JSONIssue("has no body")) }
                let confirmed = copy.response.confirmed(by: response, at: client.now())
                if confirmed.isWorthStoring(after: copy.response) {
                    await cache?.store(confirmed, for: key, generation: generation)
                }
                return Loaded(value: copy.value, origin: .confirmed)
            case .body(let body, let response):
                let value: Value
                do {
                    value = try request.decode(body)
                } catch {
                    throw ResponseSender.isNetwork(response, body) ? .intercepted(200) : .unreadable(error)
                }
                if let fresh = CachedResponse(body, response, at: client.now()) {
                    await cache?.store(fresh, for: key, generation: generation)
                } else {
                    await cache?.remove(key)
                }
                return Loaded(value: value, origin: .server)
            }
        } catch {
            let error = error.ofTheServer
            if let copy, mayUse(copy.response, for: request, in: error) {
                return Loaded(value: copy.value, origin: .stale(since: copy.response.date, because: error))
            }
            if case .refused(let problem) = error, problem.isGone { await cache?.remove(key) }
            throw error
        }
    }

    /// Returns the copy in the cache, or else the one in the bundle.
    private func copy<Value>(for request: HomePageRequest<Value>, _ cached: CachedResponse?) -> Copy<Value>? {
        cached.flatMap { Copy($0, of: request) }
            ?? bundle?.response(for: request.address).flatMap { Copy($0, of: request) }
    }

    /// Whether the copy may be returned instead of an error. After a failed request or an unreadable response it always
    /// may; after an error status, as long as its `stale-if-error` allows. A copy in the bundle has no age limit, even
    /// if the cache has it, too.
    private func mayUse<Value>(
        _ stored: CachedResponse, for request: HomePageRequest<Value>, in error: HomePageError
    ) -> Bool {
        guard error.permitsStoredCopy else { return false }
        switch error {
        case .unreachable, .timedOut, .unreadable: return true
        default:
            // A copy's date is in the future if the clock was set back.
            return abs(client.now().timeIntervalSince(stored.date)) <= stored.staleIfError
                || bundle?.response(for: request.address)?.body == stored.body
        }
    }
}
