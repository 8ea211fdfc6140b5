/// Why something could not be done. One table in the server turns these into HTTP answers.
public enum PublishingError: Error, Sendable {
    /// The thing that was named does not exist.
    case notFound(String)
    /// The input could not be read at all.
    case malformed(String)
    /// The input could be read, but breaks a rule.
    case invalid(InvalidInput)
    /// Somebody changed the order since the caller read it.
    case orderChanged(OrderState)
    /// Somebody changed the page since the caller read it; this revision is live now, or the page is gone.
    case pageChanged(LiveRevision?)
    /// The credential is missing, wrong, expired or revoked.
    case unauthorized(String)
    /// The credential is good, but its role is too low.
    case forbidden(needed: Role)
    /// The store cannot do it now: the disk is full, the file is read-only, and so on.
    case unavailable(String)
    /// A fault of the program. The text is for its log, never for a client.
    case fault(String)

    /// There is no page of a name.
    public static func noPage(_ slug: String) -> PublishingError {
        .notFound("There is no page \"\(slug.prefix(64))\". GET /pages lists them.")
    }
}
