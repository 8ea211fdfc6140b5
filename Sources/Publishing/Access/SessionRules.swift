/// How long operators stay signed in.
public struct SessionRules: Sendable, Equatable {
    /// Seconds without a request after which a session is over.
    public var idleTimeout = 8 * 3600
    /// Seconds after which a session is over in any case.
    public var lifetime = 7 * 86_400

    public init() {}

    /// Whether a session may be used at an instant.
    public func allow(_ session: OperatorSession, at now: Instant) -> Bool {
        session.operator.isValid(at: now) && now < session.expiresAt
            && now < session.lastUsedAt.adding(seconds: idleTimeout)
    }

    /// Whether it is time to write down that a session is used: not each time, but often enough.
    public func isNoteworthy(_ session: OperatorSession, at now: Instant) -> Bool {
        now >= session.lastUsedAt.adding(seconds: min(60, max(1, idleTimeout / 4)))
    }
}
