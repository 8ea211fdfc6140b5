import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A configuration without a cache, cookies and credentials that others have stored.
    static var `private`: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        return configuration
    }
}

extension URLSession {
    /// The response to a request. Unlike `data(for:)`, it can be cancelled at any moment on Linux too: see
    /// ``CancellableTask``.
    ///
    /// - Parameter followsRedirects: whether a redirect is followed; otherwise it is the response.
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

/// Follows no redirect: what is sent to one server must not be sent to another one.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
    static let shared = RedirectRefusal()

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) { completionHandler(nil) }
}

/// A request of a session that can be cancelled from anywhere.
final class CancellableTask: @unchecked Sendable {
    private let lock = NSLock()
    private var task: URLSessionTask?
    private var isCancelled = false

    /// Begins a request.
    ///
    /// - Returns: whether it began; not if it was cancelled before.
    func begin(_ task: URLSessionTask) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        if isCancelled { return false }
        self.task = task
        task.resume()
        return true
    }

    /// Ends the request. On a thread of its own: on Linux a session that is just delivering a response holds a lock
    /// that cancelling waits for, and waits itself for who is cancelling.
    func cancel() {
        lock.lock()
        defer { lock.unlock() }
        isCancelled = true
        if let task { DispatchQueue.global().async { task.cancel() } }
    }
}
