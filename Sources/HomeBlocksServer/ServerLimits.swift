/// What clients may cost: places, and seconds for each phase of a request.
public struct ServerLimits: Sendable {
    /// Connections beyond this many are told to come back later.
    public var connections = 10_000
    /// Connections of one client beyond this many are told so.
    public var connectionsPerClient = 1_000
    /// Requests that may be in progress at once, besides those that are answered from memory.
    public var requests = 1_024
    /// Of those, how many may be changes of operators.
    public var changes = 64
    /// Seconds from the first byte of a request to the end of its head; for a handshake too.
    public var headerTimeout = 10
    /// Seconds in which a request's body must have arrived.
    public var requestTimeout = 30
    /// The bytes a second that a body must come with, on average, once it has taken some seconds.
    public var bodyRate = 512
    /// Seconds in which an answer must be made, once the request is there.
    public var handlerTimeout = 30
    /// Seconds after which a client that takes nothing of what waits for it is cut.
    public var writeTimeout = 30
    /// Seconds after which a connection without a request is closed.
    public var idleTimeout = 60

    public init() {}

    /// Connections that are opened at all: some more, so that those who are too many can be told. The others wait.
    var acceptedConnections: Int { connections + spareConnections }

    /// How many bodies of clients without a credential are read at once: parameters of reads, sign-ins.
    var anonymousBodies: Int { max(2, changes / 4) }

    private var spareConnections: Int { min(256, max(8, connections / 8)) }

    /// Lowers the number of connections to what a number of file descriptors allows, besides those for the database,
    /// the log and the event loops.
    public mutating func fit(descriptors: Int) {
        connections = max(1, min(connections, descriptors - 64))
        connections = max(1, min(connections, descriptors - 64 - spareConnections))
    }
}
