import NIOCore

/// Limits the time in which a request arrives: its head, then its body.
///
/// The event loop counts the seconds. If the process stands still, as when its machine is paused, that counts as one second
/// at most: the loop reads what arrived in the meantime before it counts the next one.
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
        checkHead(secondsLeft: limits.headerTimeout, on: loop)
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

    private func checkHead(secondsLeft: Int, on loop: any EventLoop) {
        checkInASecond(on: loop) { timer in
            guard secondsLeft > 1 else { return timer.onLateHead() }
            timer.checkHead(secondsLeft: secondsLeft - 1, on: loop)
        }
    }

    private func checkPace(on loop: any EventLoop) {
        checkInASecond(on: loop) { timer in
            timer.pace?.passSecond()
            guard let pace = timer.pace else { return }
            guard pace.isTooSlow else { return timer.checkPace(on: loop) }
            timer.stop()
            timer.onLateBody()
        }
    }

    private func checkInASecond(on loop: any EventLoop, _ act: @escaping (RequestTimer) -> Void) {
        let bound = NIOLoopBound((self, act), eventLoop: loop)
        check = loop.scheduleTask(in: .seconds(1)) {
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
    private var seconds = 0
    private var received = 0

    /// For how many seconds the rate does not count: a first packet may be late.
    private static let grace = 5

    init(_ limits: ServerLimits) { self.limits = limits }

    mutating func passSecond() { seconds += 1 }

    mutating func receive(_ bytes: Int) { received += bytes }

    /// Whether a body that is incomplete by now is too slow.
    var isTooSlow: Bool {
        seconds >= limits.requestTimeout || (seconds >= Self.grace && received < limits.bodyRate * seconds)
    }
}
