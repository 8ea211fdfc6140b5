import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads values through the cache: sends the validator of the copy on disk, and falls back to the copy.
struct CachingLoader: Sendable {
    let client: RetryingHTTPClient
    let cache: ResponseCache?

    func load<Value: Sendable>(
        _ url: URL, _ decode: @Sendable (Data) throws(JSONIssue) -> Value
    ) async throws(HomePageError) -> Loaded<Value> {
        let key = url.absoluteString
        let (stored, generation) = await cache?.response(for: key) ?? (nil, 0)
        let kept = stored.flatMap { stored in (try? decode(stored.body)).map { (stored, $0) } }
        do throws(HomePageError) {
            switch try await client.response(for: url, etag: kept?.0.etag) {
            case .notModified(let response):
                guard let (stored, value) = kept else { throw HomePageError.unreadable(JSONIssue("has no body")) }
                let confirmed = stored.confirmed(by: response, at: client.now())
                if confirmed.isWorthStoring(after: stored) {
                    await cache?.store(confirmed, for: key, generation: generation)
                }
                return Loaded(value: value, origin: .confirmed)
            case .body(let body, let response):
                let value: Value
                do {
                    value = try decode(body)
                } catch {
                    throw HomePageError.unreadable(error)
                }
                if let fresh = CachedResponse(body, response, at: client.now()) {
                    await cache?.store(fresh, for: key, generation: generation)
                } else {
                    await cache?.remove(key)
                }
                return Loaded(value: value, origin: .server)
            }
        } catch {
            guard let (stored, value) = kept, stands(stored, in: error) else {
                if case .refused(let problem) = error, problem.saysGone { await cache?.remove(key) }
                throw error
            }
            return Loaded(value: value, origin: .stale(since: stored.date, because: error))
        }
    }

    /// Whether the copy may be returned instead of an error: offline always; when the server fails, for as long as its
    /// `stale-if-error` allows.
    private func stands(_ stored: CachedResponse, in error: HomePageError) -> Bool {
        switch error {
        case .unreachable, .timedOut: true
        // A copy from the future is one from before the clock was set back.
        case .refused(let problem):
            problem.isPassing && abs(client.now().timeIntervalSince(stored.date)) <= stored.staleIfError
        case .unreadable: abs(client.now().timeIntervalSince(stored.date)) <= stored.staleIfError
        case .address, .cancelled, .outdated: false
        }
    }
}

extension ProblemDetails {
    /// Whether a later request may succeed.
    fileprivate var isPassing: Bool { status >= 500 || status == 429 || status == 408 }

    /// Whether the copy on disk is out of date, too. Another refusal may be that of a proxy.
    fileprivate var saysGone: Bool { status == 404 || status == 410 }
}
