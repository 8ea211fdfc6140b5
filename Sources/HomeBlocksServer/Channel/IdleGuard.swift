import NIOCore

/// Closes a connection on which nothing was asked and nothing is being sent for too long.
final class IdleGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let timeout: TimeAmount
    private let state: ConnectionState
    private var check: Scheduled<Void>?

    init(timeout: TimeAmount, state: ConnectionState) {
        self.timeout = timeout
        self.state = state
    }

    func handlerAdded(context: ChannelHandlerContext) { schedule(at: .now() + timeout, context) }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    private func schedule(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        check = context.eventLoop.scheduleTask(deadline: deadline) {
            let (guardian, context) = bound.value
            guardian.look(context)
        }
    }

    private func look(_ context: ChannelHandlerContext) {
        let now = NIODeadline.now()
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        // The system cuts a client that takes nothing of what waits for it.
        if state.isAnswering || waiting > 0 { return schedule(at: now + timeout, context) }
        guard now >= state.lastActivity + timeout else { return schedule(at: state.lastActivity + timeout, context) }
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension IdleGuard: Sendable {}
