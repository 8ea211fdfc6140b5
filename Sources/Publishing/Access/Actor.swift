/// Who does something: for the audit log and for "changed by".
public struct Actor: Sendable, Equatable {
    /// The credential's id; retries are recognised per credential.
    public let credential: String
    /// The name that people know it by.
    public let name: String
    public let role: Role
    /// What is checked again when a change is made; nil for the program itself, the command line and the token of the
    /// environment, which the database does not know.
    public let authorization: Authorization?

    public init(credential: String, name: String, role: Role, authorization: Authorization? = nil) {
        self.credential = credential
        self.name = name
        self.role = role
        self.authorization = authorization
    }

    /// The same actor, allowed by a credential.
    public func authorized(by authorization: Authorization) -> Actor {
        Actor(credential: credential, name: name, role: role, authorization: authorization)
    }

    /// Someone at the machine itself, with access to the file.
    public static let console = Actor(credential: "local", name: "command line", role: .admin)
    /// The program, on its first start.
    public static let program = Actor(credential: "program", name: "homeblocks", role: .admin)
}

/// What an operator may do. Each role includes the ones before it.
public enum Role: String, Sendable, CaseIterable, Comparable {
    /// May read everything.
    case viewer
    /// May change drafts.
    case editor
    /// May change what is live, releases and takeovers.
    case publisher
    /// May manage operators, tokens and pages.
    case admin

    public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .viewer: 0
        case .editor: 1
        case .publisher: 2
        case .admin: 3
        }
    }
}

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

/// Who did something, and when.
public struct Authorship: Sendable, Equatable {
    public let by: String
    public let at: Instant

    public init(by: String, at: Instant) {
        self.by = by
        self.at = at
    }
}
