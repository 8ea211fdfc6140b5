import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Asks the server, again if that is worth it.
struct Exchange: Sendable {
    /// One answer that counts: a body, or that the copy on disk is still right.
    enum Answer: Sendable {
        case body(Data, HTTPURLResponse)
        case notModified(HTTPURLResponse)
    }

    private static let longestTimeout: TimeInterval = 86_400

    let session: URLSession
    let options: ClientOptions
    let rule: RetryRule
    /// Waits for a number of seconds.
    let pause: @Sendable (TimeInterval) async throws -> Void
    let now: @Sendable () -> Date

    func answer(_ url: URL, etag: String?) async throws(HomePageError) -> Answer {
        try await Deadline.run(seconds: options.deadline) { () async throws(HomePageError) in
            var attempt = 1
            let start = now()
            while true {
                let refusal: HomePageError
                do throws(HomePageError) {
                    return try await once(url, etag: etag)
                } catch {
                    refusal = error
                }
                guard let wait = rule.wait(after: refusal, attempt: attempt),
                    now().timeIntervalSince(start) + wait < options.deadline
                else { throw refusal }
                attempt += 1
                do {
                    try await pause(wait)
                } catch {
                    throw .cancelled
                }
            }
        }
    }

    private func once(_ url: URL, etag: String?) async throws(HomePageError) -> Answer {
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.timeoutInterval = max(1, min(options.timeout, Self.longestTimeout).rounded())
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
        let (body, response): (Data, URLResponse)
        do {
            (body, response) = try await session.answer(to: request)
        } catch {
            throw HomePageError(error)
        }
        guard let response = response as? HTTPURLResponse else {
            throw .unreadable(JSONFault("is no answer of a web server"))
        }
        switch response.statusCode {
        case 200: return .body(body, response)
        case 304 where etag != nil: return .notModified(response)
        default:
            let retryAfter = RetryRule.seconds(of: response.value(forHTTPHeaderField: "Retry-After"), now: now())
            throw .refused(ProblemDetails(status: response.statusCode, body: body, retryAfter: retryAfter))
        }
    }
}

extension HomePageError {
    /// What `URLSession` says.
    fileprivate init(_ error: any Error) {
        switch error {
        case let error as URLError where error.code == .cancelled: self = .cancelled
        case let error as URLError where error.code == .timedOut: self = .timedOut
        case let error as URLError: self = .unreachable(reason: error.localizedDescription, code: error.errorCode)
        case is CancellationError: self = .cancelled
        default: self = .unreachable(reason: error.localizedDescription, code: (error as NSError).code)
        }
    }
}
