import CLibNGHTTP2
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// An HTTP/2 connection: its libnghttp2 session and its open streams. Reads with a prepared response get it
/// immediately; every other request gets a channel to the router.
///
/// libnghttp2 parses frames, manages windows, HPACK tables and the order of responses, and enforces the protocol's
/// limits. It is used only on the connection's event loop.
final class HTTP2Connection {
    private(set) var session: OpaquePointer?
    let memory = HTTP2Memory()
    var streams: [Int32: HTTP2Stream] = [:]
    /// The frames being serialized.
    var output = ByteBuffer()
    let channel: any Channel
    /// The value of `Strict-Transport-Security`; nil to omit it.
    let strictTransport: String?
    /// When the session last began to parse or to serialize frames. Reading the clock for each stream is too slow.
    private(set) var now = NIODeadline.now()
    /// When bytes of any response were last sent.
    var progressed = NIODeadline.now()
    /// When the last request arrived or the last stream was closed.
    private(set) var lastActivity = NIODeadline.now()
    /// Called when frames are ready to be sent.
    var onOutput: () -> Void = {}
    /// Called when the client has received the announcement of ``announceStop()``.
    var onPong: () -> Void = {}

    private let responder: FastPathResponder?
    private let open: (HTTP2StreamChannel) -> Void
    private var head = HTTP2RequestHead()
    private var lastRead = LastRead()
    /// The stream whose head has not arrived completely.
    private var headStream: Int32?
    private var ids = HTTP2StreamIDs()
    private var errors = HTTP2ErrorLimit()
    /// Whether frames are being parsed, during which output is held back.
    private(set) var isReceiving = false
    private var hasFailed = false
    /// The last stream that gets a response after further ones are refused.
    private var lastAccepted = Int32.max

    /// The maximum size of one write: four DATA frames, each in one TLS record.
    static let chunkSize = 64 << 10
    /// More frames are queued only if the client sends many pings, settings or resets without reading.
    private static let maximumWaitingFrames = 2000

    /// - Parameters:
    ///   - responder: responds to reads before the router; nil if it is disabled.
    ///   - strictTransport: the value of `Strict-Transport-Security`; nil to omit it.
    ///   - open: adds the handlers of a stream and starts reading from it.
    init?(
        _ channel: any Channel, _ responder: FastPathResponder?, strictTransport: String?,
        open: @escaping (HTTP2StreamChannel) -> Void
    ) {
        (self.channel, self.responder, self.open) = (channel, responder, open)
        self.strictTransport = strictTransport
        guard let session = HTTP2Library.newSession(for: self) else { return nil }
        self.session = session
    }

    deinit { nghttp2_session_del(session) }

    // MARK: Bytes

