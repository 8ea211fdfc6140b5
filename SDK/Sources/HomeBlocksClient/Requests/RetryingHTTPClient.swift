import Foundation
import HomeBlocks

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends `GET` requests, and retries those that may succeed later.
struct RetryingHTTPClient: Sendable {
    /// A successful response: a body, or the confirmation that the copy on disk is still valid.
    enum Response: Sendable {
        case body(Data, HTTPURLResponse)
        case notModified(HTTPURLResponse)
    }

    private static let maximumTimeout: TimeInterval = 86_400

    let session: URLSession
    let options: ClientOptions
    let policy: RetryPolicy
    /// Waits for a number of seconds.
    let pause: @Sendable (TimeInterval) async throws -> Void
    let now: @Sendable () -> Date
    /// Whether redirects are followed.
    var followsRedirects = true

    /// - Parameters:
    ///   - etag: the validator of the copy on disk.
    ///   - fields: additional header fields.
    func response(
        for url: URL, etag: String? = nil, fields: [String: String] = [:]
    ) async throws(HomePageError) -> Response {
        try await Deadline.run(seconds: options.deadline) { () async throws(HomePageError) in
            var attempt = 1
            let start = now()
            while true {
                let refusal: HomePageError
                do throws(HomePageError) {
                    return try await once(url, etag: etag, fields)
                } catch {
                    refusal = error
                }
                guard let wait = policy.wait(after: refusal, attempt: attempt),
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

    private func once(
        _ url: URL, etag: String?, _ fields: [String: String]
    ) async throws(HomePageError) -> Response {
        var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
        request.timeoutInterval = max(1, min(options.timeout, Self.maximumTimeout).rounded())
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        if let etag { request.setValue(etag, forHTTPHeaderField: "If-None-Match") }
        let (body, response): (Data, URLResponse)
        do {
            (body, response) = try await session.response(to: request, followsRedirects: followsRedirects)
        } catch {
            throw HomePageError(error)
        }
        guard let response = response as? HTTPURLResponse else {
            throw .unreadable(JSONIssue("is not an HTTP response"))
        }
        switch response.statusCode {
        case 200: return .body(body, response)
        case 304 where etag != nil: return .notModified(response)
        default:
            let retryAfter = RetryPolicy.seconds(of: response.value(forHTTPHeaderField: "Retry-After"), now: now())
            throw .refused(ProblemDetails(response, body, retryAfter: retryAfter))
        }
    }
}

extension HomePageError {
    /// Converts an error of `URLSession`.
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

/// A time limit for asynchronous work.
enum Deadline {
    /// - Throws: the error that the work throws; `timedOut` when the time limit is reached.
    static func run<Value: Sendable>(
        seconds: TimeInterval, _ work: @escaping @Sendable () async throws(HomePageError) -> Value
    ) async throws(HomePageError) -> Value {
        let outcome: Result<Value, HomePageError> = await withTaskGroup(of: Result<Value, HomePageError>?.self) {
            group in
            group.addTask {
                do throws(HomePageError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                let isOver = (try? await Pause.seconds(seconds)) != nil
                return isOver ? .failure(.timedOut) : nil
            }
            defer { group.cancelAll() }
            for await outcome in group {
                if let outcome { return outcome }
            }
            return .failure(.cancelled)
        }
        return try outcome.get()
    }
}

/// `Task.sleep` for any number of seconds.
enum Pause {
    /// Sleeps; a negative number counts as 0, and no wait is longer than 1e9 seconds.
    static func seconds(_ seconds: TimeInterval) async throws {
        try await Task.sleep(nanoseconds: seconds > 0 ? UInt64(min(seconds, 1e9) * 1e9) : 0)
    }
}
