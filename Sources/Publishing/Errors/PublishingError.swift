public import HomeBlocks

/// Why something could not be done. One table in the server turns these into HTTP responses.
public enum PublishingError: Error, Sendable {
    /// The thing that was named does not exist.
    case notFound(String)
    /// The input could not be read at all.
    case malformed(String)
    /// The input could be read, but breaks a rule.
    case invalid(InvalidInput)
    /// The input could be read and breaks no rule by itself, but what is there stands against it.
    case conflict(String)
    /// What the caller was given earlier does not hold any longer: request it again.
    case outdated(String)
    /// Someone changed the thing since the caller read it.
    case changed(CurrentState)
    /// The settings require `If-Match`, and the request has none.
    case preconditionRequired
    /// No credential was given, or it was ended in the meantime.
    case unauthorized(String)
    /// The credential that was given does not allow the request.
    case refused(AuthorizationFailure)
    /// The store cannot do it now: the disk is full, the file is read-only, and so on.
    case unavailable(StoreUnavailability)
    /// A bug of the program. The text is for its log, never for a client.
    case internalError(String)

    /// There is no block of a code.
    public static func noBlock(_ code: String) -> PublishingError {
        .notFound("The page has no block \"\(code.prefix(128))\".")
    }

    /// A page has no draft.
    public static func noDraft(_ slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no draft. A change to it creates one.")
    }

    /// There is no page of a name.
    public static func noPage(_ slug: String) -> PublishingError {
        .notFound("There is no page \"\(slug.prefix(64))\". GET /pages lists them.")
    }

    /// A page has no revision of a number.
    public static func noRevision(_ number: Int, of slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no revision \(number).")
    }

    /// A page has nothing live, or had nothing at some instant.
    public static func nothingLive(on slug: String, isPast: Bool = false) -> PublishingError {
        .notFound("The page \"\(slug)\" \(isPast ? "had nothing live at that time" : "has nothing live yet").")
    }

    /// A page has no release of an id.
    public static func noRelease(_ id: Int64, of slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no release \(id).")
    }

    /// A page has no takeover of an id.
    public static func noTakeover(_ id: Int64, of slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no takeover \(id).")
    }
}

/// Why the store cannot do something now.
public enum StoreUnavailability: Sendable, Equatable {
    case cancelled
    case diskFull
    case locked
    case readOnly(cause: String)
    case diskError(cause: String)
    case damaged
    /// The file of the database was replaced or removed.
    case replaced
    /// A newer program has changed the schema.
    case newerSchema
    /// The database's server cannot be reached, or stops.
    case unreachable
    /// Other changes took too long.
    case busy
    /// The node could not confirm for some time that it knows all changes.
    case unconfirmed
    /// The connection was lost while the change was being made.
    case outcomeUnknown

    /// What the database said, for the log.
    public var cause: String? {
        switch self {
        case .readOnly(let cause), .diskError(let cause): cause
        default: nil
        }
    }

    /// What was wrong and what to do, for the caller.
    public var message: String {
        switch self {
        case .cancelled: "The request was cancelled before it was done. Nothing was changed. Try again."
        case .diskFull: "The disk is full. Nothing was changed; reads go on. Make room, then try again."
        case .locked: "The database is locked by another program. Nothing was changed. Try again."
        case .readOnly: "The database cannot be written. Nothing was changed; reads go on."
        case .diskError: "The disk reported an error. Nothing was changed; reads go on where they can."
        case .damaged: "The database file is damaged. Restore it from a backup."
        case .replaced:
            "The database file was replaced or removed. Stop the server, put it back, and start again."
        case .newerSchema: "A newer program has brought the database up to date. Start that one."
        case .unreachable: "The database cannot be reached. Nothing was changed; reads go on. Try again."
        case .unconfirmed:
            "This node has not been able to confirm with the database for two seconds or more that it knows all changes. "
                + "Reads go on with what it knows. It becomes ready by itself; other nodes may be ready now."
        case .busy: "The database is busy with other changes. Nothing was changed. Try again."
        case .outcomeUnknown:
            "The connection to the database was lost while the change was made. It may have been made. Repeat it with the "
                + "same Idempotency-Key, or read the state and send its ETag in If-Match."
        }
    }
}

/// What a caller gets whose precondition does not hold: how the thing is now, and who changed it.
public struct CurrentState: Sendable, Equatable {
    /// What it is about, as part of a sentence: "the order".
    public let subject: String
    /// The state as a read of it returns it; nil if there is no such thing.
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

    /// The state of a thing that the caller takes to be there.
    public static func absent(_ subject: String) -> CurrentState { CurrentState(subject, json: nil, tag: nil) }
}
