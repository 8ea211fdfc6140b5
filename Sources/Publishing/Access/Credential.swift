/// A stored credential, without its secret.
public struct Credential: Sendable, Equatable {
    public let id: String
    public let name: String
    public let role: Role
    public let createdAt: Instant
    public let expiresAt: Instant?
    public let revokedAt: Instant?

    public init(
        id: String, name: String, role: Role, createdAt: Instant, expiresAt: Instant? = nil, revokedAt: Instant? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }

    /// Whether it may be used at an instant.
    public func isValid(at now: Instant) -> Bool { revokedAt == nil && expiresAt.map { now < $0 } ?? true }

    public var actor: Actor { Actor(credential: id, name: name, role: role) }
}
