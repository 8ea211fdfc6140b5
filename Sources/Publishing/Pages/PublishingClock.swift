/// Where the time comes from: the system's clock, or a test's.
public struct PublishingClock: Sendable {
    private let read: @Sendable () -> Instant

    public init(_ read: @escaping @Sendable () -> Instant) { self.read = read }

    /// How far ahead of the clock a change may be dated before the clock must have been wrong then.
    public static let toleratedSeconds = 60

    /// Whether a change is dated so far ahead that the clock must have been wrong.
    public static func wasWrong(for lastChange: Instant, at now: Instant) -> Bool {
        lastChange > now.adding(seconds: toleratedSeconds)
    }

    public var now: Instant { read() }

    public static let system = PublishingClock { .system }
}
