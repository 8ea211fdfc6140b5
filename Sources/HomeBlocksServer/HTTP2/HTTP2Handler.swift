import CLibNGHTTP2
import NIOCore

/// Passes the bytes of a connection to ``HTTP2Connection`` and back. Closes the connection when it is idle for too long
/// or when the server stops, and resets streams whose client does not read.
final class HTTP2Handler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let responder: FastPathResponder?
    private let strictTransport: String?
    private let open: (HTTP2StreamChannel) -> Void
    private let idleTimeout: TimeAmount
    private let writeTimeout: TimeAmount
    private var connection: HTTP2Connection?
    private var isFlushing = false
    private var isClosing = false
    private var isStopping = false
    private var refusesRequests = false
    private var hasInputEnded = false
    private var idleCheck: Scheduled<Void>?
    private var stallCheck: Scheduled<Void>?
    private var memoryCheck: Scheduled<Void>?

    /// The maximum number of bytes to write before the event loop serves other connections.
    private static let maximumBytesAtOnce = 512 << 10
    /// How long to wait for the client to acknowledge the stop, because requests may be on their way.
    private static let stopDelay = TimeAmount.seconds(1)
    /// How long a connection must be idle before it releases memory. A client that reads again within this time does
    /// not wait for the memory.
    private static let memoryDelay = TimeAmount.seconds(1)

    /// - Parameters:
    ///   - responder: responds to reads before the router; nil if it is disabled.
    ///   - strictTransport: the value of `Strict-Transport-Security`; nil to omit it.
    ///   - open: adds the handlers of a stream and starts reading from it.
    init(
        _ responder: FastPathResponder?, _ limits: ServerLimits, strictTransport: String?,
        open: @escaping (HTTP2StreamChannel) -> Void
    ) {
        self.responder = responder
        self.strictTransport = strictTransport
        self.open = open
        idleTimeout = .seconds(Int64(limits.idleTimeout))
        writeTimeout = .seconds(Int64(limits.writeTimeout))
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection = HTTP2Connection(
            context.channel, responder, strictTransport: strictTransport, open: open)
        guard let connection else { return context.close(promise: nil) }
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        connection.onOutput = { [weak self] in self?.flush(bound.value) }
        connection.onPong = { [weak self] in self?.refuseFurtherRequests() }
        checkIdle(at: .now() + idleTimeout, context)
        flush(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    private func end() {
        isClosing = true
        idleCheck?.cancel()
        stallCheck?.cancel()
        memoryCheck?.cancel()
        connection?.closeAll()
        connection?.onOutput = {}
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing, let connection else { return }
        if !connection.receive(unwrapInboundIn(data)) {
            flush(context)
            close(context)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        flush(context)
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        flush(context)
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: announceStop(context)
        case ChannelEvent.inputClosed:
            hasInputEnded = true
            connection?.endInput()
            flush(context)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    // MARK: Output

    /// Writes pending frames as long as the channel is writable.
    private func flush(_ context: ChannelHandlerContext) {
        guard !isFlushing, !isClosing, let connection, !connection.isReceiving else { return }
        isFlushing = true
        var written = 0
        // A write may detect that the client has closed the connection.
        while !isClosing, context.channel.isWritable, written < Self.maximumBytesAtOnce,
            let frames = connection.nextFrames()
        {
            written += frames.readableBytes
            context.writeAndFlush(wrapOutboundOut(frames), promise: nil)
        }
        isFlushing = false
        if connection.isFinished || hasInputEnded && connection.isIdle && !connection.hasOutput {
            return close(context)
        }
        if written >= Self.maximumBytesAtOnce {
            context.eventLoop.assumeIsolated().execute { [weak self] in self?.flush(context) }
        }
        checkStalls(context)
        checkMemory(context)
    }

    /// Closes once everything is sent or can no longer be sent.
    private func close(_ context: ChannelHandlerContext) {
        guard !isClosing else { return }
        isClosing = true
        // An empty write completes after all pending ones.
        let sent = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
        sent.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
    }

    // MARK: Idle and stalled clients

    private func checkIdle(at due: NIODeadline, _ context: ChannelHandlerContext) {
        idleCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            guard let self, let connection else { return }
            let end = connection.isIdle ? connection.lastActivity + idleTimeout : .now() + idleTimeout
            if end <= .now() { connection.terminate(NGHTTP2_NO_ERROR) } else { checkIdle(at: end, context) }
        }
    }

    /// Schedules the reset of stalled streams, as long as any are waiting.
    private func checkStalls(_ context: ChannelHandlerContext) {
        guard stallCheck == nil, let due = connection?.nextStallDeadline(timeout: writeTimeout) else { return }
        stallCheck = context.eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            guard let self else { return }
            stallCheck = nil
            connection?.resetStalled(since: .now() - writeTimeout)
            checkStalls(context)
        }
    }

    /// Schedules the release of memory, as long as the connection is idle and has not released it.
    private func checkMemory(_ context: ChannelHandlerContext) {
        guard memoryCheck == nil, !isClosing, connection?.isIdle == true else { return }
        memoryCheck = context.eventLoop.assumeIsolated().scheduleTask(in: Self.memoryDelay) { [weak self] in
            guard let self else { return }
            memoryCheck = nil
            guard !isClosing, let connection else { return }
            if !connection.releaseMemory(ifIdleSince: .now() - Self.memoryDelay) { checkMemory(context) }
        }
    }

    // MARK: Server shutdown

    private func announceStop(_ context: ChannelHandlerContext) {
        guard !isStopping, !isClosing else { return }
        isStopping = true
        connection?.announceStop()
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.stopDelay) { [weak self] in
            self?.refuseFurtherRequests()
        }
    }

    private func refuseFurtherRequests() {
        guard isStopping, !refusesRequests else { return }
        refusesRequests = true
        connection?.stop()
    }
}

@available(*, unavailable)
extension HTTP2Handler: Sendable {}
