import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A configuration without a cache, cookies and shared credentials.
    static var `private`: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        return configuration
    }
}

extension URLSession {
    /// Returns the response to a request. Unlike `data(for:)`, it can be cancelled at any time on Linux, too: see
    /// ``CancellableTask``.
    ///
    /// - Parameter followsRedirects: whether to follow redirects; otherwise the redirect is the response.
    func response(to request: URLRequest, followsRedirects: Bool = true) async throws -> (Data, URLResponse) {
        let running = CancellableTask()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = dataTask(with: request) { data, response, error in
                    if let data, let response, error == nil {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                if !followsRedirects { task.delegate = RedirectRefusal.shared }
                if !running.begin(task) { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            running.cancel()
        }
    }
}

/// Refuses redirects: header fields for one server must not be sent to another one.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    static let shared = RedirectRefusal()

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}

/// A request of a session that can be cancelled from any thread.
final class CancellableTask: @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var isCancelled = false

    /// Starts a request.
    ///
    /// - Returns: whether it was started; false if it had already been cancelled.
    func begin(_ task: URLSessionTask) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        if isCancelled { return false }
        self.task = task
        task.resume()
        return true
    }

    /// Cancels the request on another thread, to avoid a deadlock on Linux: while a session delivers a response, it
    /// holds a lock that cancelling waits for, and itself waits for the cancelling thread.
    func cancel() {
        lock.lock()
        defer { lock.unlock() }
        isCancelled = true
        if let task { DispatchQueue.global().async { task.cancel() } }
    }
}
