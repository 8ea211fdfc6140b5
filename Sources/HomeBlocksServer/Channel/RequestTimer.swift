import NIOCore

/// Watches how long the request that is being read takes: its head, then its body.
final class RequestTimer {
    private let limits: ServerLimits
    private var check: Scheduled<Void>?
    private var pace: BodyPace?
    /// Is called when the head takes too long.
    var onLateHead: () -> Void = {}
    /// Is called when the body takes too long.
    var onLateBody: () -> Void = {}

    init(_ limits: ServerLimits) { self.limits = limits }

    /// A head has begun to come.
    func expectHead(on loop: any EventLoop) {
        guard check == nil else { return }
        schedule(in: .seconds(Int64(limits.headerTimeout)), on: loop) { $0.onLateHead() }
    }

    /// A head is there, and a body has begun to come.
    func expectBody(on loop: any EventLoop) {
        guard pace == nil else { return }
        stop()
        pace = BodyPace(limits)
        look(on: loop)
    }

    func receive(_ bytes: Int) { pace?.receive(bytes) }

    /// The request is there, or nobody waits for it any more.
    func stop() {
        check?.cancel()
        check = nil
        pace = nil
    }

    private func look(on loop: any EventLoop) {
        schedule(in: BodyPace.interval, on: loop) { timer in
            guard let pace = timer.pace else { return }
            guard pace.isTooSlow(at: .now()) else { return timer.look(on: loop) }
            timer.stop()
            timer.onLateBody()
        }
    }

    private func schedule(in time: TimeAmount, on loop: any EventLoop, _ act: @escaping (RequestTimer) -> Void) {
        let bound = NIOLoopBound((self, act), eventLoop: loop)
        check = loop.scheduleTask(in: time) {
            let (timer, act) = bound.value
            timer.check = nil
            act(timer)
        }
    }
}

@available(*, unavailable)
extension RequestTimer: Sendable {}
