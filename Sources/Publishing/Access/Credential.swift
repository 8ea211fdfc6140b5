public import HomeBlocks

/// A stored token or operator, without its secret.
public struct Credential: Sendable, Equatable, Codable {
    public enum Kind: String, Sendable, Codable {
        case token
        case `operator`
    }

    public let kind: Kind
    public let id: String
    public let name: String
    public let role: Role
    public let created: Authorship
    public let expiresAt: Instant?
    public let lastUsedAt: Instant?
    public let revokedAt: Instant?

    public init(
        kind: Kind = .token, id: String, name: String, role: Role, created: Authorship, expiresAt: Instant? = nil,
        lastUsedAt: Instant? = nil, revokedAt: Instant? = nil
    ) {
        self.kind = kind
        self.id = id
        self.name = name
        self.role = role
        self.created = created
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.revokedAt = revokedAt
    }

    /// Whether it may be used at an instant.
    public func isValid(at now: Instant) -> Bool { revokedAt == nil && expiresAt.map { now < $0 } ?? true }

    /// Why it may not be used at an instant; nil if it may.
    public func refusal(at now: Instant) -> String? {
        isValid(at: now) ? nil : revokedAt == nil ? "it has expired" : "it was revoked"
    }

    public var actor: Actor { Actor(credential: id, name: name, role: role) }

    public var json: JSONObject {
        func text(_ instant: Instant?) -> JSONValue { instant.map { .string($0.rfc3339) } ?? .null }
        var members: JSONObject = [
            "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
            "createdBy": .string(created.by), "createdAt": text(created.at), "revokedAt": text(revokedAt),
        ]
        if kind == .token {
            members["expiresAt"] = text(expiresAt)
            members["lastUsedAt"] = text(lastUsedAt)
        }
        return members
    }
}
