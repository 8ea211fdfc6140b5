import NIOCore

/// Closes a connection on which nothing was asked and nothing is being sent for too long, and sees to it that a
/// request that has begun to come comes to its end.
final class IdleGuard: ChannelInboundHandler, RemovableChannelHandler {
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
        // Most requests come whole: only for what is left of one a time is set.
        if state.isClosing { return timer.stop() }
        if state.isRequestBeingRead {
            timer.expectBody(on: context.eventLoop)
        } else if state.progress == progress {
            // Some clients end a request with a line that is none.
            if !isBlank { timer.expectHead(on: context.eventLoop) }
        } else {
            timer.stop()
        }
    }

    /// Looks now and then: to ask for the time with each request would cost more.
    private func schedule(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleTask(in: .nanoseconds(timeout.nanoseconds / 4)) {
            let (guardian, context) = bound.value
            guardian.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        // The system cuts a client that takes nothing of what waits for it.
        if state.takeActivity() || state.isAnswering || waiting > 0 { lastActivity = now }
        if now < lastActivity + timeout { schedule(context) } else { context.close(promise: nil) }
    }
}

@available(*, unavailable)
extension IdleGuard: Sendable {}
