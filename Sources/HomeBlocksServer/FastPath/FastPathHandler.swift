import Foundation
import NIOCore

/// Responds to reads from memory, before they are parsed (``FastPathResponder``). All other requests, and those that
/// arrive while another one is in progress, go to the next handlers.
final class FastPathHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let responder: FastPathResponder
    private let state: ConnectionState
    /// Whether bytes may be written directly to the socket. With TLS they would have to be encrypted.
    private let sendsDirectly: Bool
    private var socket: DirectSocket?
    private var lastRead = LastRead()
    /// Whether a request that was passed on has no response yet or may be incomplete.
    private var isPassingOn = false
    /// Whether the last bytes that were passed on ended with the end of a head, so that the parser has no part of
    /// another request.
    private var endedWithHead = false
    /// Bytes that arrived while the client was not reading its responses.
    private var waiting: ByteBuffer?
    private var waitingEvents: [Any] = []
    private var isReadWaiting = false
    private var isFlushDue = false
    private var isReadCompleteDue = false

    init(_ responder: FastPathResponder, _ state: ConnectionState, sendsDirectly: Bool) {
        self.responder = responder
        self.state = state
        self.sendsDirectly = sendsDirectly
    }

    func handlerAdded(context: ChannelHandlerContext) {
        socket = sendsDirectly ? DirectSocket(context) : nil
        state.onIdle = { [weak self] in
            guard let self, endedWithHead else { return }
            isPassingOn = false
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if waiting != nil {
            waiting?.writeBuffer(&buffer)
        } else {
            take(buffer, context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flush(context)
        if isReadCompleteDue {
            isReadCompleteDue = false
            context.fireChannelReadComplete()
        }
        // The next handlers get nothing now, so they have no reason to stop reading.
        if !isPassingOn, waiting == nil { context.read() }
    }

    /// Responds to the requests at the start of the bytes, until one has to be passed on or the client stops reading.
    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while !isPassingOn, !state.isDraining, !state.isClosing, bytes.readableBytes > 0 {
            let isFree = socket?.isFree(context.channel) ?? false
            if !isFree, !context.channel.isWritable {
                flush(context)
                guard context.channel.isWritable else {
                    waiting = bytes
                    return
                }
            }
            guard
                let (response, length) = bytes.withUnsafeReadableBytes({ responder.respond(to: $0, after: &lastRead) })
            else { break }
            bytes.moveReaderIndex(forwardBy: length)
            state.noteActivity()
            // The responses to pipelined requests are sent together.
            let sent = isFree && bytes.readableBytes == 0 ? send(response) : 0
            if sent < response.count { writeRest(of: response, from: sent, context) }
        }
        if bytes.readableBytes > 0 { passOn(bytes, context) }
    }

    /// Sends as much of a response as the socket accepts. A response with a large body that is in no file goes through
    /// the channel completely.
    ///
    /// - Returns: the number of bytes sent.
    private func send(_ response: PreparedResponse) -> Int {
        guard let socket else { return 0 }
        guard let file = response.file else { return response.largeBody == nil ? socket.send(response.bytes) : 0 }
        if response.largeBody == nil { return socket.send(file) }
        let sent = socket.send(response.bytes, isFollowed: true)
        return sent < response.bytes.readableBytes ? sent : sent + socket.send(file)
    }

    /// Writes the bytes after the first `start` to the channel.
    private func writeRest(of response: PreparedResponse, from start: Int, _ context: ChannelHandlerContext) {
        var remaining = start
        for var buffer in [response.bytes] + (response.largeBody?.buffers ?? []) {
            let sent = min(remaining, buffer.readableBytes)
            remaining -= sent
            buffer.moveReaderIndex(forwardBy: sent)
            if buffer.readableBytes > 0 { write(buffer, context) }
        }
    }

    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        isFlushDue = true
        socket?.channelWrites()
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    }

    /// Notes that the next handlers write to the channel.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        socket?.channelWrites()
        context.write(data, promise: promise)
    }

    private func flush(_ context: ChannelHandlerContext) {
        guard isFlushDue else { return }
        isFlushDue = false
        context.flush()
    }

    private func passOn(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        flush(context)
        isPassingOn = true
        // Only the end of the chunk shows whether all of its requests have their responses.
        endedWithHead = false
        isReadCompleteDue = true
        context.fireChannelRead(wrapInboundOut(bytes))
        endedWithHead = bytes.readableBytesView.suffix(4).elementsEqual("\r\n\r\n".utf8)
        if endedWithHead, state.isIdle { isPassingOn = false }
    }

    // MARK: Clients that do not read their responses

    func read(context: ChannelHandlerContext) {
        if waiting == nil { context.read() } else { isReadWaiting = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { resume(context) }
        context.fireChannelWritabilityChanged()
    }

    private func resume(_ context: ChannelHandlerContext) {
        guard let bytes = waiting else { return }
        waiting = nil
        take(bytes, context)
        channelReadComplete(context: context)
        guard waiting == nil else { return }
        let events = waitingEvents
        waitingEvents = []
        for event in events { context.fireUserInboundEventTriggered(event) }
        if isReadWaiting {
            isReadWaiting = false
            context.read()
        }
    }

    /// Delays events, for example the end of the input, until the bytes before them are handled.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if waiting == nil { context.fireUserInboundEventTriggered(event) } else { waitingEvents.append(event) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        waiting = nil
        context.fireChannelInactive()
    }
}

@available(*, unavailable)
extension FastPathHandler: Sendable {}

/// The socket of a connection, for sending a response while the channel has nothing to send. A write through the
/// channel costs as much as the rest of the fast path.
private struct DirectSocket {
    private let handle: NIOBSDSocket.Handle
    /// Whether the channel may have unsent bytes.
    private var isBehindChannel = false

    /// Returns nil if the channel has no socket.
    init?(_ context: ChannelHandlerContext) {
        let operations = context.pipeline.syncOperations
        guard let handle = try? operations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, { $0 }) else {
            return nil
        }
        self.handle = handle
    }

    /// Notes that bytes were written to the channel, which must be sent first.
    mutating func channelWrites() { isBehindChannel = true }

    /// Whether the channel is open and certainly has nothing to send.
    mutating func isFree(_ channel: any Channel) -> Bool {
        if isBehindChannel {
            isBehindChannel = (try? channel.syncOptions?.getOption(.bufferedWritableBytes)) != 0
        }
        return !isBehindChannel && channel.isActive
    }

    /// Sends as many bytes as the socket accepts without blocking. Socket errors are left to the channel.
    ///
    /// - Parameter isFollowed: whether a file follows. The system then waits for it instead of sending a partial packet.
    /// - Returns: the number of bytes sent.
    func send(_ bytes: ByteBuffer, isFollowed: Bool = false) -> Int {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT | (isFollowed ? MSG_MORE : 0))
        #else
            let flags = MSG_DONTWAIT
        #endif
        return max(0, bytes.withUnsafeReadableBytes { Foundation.send(handle, $0.baseAddress, $0.count, flags) })
    }

    /// Sends as many bytes of a file as the socket accepts without blocking. Socket errors are left to the channel.
    ///
    /// - Returns: the number of bytes sent.
    func send(_ file: ResponseFile) -> Int {
        #if os(Linux)
            var start: off_t = 0
            return max(0, sendfile(handle, file.descriptor, &start, file.count))
        #else
            return 0
        #endif
    }
}
