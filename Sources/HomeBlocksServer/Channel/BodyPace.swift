import NIOCore

/// How a request's body comes in: within a time, and not slower than a rate.
struct BodyPace {
    private let limits: ServerLimits
    private let begin: NIODeadline
    private var received = 0

    /// How long a body may take before its rate is looked at: a first packet may be late.
    private static let patience = TimeAmount.seconds(5)
    /// How often it is looked at.
    static let interval = TimeAmount.seconds(1)

    init(_ limits: ServerLimits, at now: NIODeadline = .now()) {
        self.limits = limits
        begin = now
    }

    mutating func receive(_ bytes: Int) { received += bytes }

    /// Whether a client that has not sent all of it by now is too slow.
    func isTooSlow(at now: NIODeadline) -> Bool {
        let time = now - begin
        if time >= .seconds(Int64(limits.requestTimeout)) { return true }
        let seconds = time.nanoseconds / 1_000_000_000
        return time >= Self.patience && Int64(received) < Int64(limits.bodyRate) * seconds
    }
}
