import NIOCore

/// Limits the time in which a request arrives: its head, then its body.
final class RequestTimer {
    private let limits: ServerLimits
    private var check: Scheduled<Void>?
    private var pace: BodyPace?
    /// Called when the head is late.
    var onLateHead: () -> Void = {}
    /// Called when the body is late.
    var onLateBody: () -> Void = {}

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Starts the time of a head.
    func expectHead(on loop: any EventLoop) {
        guard check == nil else { return }
        schedule(in: .seconds(Int64(limits.headerTimeout)), on: loop) { $0.onLateHead() }
    }

    /// Starts the time of a body.
    func expectBody(on loop: any EventLoop) {
        guard pace == nil else { return }
        stop()
        pace = BodyPace(limits)
        checkPace(on: loop)
    }

    func receive(_ bytes: Int) { pace?.receive(bytes) }

    /// Stops the time.
    func stop() {
        check?.cancel()
        check = nil
        pace = nil
    }

    private func checkPace(on loop: any EventLoop) {
        schedule(in: BodyPace.interval, on: loop) { timer in
            guard let pace = timer.pace else { return }
            guard pace.isTooSlow(at: .now()) else { return timer.checkPace(on: loop) }
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

/// The pace at which a body arrives: it has a time limit, and a minimum rate.
struct BodyPace {
    private let limits: ServerLimits
    private let begin: NIODeadline
    private var received = 0

    /// How long a body may take before its rate counts: a first packet may be late.
    private static let grace = TimeAmount.seconds(5)
    /// How often the pace is checked.
    static let interval = TimeAmount.seconds(1)

    init(_ limits: ServerLimits, at now: NIODeadline = .now()) {
        self.limits = limits
        begin = now
    }

    mutating func receive(_ bytes: Int) { received += bytes }

    /// Whether a body that is incomplete by now is too slow.
    func isTooSlow(at now: NIODeadline) -> Bool {
        let time = now - begin
        if time >= .seconds(Int64(limits.requestTimeout)) { return true }
        let seconds = time.nanoseconds / 1_000_000_000
        return time >= Self.grace && Int64(received) < Int64(limits.bodyRate) * seconds
    }
}
