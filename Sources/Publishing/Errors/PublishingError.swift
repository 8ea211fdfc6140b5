public import HomeBlocks

/// The reason that an operation failed. One table in the server maps errors to HTTP responses.
public enum PublishingError: Error, Sendable {
    /// The named resource does not exist.
    case notFound(String)
    /// The input could not be parsed.
    case malformed(String)
    /// The input could be parsed, but breaks a rule.
    case invalid(InvalidInput)
    /// The input is valid, but conflicts with the current state.
    case conflict(String)
    /// Clients would get something that has to be approved first.
    case reviewRequired(String)
    /// A value that the caller received earlier is no longer valid and must be requested again.
    case outdated(String)
    /// Someone changed the resource after the caller read it.
    case changed(CurrentState)
    /// The settings require `If-Match`, and the request has none.
    case preconditionRequired
    /// There is no credential, or it has ended in the meantime.
    case unauthorized(String)
    /// The credential does not allow the request.
    case refused(AuthorizationFailure)
    /// The store cannot do it now: the disk is full, the file is read-only, and so on.
    case unavailable(StoreUnavailability)
    /// A bug in the program. The text is for the log, never for a client.
    case internalError(String)

    /// The error for an unknown block.
    public static func noBlock(_ code: String) -> PublishingError {
        .notFound("The page has no block \"\(code.prefix(128))\".")
    }

    /// The error for a page without a draft.
    public static func noDraft(_ slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no draft. A change to it creates one.")
    }

    /// The error for an unknown page.
    public static func noPage(_ slug: String) -> PublishingError {
        .notFound("There is no page \"\(slug.prefix(64))\". GET /pages lists them.")
    }

    /// The error for an unknown revision.
    public static func noRevision(_ number: Int, of slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no revision \(number).")
    }

    /// The error for a page that has nothing live, or had nothing live at some instant.
    public static func nothingLive(on slug: String, isPast: Bool = false) -> PublishingError {
        .notFound("The page \"\(slug)\" \(isPast ? "had nothing live at that time" : "has nothing live yet").")
    }

    /// The error for an unknown release.
    public static func noRelease(_ id: Int64, of slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no release \(id).")
    }

    /// The error for an unknown takeover.
    public static func noTakeover(_ id: Int64, of slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no takeover \(id).")
    }
}

/// The reason that the store is unavailable now.
public enum StoreUnavailability: Sendable, Equatable {
    case cancelled
    case diskFull
    case locked
    case readOnly(cause: String)
    case diskError(cause: String)
    case damaged
    /// The database file was replaced or removed.
    case replaced
    /// A newer version of the program has changed the schema.
    case newerSchema
    /// The database server cannot be reached, or is shutting down.
    case unreachable
    /// Other changes took too long.
    case busy
    /// The node could not confirm for some time that it has all changes.
    case unconfirmed
    /// The connection was lost while the change was being made.
    case outcomeUnknown

    /// The database's message, for the log.
    public var cause: String? {
        switch self {
        case .readOnly(let cause), .diskError(let cause): cause
        default: nil
        }
    }

    /// The problem and what to do about it, for the caller.
    public var message: String {
        switch self {
        case .cancelled: "The request was cancelled before it was done. Nothing was changed. Try again."
        case .diskFull: "The disk is full. Nothing was changed; reads still work. Free some space, then try again."
        case .locked: "The database is locked by another program. Nothing was changed. Try again."
        case .readOnly: "The database cannot be written to. Nothing was changed; reads still work."
        case .diskError: "The disk reported an error. Nothing was changed; reads still work where possible."
        case .damaged: "The database file is damaged. Restore it from a backup."
        case .replaced:
            "The database file was replaced or removed. Stop the server, put it back, and start again."
        case .newerSchema: "A newer version of HomeBlocks has migrated the database. Run that version."
        case .unreachable: "The database cannot be reached. Nothing was changed; reads still work. Try again."
        case .unconfirmed:
            "This node has not been able to confirm with the database for two seconds or more that it knows all changes. "
                + "Reads still work with the last known state. "
                + "It becomes ready by itself; other nodes may be ready now."
        case .busy: "The database is busy with other changes. Nothing was changed. Try again."
        case .outcomeUnknown:
            "The connection to the database was lost while the change was made. It may have been made. Repeat it with the "
                + "same Idempotency-Key, or read the state and send its ETag in If-Match."
        }
    }
}

/// The current state of a resource whose precondition failed, and who changed it.
public struct CurrentState: Sendable, Equatable {
    /// The resource, as part of a sentence: "the order".
    public let subject: String
    /// The state as a read returns it; nil if the resource does not exist.
    public let json: JSONObject?
    public let tag: StateTag?
    public let changedBy: String
    public let changedAt: Instant

    public init(
        _ subject: String, json: JSONObject?, tag: StateTag?, changedBy: String = "",
        changedAt: Instant = Instant(milliseconds: 0)
    ) {
        self.subject = subject
        self.json = json
        self.tag = tag
        self.changedBy = changedBy
        self.changedAt = changedAt
    }

    /// Returns the state of a resource that the caller expects but that does not exist.
    public static func absent(_ subject: String) -> CurrentState { CurrentState(subject, json: nil, tag: nil) }
}
