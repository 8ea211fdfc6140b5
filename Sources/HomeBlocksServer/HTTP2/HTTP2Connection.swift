import CLibNGHTTP2
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// A connection over HTTP/2: its session of libnghttp2 and its open streams. Reads whose response is prepared are
/// responded to at once; each other request gets a channel to the router.
///
/// libnghttp2 parses frames, keeps windows, HPACK's tables and the order of responses, and enforces the limits of the
/// protocol. It is used on the event loop of the connection only.
final class HTTP2Connection {
    private var session: OpaquePointer?
    private var head = HTTP2RequestHead()
    var numbers = HTTP2StreamNumbers()
    private var streams: [Int32: HTTP2Stream] = [:]
    private var output = ByteBuffer()
    private let responder: FastPathResponder?
    private let open: (HTTP2StreamChannel) -> Void
    private let channel: any Channel
    private var isClosed = false
    /// Whether frames are being parsed. What is to be sent then waits until all of them are.
    private(set) var isReceiving = false
    /// When bytes of any response were sent.
    private var progressed = NIODeadline.now()
    /// When the last request arrived, or the last stream was closed.
    private(set) var lastActivity = NIODeadline.now()
    /// Called when frames wait to be sent.
    var onOutput: () -> Void = {}
    /// Called when the client has received what ``announceStop()`` sent.
    var onPong: () -> Void = {}

    /// How many bytes of frames are made at a time.
    private static let chunkSize = 64 << 10
    /// More frames wait only if the client requests many and reads none: pings, settings, resets.
    private static let maxWaitingFrames = 2000

    /// - Parameters:
    ///   - responder: responds to reads ahead of the router; nil if it is switched off.
    ///   - open: adds the handlers of a stream, and begins to read from it.
    init?(_ channel: any Channel, _ responder: FastPathResponder?, open: @escaping (HTTP2StreamChannel) -> Void) {
        (self.channel, self.responder, self.open) = (channel, responder, open)
        guard let session = HTTP2Library.newSession(for: self) else { return nil }
        self.session = session
    }

    deinit { nghttp2_session_del(session) }

    // MARK: Bytes

