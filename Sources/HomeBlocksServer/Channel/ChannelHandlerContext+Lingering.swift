import NIOCore

extension ChannelHandlerContext {
    /// Says that nothing more is sent, and closes when the client has done the same, or a moment later: one that is
    /// still sending can read what it was told before.
    func lingerAndClose() {
        let closed = eventLoop.makePromise(of: Void.self)
        close(mode: .output, promise: closed)
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        closed.futureResult.whenComplete { _ in
            bound.value.eventLoop.scheduleTask(in: .seconds(2)) { bound.value.close(promise: nil) }
        }
    }
}
