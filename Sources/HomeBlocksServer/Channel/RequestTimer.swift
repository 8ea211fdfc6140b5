import NIOCore

/// Limits the time for a request's head and then its body to arrive.
///
/// The event loop counts the seconds. A pause of the process, for example of its virtual machine, counts as at most one
/// second, because the loop reads the data that arrived in the meantime before it counts the next one.
final class RequestTimer {
    private let limits: ServerLimits
    private var check: Scheduled<Void>?
    private var pace: BodyPace?
    /// Called when the head is late.
    var onLateHead: () -> Void = {}
    /// Called when the body is late.
    var onLateBody: () -> Void = {}

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Starts the timer for a head.
    func expectHead(on loop: any EventLoop) {
        guard check == nil else { return }
        checkHead(secondsLeft: limits.headerTimeout, on: loop)
    }

    /// Starts the timer for a body.
    func expectBody(on loop: any EventLoop) {
        guard pace == nil else { return }
        stop()
        pace = BodyPace(limits)
        checkPace(on: loop)
    }

    func receive(_ bytes: Int) { pace?.receive(bytes) }

    /// Stops the timer.
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

/// The rate at which a body arrives. It has a time limit and a minimum rate.
struct BodyPace {
    private let limits: ServerLimits
    private var seconds = 0
    private var received = 0

    /// The seconds for which the rate does not count, because the first packet may be late.
    private static let grace = 5

    init(_ limits: ServerLimits) { self.limits = limits }

    mutating func passSecond() { seconds += 1 }

    mutating func receive(_ bytes: Int) { received += bytes }

    /// Whether a body that is still incomplete is too slow.
    var isTooSlow: Bool {
        seconds >= limits.requestTimeout || (seconds >= Self.grace && received < limits.bodyRate * seconds)
    }
}
