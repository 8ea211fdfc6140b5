import NIOCore

/// Answers plain reads with what is ready, before they are parsed. All else, and what comes while something else is
/// being answered, goes on to the handlers behind.
final class FastPathHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private let reads: FastPathReads
    private let state: ConnectionState
    /// Whether the client gets bytes as they are given to the socket.
    private let sendsDirectly: Bool
    private var socket: DirectSocket?
    /// Whether requests that went on are not all answered yet, or one of them may not be whole.
    private var isOrdinary = false
    /// Whether what went on last ended where a request without a body ends: nothing of a next one is held behind.
    private var endedWithHead = false
    /// What came while the client does not take its answers.
    private var waiting: ByteBuffer?
    private var waitingEvents: [Any] = []
    private var isReadWaiting = false
    private var isFlushDue = false
    private var isReadCompleteDue = false

    init(_ reads: FastPathReads, _ state: ConnectionState, sendsDirectly: Bool) {
        self.reads = reads
        self.state = state
        self.sendsDirectly = sendsDirectly
    }

    func handlerAdded(context: ChannelHandlerContext) {
        socket = sendsDirectly ? DirectSocket(context) : nil
        state.onRest = { [weak self] in
            guard let self, endedWithHead else { return }
            isOrdinary = false
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
        // The handlers behind need not be asked whether they can take more while nothing goes to them.
        if !isOrdinary, waiting == nil { context.read() }
    }

    /// Answers the requests at the start of some bytes, as far as they are plain and the client takes the answers.
    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        var bytes = bytes
        while !isOrdinary, !state.isDraining, !state.isClosing, bytes.readableBytes > 0 {
            let isFree = socket?.isFree(context.channel) ?? false
            if !isFree, !context.channel.isWritable {
                flush(context)
                guard context.channel.isWritable else {
                    waiting = bytes
                    return
                }
            }
            guard let (answer, length) = bytes.withUnsafeReadableBytes(reads.answer) else { break }
            bytes.moveReaderIndex(forwardBy: length)
            state.noteActivity()
            // Several answers go together.
            let rest = isFree && bytes.readableBytes == 0 ? send(answer) : answer.bytes
            if rest.readableBytes > 0 { write(rest, context) }
            if let body = answer.largeBody { write(body, context) }
        }
        if bytes.readableBytes > 0 { passOn(bytes, context) }
    }

    /// Sends what the system takes of an answer, without a large body; the rest is for the channel.
    private func send(_ answer: PreparedResponse) -> ByteBuffer {
        guard answer.largeBody == nil, let sent = socket?.send(answer.bytes) else { return answer.bytes }
        var rest = answer.bytes
        rest.moveReaderIndex(forwardBy: sent)
        return rest
    }

    private func write(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        isFlushDue = true
        socket?.channelWrites()
        context.write(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    }

    /// Remembers what the handlers behind give the channel.
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
        isOrdinary = true
        // Only behind the whole chunk it is known whether all of its requests are answered.
        endedWithHead = false
        isReadCompleteDue = true
        context.fireChannelRead(wrapInboundOut(bytes))
        endedWithHead = bytes.readableBytesView.suffix(4).elementsEqual("\r\n\r\n".utf8)
        if endedWithHead, state.isAtRest { isOrdinary = false }
    }

    // MARK: A client that does not take its answers

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

    /// That the client sends no more, or that the server stops, is told behind what came before.
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
