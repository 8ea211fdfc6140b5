import NIOCore
import NIOHPACK
import NIOHTTP2

/// Responds to reads over HTTP/2 with what is in memory, without a channel for their stream (``FastPathResponder``).
/// All other streams go to the multiplexer behind. Flow control, HPACK and the limits of frames are those of
/// `NIOHTTP2Handler` ahead.
final class HTTP2FastPathHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame
    typealias OutboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// A body that was written and is not sent yet.
    private struct Sending {
        var unsent: Int
        var progressed: NIODeadline
    }

    private struct Waiting {
        let stream: HTTP2StreamID
        let response: PreparedResponse
    }

    /// So many bytes of bodies of a connection are written at a time; further responses wait. What is written may be
    /// encrypted, which takes memory of its own.
    private static let maxUnsentBytes = 1 << 20
    /// A body is written in parts: each that is sent shows that the client still reads.
    private static let partSize = 64 << 10

    private let responder: FastPathResponder?
    private let writeTimeout: TimeAmount
    private var request: [UInt8] = []
    private var sending: [HTTP2StreamID: Sending] = [:]
    private var unsent = 0
    /// When a part of any body was sent, or the first one was written.
    private var progressed = NIODeadline.now()
    private var waiting: [Waiting] = []
    private var stallCheck: Scheduled<Void>?
    private var isFlushDue = false
    private var isResumeDue = false

    init(_ responder: FastPathResponder?, _ limits: ServerLimits) {
        self.responder = responder
        writeTimeout = .seconds(Int64(limits.writeTimeout))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        if case .headers(let head) = frame.payload, head.endStream, let response = response(to: head.headers) {
            if unsent + response.length > Self.maxUnsentBytes, unsent > 0 {
                waiting.append(Waiting(stream: frame.streamID, response: response))
            } else {
                write(response, to: frame.streamID, context)
            }
        } else if !isServed(frame.streamID) {
            context.fireChannelRead(data)
        }
    }

    /// The prepared response to a request; nil if it is one for the router.
    private func response(to head: HPACKHeaders) -> PreparedResponse? {
        guard let responder, head.serialize(into: &request) else { return nil }
        return request.withUnsafeBytes { bytes in
            guard let (response, length) = responder.respond(to: bytes), length == bytes.count else { return nil }
            return response
        }
    }

    /// Whether a stream has its response from here, so that the multiplexer does not know it.
    private func isServed(_ stream: HTTP2StreamID) -> Bool {
        sending[stream] != nil || !waiting.isEmpty && waiting.contains { $0.stream == stream }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flush(ifDue: context)
        context.fireChannelReadComplete()
    }

    private func flush(ifDue context: ChannelHandlerContext) {
        guard isFlushDue else { return }
        isFlushDue = false
        context.flush()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as StreamClosedEvent where !waiting.isEmpty:
            waiting.removeAll { $0.stream == event.streamID }
        // The streams that are open are responded to: a channel that knows of the stop closes before its client has
        // read the response.
        case is ChannelShouldQuiesceEvent: return
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = []
        stallCheck?.cancel()
        stallCheck = nil
        context.fireChannelInactive()
    }

    // MARK: Responses

    private func write(_ response: PreparedResponse, to stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        isFlushDue = true
        let body = response.body
        let head = HTTP2Frame.FramePayload.headers(.init(headers: response.fields, endStream: body == nil))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: head)), promise: nil)
        guard let body else { return }
        if sending.isEmpty { progressed = .now() }
        unsent += body.count
        sending[stream] = Sending(unsent: body.count, progressed: .now())
        checkStalls(context)
        var unwritten = body.count
        for var buffer in body.buffers {
            while buffer.readableBytes > 0,
                let part = buffer.readSlice(length: min(buffer.readableBytes, Self.partSize))
            {
                unwritten -= part.readableBytes
                write(part, isLast: unwritten == 0, to: stream, context)
            }
        }
    }

    private func write(_ part: ByteBuffer, isLast: Bool, to stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        let written = context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [self] result in
            if case .success = result { noteProgress(of: stream) }
            noteWritten(part.readableBytes, of: stream, context)
        }
        let data = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(part), endStream: isLast))
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: data)), promise: written)
    }

    private func noteProgress(of stream: HTTP2StreamID) {
        progressed = .now()
        sending[stream]?.progressed = progressed
    }

    /// Notes that a part of a body was sent, or was dropped because its stream or the connection was closed.
    private func noteWritten(_ size: Int, of stream: HTTP2StreamID, _ context: ChannelHandlerContext) {
        unsent -= size
        sending[stream]?.unsent -= size
        if sending[stream]?.unsent == 0 { sending[stream] = nil }
        guard !waiting.isEmpty, !isResumeDue else { return }
        // Not within the write that has ended.
        isResumeDue = true
        context.eventLoop.assumeIsolated().execute { [self] in resume(context) }
    }

    /// Writes the responses that waited until less is unsent.
    private func resume(_ context: ChannelHandlerContext) {
        isResumeDue = false
        while let next = waiting.first, unsent == 0 || unsent + next.response.length <= Self.maxUnsentBytes {
            waiting.removeFirst()
            write(next.response, to: next.stream, context)
        }
        flush(ifDue: context)
    }

    // MARK: A client that does not read its responses

    /// Resets streams whose client has read nothing for too long, now and as long as there are any.
    private func checkStalls(_ context: ChannelHandlerContext) {
        guard stallCheck == nil else { return }
        let due = (sending.values.map(\.progressed).min() ?? .now()) + writeTimeout
        stallCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [self] in
            stallCheck = nil
            resetStalls(context)
            if !sending.isEmpty { checkStalls(context) }
        }
    }

    private func resetStalls(_ context: ChannelHandlerContext) {
        let limit = NIODeadline.now() - writeTimeout
        var stalled = sending.filter { $0.value.progressed <= limit }.map(\.key)
        if progressed <= limit {
            // The client reads none of its responses: those that wait would not be read either.
            stalled = Array(sending.keys) + waiting.map(\.stream)
            waiting = []
        }
        for stream in stalled {
            context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: .rstStream(.cancel))), promise: nil)
        }
        if !stalled.isEmpty { context.flush() }
    }
}

@available(*, unavailable)
extension HTTP2FastPathHandler: Sendable {}

extension HPACKHeaders {
    /// Writes a request as one of HTTP/1.1, so that the rules for both are the same.
    ///
    /// - Returns: whether it is one that the fast path may know.
    fileprivate func serialize(into bytes: inout [UInt8]) -> Bool {
        bytes.removeAll(keepingCapacity: true)
        var (method, target, authority, hasScheme): (String?, String?, String?, Bool) = (nil, nil, nil, false)
        for (name, value, _) in self {
            switch name {
            case ":method": method = value
            case ":path": target = value
            case ":authority": authority = value
            case ":scheme": hasScheme = true
            // HTTP/2 has no fields of a connection, and its host is the authority.
            case "connection", "host": return false
            default: break
            }
        }
        guard let method, let target, let authority, hasScheme else { return false }
        func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
        append(method)
        append(" ")
        append(target)
        append(" HTTP/1.1\r\nhost:")
        append(authority)
        append("\r\n")
        for (name, value, _) in self where !name.hasPrefix(":") {
            append(name)
            append(":")
            append(value)
            append("\r\n")
        }
        append("\r\n")
        return true
    }
}