    /// Parses incoming bytes, and responds to the requests in them.
    ///
    /// - Returns: false if the bytes are not valid HTTP/2 or too many frames are queued.
    func receive(_ bytes: ByteBuffer) -> Bool {
        now = .now()
        isReceiving = true
        defer { isReceiving = false }
        let count = bytes.withUnsafeReadableBytes { bytes in
            nghttp2_session_mem_recv(session, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
        return count >= 0 && nghttp2_session_get_outbound_queue_size(session) <= Self.maximumWaitingFrames
    }

    /// Returns the next frames to send in one buffer; nil if there are none or flow control blocks them.
    func nextFrames() -> ByteBuffer? {
        guard hasOutput else { return nil }
        now = .now()
        output = channel.allocator.buffer(capacity: 4 << 10)
        defer { output = ByteBuffer() }
        var bytes: UnsafePointer<UInt8>?
        while output.readableBytes < Self.chunkSize {
            let count = nghttp2_session_mem_send(session, &bytes)
            hasFailed = hasFailed || count <= Int(NGHTTP2_ERR_FATAL.rawValue)
            guard count > 0 else { break }
            output.writeBytes(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return output.readableBytes > 0 ? output : nil
    }

    var hasOutput: Bool { !hasFailed && nghttp2_session_want_write(session) != 0 }

    /// Whether there is nothing left to receive or send.
    var isFinished: Bool { hasFailed || nghttp2_session_want_read(session) == 0 && !hasOutput }

    var isIdle: Bool { streams.isEmpty }

    // MARK: Requests reported by libnghttp2

    /// Handles the header of a frame. Terminates the connection for protocol errors that libnghttp2 ignores (RFC 9113,
    /// 5.1.1 and 6.3).
    func beginFrame(_ frame: nghttp2_frame_hd) {
        switch UInt32(frame.type) {
        case NGHTTP2_HEADERS.rawValue where !ids.accept(frame.stream_id),
            NGHTTP2_PRIORITY.rawValue where frame.stream_id == 0:
            terminate(NGHTTP2_PROTOCOL_ERROR)
        default: break
        }
    }

    func beginHead(of id: Int32) {
        head.begin()
        headStream = id
    }

    /// - Returns: false if the rest of the head is not needed.
    func addField(name: ASCII.Bytes, value: ASCII.Bytes) -> Bool {
        head.append(name: name, value: value)
        return !head.isExcessive
    }

    /// Handles a complete frame.
    func receive(_ frame: nghttp2_frame) {
        let (id, flags) = (frame.hd.stream_id, frame.hd.flags)
        let isLast = flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
        if headStream == id { headStream = nil }
        switch UInt32(frame.hd.type) {
        case NGHTTP2_HEADERS.rawValue where frame.headers.cat == NGHTTP2_HCAT_REQUEST: endHead(of: id, isLast: isLast)
        // Trailer fields are not used, but have the same limits as other fields.
        case NGHTTP2_HEADERS.rawValue where head.isTooLarge: reset(id, NGHTTP2_PROTOCOL_ERROR)
        case NGHTTP2_HEADERS.rawValue where isLast, NGHTTP2_DATA.rawValue where isLast:
            streams[id]?.channel?.receive(.end(nil))
        case NGHTTP2_PING.rawValue where flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0: onPong()
        default: break
        }
    }

    private func endHead(of id: Int32, isLast: Bool) {
        lastActivity = now
        if id > lastAccepted { return reset(id, NGHTTP2_REFUSED_STREAM) }
        if isLast, let response = preparedResponse() { return send(response, on: id) }
        do {
            let request = try head.request()
            let stream = HTTP2StreamChannel(id, on: channel, connection: self)
            streams[id] = stream.stream
            open(stream)
            stream.receive(.head(request))
            if isLast { stream.receive(.end(nil)) }
        } catch {
            refuse(error, id, isHead: head.isHead, isLast: isLast)
        }
    }

    private func preparedResponse() -> PreparedResponse? {
        guard let responder, head.isForFastPath else { return nil }
        return responder.respond(to: head, after: &lastRead)
    }

    /// Consumes the connection's window immediately, because all streams share it: one unread body must not block the
    /// others.
    func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>, of id: Int32) {
        nghttp2_session_consume_connection(session, bytes.count)
        guard let channel = streams[id]?.channel else {
            nghttp2_session_consume_stream(session, id, bytes.count)
            return
        }
        channel.receive(.body(self.channel.allocator.buffer(bytes: bytes)))
    }

    /// Lets the client send that many more bytes of a body.
    func consume(_ count: Int, of id: Int32) {
        nghttp2_session_consume_stream(session, id, count)
        noteOutput()
    }

    func noteOutput() {
        if !isReceiving { onOutput() }
    }

    // MARK: Idle connections

    /// Releases memory that the next request will use again.
    ///
    /// - Returns: false if the connection is in use.
    func releaseMemory(ifIdleSince time: NIODeadline) -> Bool {
        guard isIdle, headStream == nil, lastActivity <= time, !isReceiving, !hasOutput else { return false }
        streams = [:]
        head = HTTP2RequestHead()
        lastRead = LastRead()
        memory.releasePages()
        return true
    }

    // MARK: Closing

    func close(_ id: Int32, _ error: UInt32 = NGHTTP2_NO_ERROR.rawValue) {
        lastActivity = now
        if headStream == id { headStream = nil }
        // Open streams still get their responses.
        if errors.isExceeded(by: error), lastAccepted == .max { stop(NGHTTP2_ENHANCE_YOUR_CALM) }
        guard let stream = streams.removeValue(forKey: id) else { return }
        stream.channel?.closed()
        stream.channel = nil
    }

    /// Closes all streams when the connection ends. No frames are sent afterwards.
    func closeAll() {
        hasFailed = true
        for id in streams.keys { close(id) }
    }

    /// Resets the streams whose requests can never be complete, because the client has closed its output.
    func endInput() {
        for stream in streams.values where stream.channel?.isRequestComplete == false {
            reset(stream.id, NGHTTP2_CANCEL)
        }
    }

    /// Tells the client that the server is stopping. Requests that are on their way still get responses.
    func announceStop() {
        nghttp2_submit_shutdown_notice(session)
        nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
        noteOutput()
    }

    /// Refuses further requests with an error code. The connection is finished once its streams are closed.
    func stop(_ error: nghttp2_error_code = NGHTTP2_NO_ERROR) {
        lastAccepted = nghttp2_session_get_last_proc_stream_id(session)
        nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), lastAccepted, error.rawValue, nil, 0)
        noteOutput()
    }

    /// Terminates the connection and its streams.
    func terminate(_ error: nghttp2_error_code) {
        nghttp2_session_terminate_session(session, error.rawValue)
        noteOutput()
    }
}

@available(*, unavailable)
extension HTTP2Connection: Sendable {}
