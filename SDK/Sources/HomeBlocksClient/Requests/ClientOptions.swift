public import Foundation

/// How patient a client is.
public struct ClientOptions: Sendable {
    /// How long a server may say nothing, in whole seconds, 1 at least.
    public var timeout: TimeInterval
    /// How long a request may take with all of its tries, in seconds.
    public var deadline: TimeInterval
    /// How often a request is made at most, when the server is busy (429) or at fault (500, 502, 503, 504).
    public var attempts: Int
    /// About how long to wait before the second try, in seconds; twice as long before each further one.
    public var backoff: TimeInterval
    /// The longest wait that the server may ask for, in seconds; if it asks for more, there is no further try.
    public var longestWait: TimeInterval

    /// Options; those of an ordinary app unless told.
    public init(
        timeout: TimeInterval = 15, deadline: TimeInterval = 40, attempts: Int = 3, backoff: TimeInterval = 0.5,
        longestWait: TimeInterval = 10
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.attempts = attempts
        self.backoff = backoff
        self.longestWait = longestWait
    }
}
