/// The person or program that performs an action, for the audit log and for "changed by".
public struct Actor: Sendable, Equatable {
    /// The credential's ID. Retries are recognized per credential.
    public let credential: String
    /// The display name.
    public let name: String
    /// Who counts as the author in reviews: the operator, or the creator of a token.
    public let person: String
    /// The preview link with which a request was sent in the name of its creator.
    public let link: Int64?
    public let rights: Rights
    /// The authorization, which is checked again when a change is made. nil for the program itself, the command line
    /// and the token from the environment, which are not in the database.
    public let authorization: Authorization?

    /// - Parameter person: nil for the name.
    public init(
        credential: String, name: String, person: String? = nil, link: Int64? = nil, rights: Rights,
        authorization: Authorization? = nil
    ) {
        self.credential = credential
        self.name = name
        self.person = person ?? name
        self.link = link
        self.rights = rights
        self.authorization = authorization
    }

    /// Creates an actor with a role on all pages.
    public init(credential: String, name: String, role: Role, authorization: Authorization? = nil) {
        self.init(credential: credential, name: name, rights: Rights(role), authorization: authorization)
    }

    /// Returns the actor with an authorization.
    public func authorized(by authorization: Authorization) -> Actor {
        Actor(
            credential: credential, name: name, person: person, link: link, rights: rights, authorization: authorization
        )
    }

    /// Someone who runs commands on the machine itself.
    public static let console = Actor(credential: "local", name: "command line", role: .admin)
    /// The program itself, on its first start.
    public static let program = Actor(credential: "program", name: "homeblocks", role: .admin)
}

/// The credential of an actor and the role that a change requires. Both are checked again in the transaction of the
/// change, because the credential may end while the request's body arrives.
public struct Authorization: Sendable, Equatable {
    public enum Proof: Sendable, Equatable {
        /// The token whose ID is the actor's credential.
        case token
        /// The session with this hash, as long as the rules allow it.
        case session(hash: [UInt8], SessionRules)
        /// The preview link whose secret has this hash, and which may approve.
        case link(hash: [UInt8])
    }

    public let proof: Proof
    public let needed: Role
    /// What the change acts on.
    public let scope: Scope

    public init(_ proof: Proof, needs needed: Role, on scope: Scope = .everything) {
        self.proof = proof
        self.needed = needed
        self.scope = scope
    }
}

/// The reason that a credential does not allow a request.
public struct AuthorizationFailure: Sendable, Equatable {
    public enum Cause: Sendable, Equatable {
        /// The token is unknown, expired or revoked; the reason says which.
        case token(reason: String)
        /// The session has ended.
        case session
        /// The role is too low.
        case role(held: Role, needed: Role, on: Scope = .everything)
        /// The caller has no role on the page. The response must equal that for a page that does not exist.
        case page(String)
    }

    /// The sender of the request; nil if unknown.
    public let actor: Actor?
    public let cause: Cause

    public init(_ cause: Cause, of actor: Actor?) {
        self.cause = cause
        self.actor = actor
    }

    /// The cause as it appears in the log and the audit log.
    public var reason: String {
        switch cause {
        case .token(let reason): reason
        case .session: "the session has ended"
        case .role(let held, _, _): "the role is \(held.rawValue)"
        case .page: "the caller has no role on the page"
        }
    }
}

/// The author and time of a change.
public struct Authorship: Sendable, Equatable {
    public let by: String
    public let at: Instant

    public init(by: String, at: Instant) {
        self.by = by
        self.at = at
    }
}
