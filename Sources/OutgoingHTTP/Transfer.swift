import CLibCurl
import Foundation

/// One request in progress.
final class Transfer {
    /// Called once, on the transfer thread.
    typealias Completion = @Sendable (Result<OutgoingResponse, any Error>) -> Void

    let handle: UnsafeMutableRawPointer
    let id: Int
    private let completion: Completion
    private let maximumBytes: Int
    private let allowsAddress: (@Sendable ([UInt8]) -> Bool)?
    private var requestFields: UnsafeMutablePointer<curl_slist>?

    private var body: [UInt8] = []
    private var bodyBytes = 0
    private var headerBytes = 0
    private var fields: [(name: String, value: String)] = []
    /// Why this program aborted the transfer; nil if it did not.
    private var reason: String?
    /// Whether a connection to one of the host's addresses was refused. The host may also have allowed addresses.
    private var hasRefusedAddress = false
    /// The buffer for libcurl's error message.
    private let problem = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

    /// A discarded body that is longer than this aborts the transfer.
    private static let maximumDroppedBytes = 16 << 10
    private static let maximumHeaderBytes = 64 << 10

    init(_ request: OutgoingRequest, _ id: Int, _ completion: @escaping Completion) throws {
        guard let handle = curl_easy_init() else {
            throw OutgoingHTTPError(description: "the request could not be created")
        }
        self.handle = handle
        self.id = id
        self.completion = completion
        maximumBytes = request.maximumBytes
        allowsAddress = request.route.proxy == nil ? request.route.allowsAddress : nil
        for (name, value) in request.fields {
            // A field without a value needs a semicolon.
            let list = curl_slist_append(requestFields, value.isEmpty ? "\(name);" : "\(name): \(value)")
            guard let list else { throw OutgoingHTTPError(description: "the request could not be created") }
            requestFields = list
        }
        // Sends a long body without waiting for 100 Continue.
        if !request.body.isEmpty, let list = curl_slist_append(requestFields, "Expect:") { requestFields = list }
        problem.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        let context = Unmanaged.passUnretained(self).toOpaque()
        var codes = [
            homeblocks_curl_set_error_buffer(handle, problem),
            homeblocks_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https"),
            homeblocks_curl_set_text(handle, CURLOPT_URL, request.url),
            homeblocks_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method),
            homeblocks_curl_set_text(handle, CURLOPT_PROXY, request.route.proxy ?? ""),
            homeblocks_curl_set_text(handle, CURLOPT_NOPROXY, ""),
            homeblocks_curl_set_number(handle, CURLOPT_FOLLOWLOCATION, 0),
            homeblocks_curl_set_number(handle, CURLOPT_NOSIGNAL, 1),
            homeblocks_curl_set_number(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.connectTime)),
            homeblocks_curl_set_number(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(request.time)),
            homeblocks_curl_set_fields(handle, requestFields),
            Self.setReceivers(handle, context),
        ]
        if maximumBytes > 0 { codes.append(homeblocks_curl_set_text(handle, CURLOPT_ACCEPT_ENCODING, "gzip, deflate")) }
        if let time = request.idleTime {
            codes.append(homeblocks_curl_set_number(handle, CURLOPT_LOW_SPEED_LIMIT, 1))
            codes.append(homeblocks_curl_set_number(handle, CURLOPT_LOW_SPEED_TIME, max(1, Int(time / .seconds(1)))))
        }
        if !request.body.isEmpty { codes.append(setBody(request.body)) }
        if let file = request.route.caFile {
            codes.append(homeblocks_curl_set_text(handle, CURLOPT_CAINFO, file))
            // By default libcurl also trusts the system's certificate directory.
            codes.append(homeblocks_curl_set_text(handle, CURLOPT_CAPATH, nil))
        }
        if let code = codes.first(where: { $0 != CURLE_OK }) { throw Self.error(code) }
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(requestFields)
        problem.deallocate()
    }

    func finish(_ result: CURLcode) {
        guard result == CURLE_OK else {
            if let reason { return fail(reason) }
            if result == CURLE_COULDNT_CONNECT, hasRefusedAddress {
                return fail("the host resolves to an address that is not allowed")
            }
            if result == CURLE_OPERATION_TIMEDOUT {
                // libcurl's message depends on the phase and the TLS library.
                let phase = homeblocks_curl_is_connected(handle) ? "the response was complete" : "a connection was made"
                return fail("the request timed out before \(phase)", isTimeout: true)
            }
            // The message names the server or the certificate problem; the code alone does not.
            let text = String(cString: problem).filter { $0 >= " " && $0 <= "~" }
            completion(.failure(Self.error(result, text)))
            return
        }
        let response = OutgoingResponse(
            status: homeblocks_curl_status(handle), fields: fields, body: body,
            redirect: homeblocks_curl_redirect(handle).map { String(cString: $0) })
        completion(.success(response))
    }

    func fail(_ reason: String, isTimeout: Bool = false) {
        completion(.failure(OutgoingHTTPError(description: reason, isTimeout: isTimeout)))
    }

    // MARK: libcurl callbacks, on the transfer thread

    /// Sets this transfer as the receiver of libcurl's callbacks. It outlives the handle.
    private static func setReceivers(_ handle: UnsafeMutableRawPointer, _ context: UnsafeMutableRawPointer) -> CURLcode
    {
        homeblocks_curl_set_receivers(
            handle,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
                return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            },
            { context, _, address in
                guard let context, let address else { return -1 }
                return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().open(address)
            }, context)
    }

    /// Sets the request body. libcurl copies it.
    private func setBody(_ body: [UInt8]) -> CURLcode {
        body.withUnsafeBytes { bytes in
            let code = homeblocks_curl_set_number(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
            return code == CURLE_OK ? homeblocks_curl_copy_body(handle, bytes.baseAddress) : code
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        bodyBytes += bytes.count
        guard bodyBytes <= max(maximumBytes, Self.maximumDroppedBytes) else {
            reason = "the response has more than \(max(maximumBytes, Self.maximumDroppedBytes)) bytes"
            // Any count other than the received one aborts the transfer.
            return 0
        }
        if maximumBytes > 0 { body += bytes }
        return bytes.count
    }

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Int {
        headerBytes += line.count
        guard headerBytes <= Self.maximumHeaderBytes else {
            reason = "the response has more than \(Self.maximumHeaderBytes) bytes of header fields"
            return 0
        }
        let text = String(decoding: line, as: UTF8.self)
        let parts = text.split(separator: ":", maxSplits: 1)
        if text.hasPrefix("HTTP/") {
            // Another response may come first, for example that of a proxy.
            fields = []
        } else if parts.count == 2 {
            fields.append((String(parts[0]), parts[1].trimmingCharacters(in: .whitespacesAndNewlines)))
        }
        return line.count
    }

    /// Opens the socket for a connection if its address is allowed. libcurl connects to exactly this address, so DNS
    /// rebinding is not possible.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        if let allowsAddress {
            guard let bytes = Self.bytes(of: address), allowsAddress(bytes) else {
                hasRefusedAddress = true
                return -1
            }
        }
        let (family, type, number) = (address.pointee.family, address.pointee.socktype, address.pointee.`protocol`)
        let descriptor = socket(family, type, number)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Returns the bytes of an IP address, which follow the family and port; nil for other address families.
    private static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // The declared field is shorter than an IPv6 address, but libcurl's buffer is not.
        let start = UnsafeRawPointer(address) + offset
        return switch address.pointee.family {
        case AF_INET: Array(UnsafeRawBufferPointer(start: start + 4, count: 4))
        case AF_INET6: Array(UnsafeRawBufferPointer(start: start + 8, count: 16))
        default: nil
        }
    }

    private static func milliseconds(_ time: Duration) -> Int { max(1, Int(time / .milliseconds(1))) }

    /// - Parameter text: libcurl's error message; empty to use the code's description.
    private static func error(_ code: CURLcode, _ text: String = "") -> OutgoingHTTPError {
        OutgoingHTTPError(description: text.isEmpty ? String(cString: curl_easy_strerror(code)) : text)
    }
}
