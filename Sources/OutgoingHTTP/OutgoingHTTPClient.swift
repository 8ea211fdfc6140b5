import CLibCurl
import Foundation
import Synchronization

/// Sends requests to other servers with libcurl, on a dedicated thread. It does not follow redirects, ignores proxies
/// and credentials from the environment, and connects only to the request's host or proxy.
public final class OutgoingHTTPClient: Sendable {
    private let transfers: Transfers

    /// - Throws: ``OutgoingHTTPError`` if libcurl cannot be started.
    public init() throws {
        guard Self.isInitialized, let multi = curl_multi_init() else {
            throw OutgoingHTTPError(description: "libcurl cannot be started")
        }
        let transfers = Transfers(multi)
        self.transfers = transfers
        let thread = Thread { transfers.run() }
        thread.name = "outgoing http"
        thread.start()
    }

    deinit { transfers.close() }

    /// Sends a request.
    ///
    /// - Returns: the response's status. The body is discarded.
    /// - Throws: ``OutgoingHTTPError`` if no response arrived in time.
    public func send(_ request: OutgoingRequest) async throws -> Int { try await response(to: request).status }

    /// Sends a request. Cancelling the task cancels the request.
    ///
    /// - Throws: ``OutgoingHTTPError`` if no response arrived in time, or if its body exceeds the request's limit.
    public func response(to request: OutgoingRequest) async throws -> OutgoingResponse {
        let id = transfers.newID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfers.add(request, id) { continuation.resume(with: $0) }
                // `onCancel` may have run before the request was added.
                if Task.isCancelled { transfers.cancel(id) }
            }
        } onCancel: {
            transfers.cancel(id)
        }
    }

    /// Sends a request and blocks the calling thread until the response arrives. Do not call it from a task.
    ///
    /// - Throws: the same errors as ``response(to:)``.
    public func waitForResponse(to request: OutgoingRequest) throws -> OutgoingResponse {
        let (result, done) = (Received(), DispatchSemaphore(value: 0))
        transfers.add(request, transfers.newID()) { received in
            result.value.withLock { $0 = received }
            done.signal()
        }
        done.wait()
        guard let received = result.value.withLock(\.self) else {
            throw OutgoingHTTPError(description: "the request has no result")
        }
        return try received.get()
    }

    private final class Received: Sendable {
        let value = Mutex<Result<OutgoingResponse, any Error>?>(nil)
    }

    private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// The transfers in progress. Everything except ``newID()``, ``add(_:_:_:)``, ``cancel(_:)`` and ``close()`` runs on
/// one thread.
private final class Transfers: @unchecked Sendable {
    private let multi: UnsafeMutableRawPointer
    private let incoming = Mutex(Incoming())
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]

    private struct Incoming {
        var requests: [(OutgoingRequest, Int, Transfer.Completion)] = []
        var cancelled: Set<Int> = []
        var lastID = 0
        var isClosed = false
    }

    /// The maximum time the thread waits for activity.
    private static let pollMilliseconds: Int32 = 60_000

    init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

    func newID() -> Int {
        incoming.withLock { incoming in
            incoming.lastID += 1
            return incoming.lastID
        }
    }

    func add(_ request: OutgoingRequest, _ id: Int, _ completion: @escaping Transfer.Completion) {
        incoming.withLock { $0.requests.append((request, id, completion)) }
        curl_multi_wakeup(multi)
    }

    /// Cancels a request, even if it has not started yet.
    func cancel(_ id: Int) {
        incoming.withLock { incoming in
            incoming.cancelled.insert(id)
            // Wakes the thread inside the lock, because afterwards it may free the handle.
            curl_multi_wakeup(multi)
        }
    }

    func close() {
        incoming.withLock { incoming in
            incoming.isClosed = true
            // Wakes the thread inside the lock, because afterwards it frees the handle.
            curl_multi_wakeup(multi)
        }
    }

    func run() {
        while true {
            let (requests, cancelled, isClosed) = incoming.withLock { incoming in
                defer { (incoming.requests, incoming.cancelled) = ([], []) }
                return (incoming.requests, incoming.cancelled, incoming.isClosed)
            }
            for (request, id, completion) in requests { start(request, id, completion) }
            if !cancelled.isEmpty { end(cancelled) }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            finishCompleted()
            if isClosed, running.isEmpty { break }
            curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil)
        }
        curl_multi_cleanup(multi)
    }

    private func end(_ cancelled: Set<Int>) {
        for (handle, transfer) in running where cancelled.contains(transfer.id) {
            curl_multi_remove_handle(multi, handle)
            running.removeValue(forKey: handle)?.fail("the request was cancelled")
        }
    }

    private func start(_ request: OutgoingRequest, _ id: Int, _ completion: @escaping Transfer.Completion) {
        do {
            let transfer = try Transfer(request, id, completion)
            guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
                throw OutgoingHTTPError(description: "the request cannot be sent")
            }
            running[transfer.handle] = transfer
        } catch {
            completion(.failure(error))
        }
    }

    private func finishCompleted() {
        var rest: Int32 = 0
        while let message = curl_multi_info_read(multi, &rest) {
            guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
            let result = message.pointee.data.result
            curl_multi_remove_handle(multi, handle)
            running.removeValue(forKey: handle)?.finish(result)
        }
    }
}
