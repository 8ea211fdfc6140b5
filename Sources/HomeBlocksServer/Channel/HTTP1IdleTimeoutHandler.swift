import NIOCore

/// Closes a connection that is idle for too long, and starts the timer of a request that is incomplete.
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
        // Most requests arrive in one piece: a timer is set only for the rest of one.
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

    /// Checks a few times in each timeout: reading the time with each request would cost more.
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
        // The system closes the connection of a client that reads nothing.
        if state.takeActivity() || state.isHandling || waiting > 0 { lastActivity = now }
        if now < lastActivity + timeout { schedule(context) } else { context.close(promise: nil) }
    }
}

@available(*, unavailable)
extension HTTP1IdleTimeoutHandler: Sendable {}
