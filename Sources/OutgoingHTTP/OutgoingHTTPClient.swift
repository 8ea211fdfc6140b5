import CLibCurl
import Foundation
import Synchronization

/// Sends requests to other servers with libcurl, all of them on one thread of its own. It follows no redirects, uses no
/// proxy and no credentials of the environment, and connects to no host but that of a request.
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
    /// - Returns: the status of the response, whose body is dropped.
    /// - Throws: ``OutgoingHTTPError`` if there was none in time.
    public func send(_ request: OutgoingRequest) async throws -> Int {
        try await withCheckedThrowingContinuation { transfers.add(request, $0) }
    }

    private static let isInitialized = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// The transfers in progress. All but ``add(_:_:)`` and ``close()`` is done on one thread.
private final class Transfers: @unchecked Sendable {
    typealias Continuation = CheckedContinuation<Int, any Error>

    private let multi: UnsafeMutableRawPointer
    private let incoming = Mutex(Incoming())
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]

    private struct Incoming {
        var requests: [(OutgoingRequest, Continuation)] = []
        var isClosed = false
    }

    /// How long the thread waits at most for something to do.
    private static let pollMilliseconds: Int32 = 60_000

    init(_ multi: UnsafeMutableRawPointer) { self.multi = multi }

    func add(_ request: OutgoingRequest, _ continuation: Continuation) {
        incoming.withLock { $0.requests.append((request, continuation)) }
        curl_multi_wakeup(multi)
    }

    func close() {
        incoming.withLock { incoming in
            incoming.isClosed = true
            // Before the thread sees it, and frees the handle.
            curl_multi_wakeup(multi)
        }
    }

    func run() {
        while true {
            let (requests, isClosed) = incoming.withLock { incoming in
                defer { incoming.requests = [] }
                return (incoming.requests, incoming.isClosed)
            }
            for (request, continuation) in requests { start(request, continuation) }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            finishCompleted()
            if isClosed, running.isEmpty { break }
            curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil)
        }
        curl_multi_cleanup(multi)
    }

    private func start(_ request: OutgoingRequest, _ continuation: Continuation) {
        do {
            let transfer = try Transfer(request, continuation)
            guard curl_multi_add_handle(multi, transfer.handle) == CURLM_OK else {
                throw OutgoingHTTPError(description: "the request cannot be sent")
            }
            running[transfer.handle] = transfer
        } catch {
            continuation.resume(throwing: error)
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

/// One request in progress.
private final class Transfer {
    let handle: UnsafeMutableRawPointer
    private let continuation: Transfers.Continuation
    private var fields: UnsafeMutablePointer<curl_slist>?
    /// How many bytes of the body have come.
    private let received = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(_ request: OutgoingRequest, _ continuation: Transfers.Continuation) throws {
        guard let handle = curl_easy_init() else {
            received.deallocate()
            throw OutgoingHTTPError(description: "the request cannot be made")
        }
        self.handle = handle
        self.continuation = continuation
        received.initialize(to: 0)
        for (name, value) in request.fields {
            // A field without a value needs a semicolon.
            let list = curl_slist_append(fields, value.isEmpty ? "\(name);" : "\(name): \(value)")
            guard let list else { throw OutgoingHTTPError(description: "the request cannot be made") }
            fields = list
        }
        let codes = [
            homeblocks_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
            homeblocks_curl_set_text(handle, CURLOPT_URL, request.url),
            homeblocks_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method),
            homeblocks_curl_set_text(handle, CURLOPT_PROXY, ""),
            homeblocks_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0),
            homeblocks_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            homeblocks_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.connectTime)),
            homeblocks_curl_set_number(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(request.time)),
            homeblocks_curl_set_fields(handle, fields),
            homeblocks_curl_drop_body(handle, received),
        ]
        if let code = codes.first(where: { $0 != CURLE_OK }) { throw Self.error(code) }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
        received.deallocate()
    }

    func finish(_ result: CURLcode) {
        let status = homeblocks_curl_status(handle)
        if result == CURLE_OK {
            continuation.resume(returning: status)
        } else {
            continuation.resume(throwing: Self.error(result))
        }
    }

    private static func milliseconds(_ time: Duration) -> Int { max(1, Int(time / .milliseconds(1))) }

    private static func error(_ code: CURLcode) -> OutgoingHTTPError {
        OutgoingHTTPError(description: String(cString: curl_easy_strerror(code)))
    }
}
