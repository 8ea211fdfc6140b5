/// Why something could not be done. One table in the server turns these into HTTP answers.
public enum PublishingError: Error, Sendable, Equatable {
    /// The thing that was named does not exist.
    case notFound(String)
    /// The input could not be read at all.
    case malformed(String)
    /// The input could be read, but breaks a rule.
    case invalid(InvalidInput)
    /// The input is larger than a limit allows.
    case tooLarge(String)
    /// What is asked for contradicts what exists.
    case conflict(String)
    /// Somebody changed the order since the caller read it.
    case orderChanged(OrderState)
    /// The credential is missing, wrong, expired or revoked.
    case unauthorized(String)
    /// The credential is good, but its role is too low.
    case forbidden(needed: Role)
    /// The store cannot do it now: the disk is full, the file is read-only, and so on.
    case unavailable(String)
    /// A fault of the program. The text is for its log, never for a client.
    case fault(String)
}
