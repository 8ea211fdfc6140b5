/// What allows an actor to make a change: a credential and the role that the change needs. It is checked again in the
/// transaction that makes the change, since the credential may end while the request's body arrives.
public struct Authorization: Sendable, Equatable {
    public enum Proof: Sendable, Equatable {
        /// The token that the actor's credential names.
        case token
        /// The session with this hash, as long as these rules allow it.
        case session(hash: [UInt8], SessionRules)
    }

    public let proof: Proof
    public let needed: Role

    public init(_ proof: Proof, needs needed: Role) {
        self.proof = proof
        self.needed = needed
    }
}

/// Why a credential does not allow a request.
public struct AuthorizationFailure: Sendable, Equatable {
    public enum Cause: Sendable, Equatable {
        /// The token is unknown, expired or revoked, as the reason says.
        case token(reason: String)
        /// The session has ended.
        case session
        /// The role is too low.
        case role(needed: Role)
    }

    /// Who sent the request; nil if that is unknown.
    public let actor: Actor?
    public let cause: Cause

    public init(_ cause: Cause, of actor: Actor?) {
        self.cause = cause
        self.actor = actor
    }

    /// The cause in the words of the log and the audit log.
    public var reason: String {
        switch cause {
        case .token(let reason): reason
        case .session: "the session has ended"
        case .role: "the role is \(actor?.role.rawValue ?? "unknown")"
        }
    }
}
