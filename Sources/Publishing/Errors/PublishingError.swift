/// Why something could not be done. One table in the server turns these into HTTP answers.
public enum PublishingError: Error, Sendable {
    /// The thing that was named does not exist.
    case notFound(String)
    /// The input could not be read at all.
    case malformed(String)
    /// The input could be read, but breaks a rule.
    case invalid(InvalidInput)
    /// The input could be read and breaks no rule by itself, but what is there stands against it.
    case conflict(String)
    /// Somebody changed the thing since the caller read it.
    case changed(CurrentState)
    /// No credential was given, or it was ended meanwhile.
    case unauthorized(String)
    /// The credential that was given does not allow the request.
    case refused(AuthorizationFailure)
    /// The store cannot do it now: the disk is full, the file is read-only, and so on.
    case unavailable(String)
    /// A fault of the program. The text is for its log, never for a client.
    case internalError(String)

    /// There is no block of a code.
    public static func noBlock(_ code: String) -> PublishingError {
        .notFound("The page has no block \"\(code.prefix(128))\".")
    }

    /// A page has no draft.
    public static func noDraft(_ slug: String) -> PublishingError {
        .notFound("The page \"\(slug)\" has no draft. A change to it makes one.")
    }

    /// There is no page of a name.
    public static func noPage(_ slug: String) -> PublishingError {
        .notFound("There is no page \"\(slug.prefix(64))\". GET /pages lists them.")
    }
}
