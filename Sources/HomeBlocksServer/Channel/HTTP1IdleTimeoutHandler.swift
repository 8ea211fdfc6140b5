import NIOCore

/// Closes connections that are idle for too long, and starts the timer of an incomplete request.
final class HTTP1IdleTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let timeout: TimeAmount
    private let state: ConnectionState
    private let timer: RequestTimer
    private var lastActivity = NIODeadline.now()
    private var check: Scheduled<Void>?

    init(timeout: TimeAmount, state: ConnectionState, timer: RequestTimer) {
        self.timeout = timeout
        self.state = state
        self.timer = timer
    }

    func handlerAdded(context: ChannelHandlerContext) { schedule(context) }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        timer.stop()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let progress = state.progress
        let isBlank = unwrapInboundIn(data).readableBytesView.allSatisfy { $0 == 0x0D || $0 == 0x0A }
        context.fireChannelRead(data)
        // Most requests arrive in one piece, so a timer is needed only for the rest of an incomplete one.
        if state.isClosing { return timer.stop() }
        if state.isRequestBeingRead {
            timer.expectBody(on: context.eventLoop)
        } else if state.progress == progress {
            // Some clients send an empty line after a request.
            if !isBlank { timer.expectHead(on: context.eventLoop) }
        } else {
            timer.stop()
        }
    }

    /// Checks a few times per timeout, which is cheaper than reading the clock for each request.
    private func schedule(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleTask(in: .nanoseconds(timeout.nanoseconds / 4)) {
            let (handler, context) = bound.value
            handler.checkIdle(context)
        }
    }

    private func checkIdle(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        // The kernel closes the connection of a client that does not read (TCP_USER_TIMEOUT).
        if state.takeActivity() || state.isHandling || waiting > 0 { lastActivity = now }
        if now < lastActivity + timeout { schedule(context) } else { context.close(promise: nil) }
    }
}

@available(*, unavailable)
extension HTTP1IdleTimeoutHandler: Sendable {}
