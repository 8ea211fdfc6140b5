import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request of a session that can be cancelled from anywhere.
final class RunningTask: @unchecked Sendable {
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

    /// Ends the request. On a thread of its own: on Linux a session that is just handing over an answer holds a lock that cancelling
    /// waits for, and waits itself for who is cancelling.
    func cancel() {
        lock.lock()
        defer { lock.unlock() }
        isCancelled = true
        if let task { DispatchQueue.global().async { task.cancel() } }
    }
}