    /// Parses bytes that arrived, and responds to the requests in them.
    ///
    /// - Returns: false if they are no HTTP/2, or a flood.
    func receive(_ bytes: ByteBuffer) -> Bool {
        isReceiving = true
        defer { isReceiving = false }
        let count = bytes.withUnsafeReadableBytes { bytes in
            nghttp2_session_mem_recv(session, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
        return count >= 0 && nghttp2_session_get_outbound_queue_size(session) <= Self.maxWaitingFrames
    }

    /// The next frames to be sent, together in one buffer; nil if there are none, or a window is needed for them.
    func nextFrames() -> ByteBuffer? {
        // A write may find that the client has closed.
        if isClosed { return nil }
        output = channel.allocator.buffer(capacity: 4 << 10)
        defer { output = ByteBuffer() }
        var bytes: UnsafePointer<UInt8>?
        while output.readableBytes < Self.chunkSize {
            let count = nghttp2_session_mem_send(session, &bytes)
            guard count > 0 else { break }
            output.writeBytes(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return output.readableBytes > 0 ? output : nil
    }

    /// Whether nothing is to be received or sent any more.
    var isOver: Bool { nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0 }

    var isIdle: Bool { streams.isEmpty }

    // MARK: Requests, as libnghttp2 reports them

    func beginHead() { head.begin() }

    func addField(name: ASCII.Bytes, value: ASCII.Bytes) { head.append(name: name, value: value) }

    func endHead(of id: Int32, isLast: Bool) {
        lastActivity = .now()
        if isLast, let response = preparedResponse() { return send(response, on: id) }
        do {
            let request = try head.request()
            let stream = HTTP2StreamChannel(id, on: channel, connection: self)
            streams[id] = stream.stream
            open(stream)
            stream.receive(.head(request))
            if isLast { stream.receive(.end(nil)) }
        } catch {
            refuse(error, id, isLast: isLast)
        }
    }

    func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>, of id: Int32) {
        guard let channel = streams[id]?.channel else { return consume(bytes.count, of: id) }
        channel.receive(.body(self.channel.allocator.buffer(bytes: bytes)))
    }

    /// The fields behind a body are not used, and have the limits of those before it.
    func endTrailers(of id: Int32) {
        if head.isTooLarge { reset(id, NGHTTP2_PROTOCOL_ERROR) } else { endBody(of: id) }
    }

    func endBody(of id: Int32) { streams[id]?.channel?.receive(.end(nil)) }

    func close(_ id: Int32) {
        lastActivity = .now()
        guard let stream = streams.removeValue(forKey: id) else { return }
        stream.channel?.closed()
        stream.channel = nil
    }

    /// Closes all streams, at the end of the connection.
    func closeAll() {
        isClosed = true
        for id in streams.keys { close(id) }
    }

    private func preparedResponse() -> PreparedResponse? {
        guard let responder else { return nil }
        return head.withSerialized { bytes in
            guard let (response, length) = responder.respond(to: bytes), length == bytes.count else { return nil }
            return response
        }
    }

    // MARK: Responses

    private func send(_ response: PreparedResponse, on id: Int32) {
        guard let body = response.body else { return submit(response.fields, on: id, nil) }
        let stream = HTTP2Stream(id: id)
        for buffer in body.buffers { stream.append(buffer) }
        stream.isComplete = true
        streams[id] = stream
        submit(response.fields, on: id, stream)
    }

    private func refuse(_ problem: ProblemDetails, _ id: Int32, isLast: Bool) {
        let (fields, body) = problem.content(requestID: RequestID().description)
        let stream = HTTP2Stream(id: id)
        stream.append(body)
        stream.isComplete = true
        streams[id] = stream
        submit(HTTP2Fields(HTTPResponse(status: problem.status, headerFields: fields)), on: id, stream)
        if isLast { return }
        // A reset ends the rest of the request. The client has a second to read the response before.
        channel.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            self?.reset(id, NGHTTP2_NO_ERROR)
        }
    }

    /// Sends the head of a response, and what there is of its body if it has one.
    func submit(_ fields: HTTP2Fields, on id: Int32, _ stream: HTTP2Stream?) {
        fields.withPairs { pairs in
            guard let stream else {
                _ = nghttp2_submit_response(session, id, pairs.baseAddress, pairs.count, nil)
                return
            }
            var provider = HTTP2Library.provider(of: stream)
            _ = nghttp2_submit_response(session, id, pairs.baseAddress, pairs.count, &provider)
        }
        noteOutput()
    }

    /// Sends more of a body.
    func resume(_ id: Int32) {
        // It fails if the stream waits for a window: then it goes on by itself.
        _ = nghttp2_session_resume_data(session, id)
        noteOutput()
    }

    func reset(_ id: Int32, _ error: nghttp2_error_code) {
        _ = nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, error.rawValue)
        noteOutput()
    }

    /// Lets the client send as many more bytes of a body.
    func consume(_ count: Int, of id: Int32) {
        _ = nghttp2_session_consume(session, id, count)
        noteOutput()
    }

    private func noteOutput() {
        if !isReceiving { onOutput() }
    }

    /// Writes a frame of data.
    ///
    /// - Returns: false if no more is written now.
    func write(_ stream: HTTP2Stream, head: UnsafeRawBufferPointer, count: Int) -> Bool {
        if output.readableBytes > 0, output.readableBytes + head.count + count > Self.chunkSize { return false }
        output.reserveCapacity(minimumWritableBytes: head.count + count)
        output.writeBytes(head)
        stream.move(count, to: &output)
        progressed = stream.progressed
        return true
    }

    // MARK: A client that does not read its responses

    /// When the first stream has waited for some time; nil if no stream waits.
    func stallsBegin(after timeout: TimeAmount) -> NIODeadline? {
        streams.values.filter(\.isWaiting).map { $0.progressed + timeout }.min()
    }

    /// Resets streams that have sent nothing since a time, though their response waits. One that has a window waits for
    /// others of a client that reads.
    func resetStalled(since limit: NIODeadline) {
        for stream in streams.values where stream.isWaiting && stream.progressed <= limit {
            let hasWindow = nghttp2_session_get_stream_remote_window_size(session, stream.id) > 0
            if hasWindow, progressed > limit { stream.waitAgain() } else { stream.isReset = true }
            if stream.isReset { reset(stream.id, NGHTTP2_CANCEL) }
        }
    }

    // MARK: The end

    /// Tells the client that the server stops; requests that are on their way get their responses.
    func announceStop() {
        _ = nghttp2_submit_shutdown_notice(session)
        _ = nghttp2_submit_ping(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
        noteOutput()
    }

    /// Refuses further requests. The connection is over once its streams are closed.
    func stop() {
        let last = nghttp2_session_get_last_proc_stream_id(session)
        _ = nghttp2_submit_goaway(
            session, UInt8(NGHTTP2_FLAG_NONE.rawValue), last, NGHTTP2_NO_ERROR.rawValue, nil, 0)
        noteOutput()
    }

    /// Ends the connection and its streams.
    func terminate(_ error: nghttp2_error_code) {
        _ = nghttp2_session_terminate_session(session, error.rawValue)
        noteOutput()
    }
}

@available(*, unavailable)
extension HTTP2Connection: Sendable {}
