import Publishing
import SQLStore

/// An error of PostgreSQL or of the connection to it.
enum PostgreSQLError: Error, Equatable {
    /// The server rejected a statement or could not run it.
    case server(state: String, message: String)
    /// There is no connection, or it was lost. Uncommitted changes were not made.
    case lost(String)
    /// The server did not respond in time. The outcome of the statement is unknown, and the connection is unusable.
    case timedOut
    /// All connections were busy until the deadline.
    case busy
    /// The connection was lost during COMMIT, and no new one could be opened to find out the outcome.
    case outcomeUnknown

    var isLost: Bool {
        switch self {
        case .lost, .timedOut: true
        // The server closes the connection with these.
        case .server(let state, _): state.hasPrefix("57P") || state.hasPrefix("08") || state == "25P03"
        default: false
        }
    }

    /// A lock could not be acquired in time.
    static let lockTimeout = "55P03"

    /// A statement was prepared for an older schema.
    static let outdatedStatement = "0A000"

    /// The state for which a transaction is retried from its beginning; nil for any other error.
    var retryState: String? {
        switch self {
        // A serialization failure and a deadlock.
        case .server(let state, _) where ["40001", "40P01", Self.outdatedStatement].contains(state): state
        default: nil
        }
    }
}

extension PostgreSQLError: SQLFailure {
    var publishingError: PublishingError {
        switch self {
        case .lost, .timedOut: .unavailable(.unreachable)
        case .busy: .unavailable(.busy)
        case .outcomeUnknown: .unavailable(.outcomeUnknown)
        case .server(let state, let message):
            switch state {
            case Self.lockTimeout, "57014", "40001", "40P01": .unavailable(.busy)
            case "53100": .unavailable(.diskFull)
            case "25006", "42501": .unavailable(.readOnly(cause: "\(state): \(message)"))
            case "58030": .unavailable(.diskError(cause: "\(state): \(message)"))
            case "XX001", "XX002": .unavailable(.damaged)
            case "23P01": .conflict("Takeovers of a page must not overlap.")
            case _ where isLost || state.hasPrefix("53"): .unavailable(.unreachable)
            default: .internalError("\(state): \(message)")
            }
        }
    }
}
