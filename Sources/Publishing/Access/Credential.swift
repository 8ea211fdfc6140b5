public import HomeBlocks

/// A stored token or operator, without its secret.
public struct Credential: Sendable, Equatable {
    public enum Kind: String, Sendable {
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

    /// Whether the credential is valid at an instant.
    public func isValid(at now: Instant) -> Bool { revokedAt == nil && expiresAt.map { now < $0 } ?? true }

    /// Returns why the credential is invalid at an instant; nil if it is valid.
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

/// A token or an operator to create.
public struct CredentialPlan: Sendable, Equatable {
    public let kind: Credential.Kind
    public let name: String
    public let role: Role
    /// The expiry of a token; nil for none.
    public let expiresAt: Instant?
    /// The chosen password of an operator; nil to generate one.
    public let password: String?

    public init(token name: String, role: Role, expiresAt: Instant? = nil) throws(PublishingError) {
        guard Identifier.isTitle(name) else {
            throw .invalid(InvalidInput("A token's name has 1 to 200 characters and no control characters."))
        }
        kind = .token
        self.name = name
        self.role = role
        self.expiresAt = expiresAt
        password = nil
    }

    /// Creates the plan for the operator that the first start's set-up link creates.
    init(firstOperator name: String) {
        kind = .operator
        self.name = name
        role = .admin
        expiresAt = nil
        password = nil
    }

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(_ kind: Credential.Kind, json: JSONValue, at now: Instant) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "role", kind == .token ? "expiresAt" : "password"])
        reader.require("name", "role")
        let name = kind == .token ? reader.title("name") : reader.operatorName("name")
        let role = reader.role("role")
        expiresAt = kind == .token ? reader.instant("expiresAt") : nil
        if let expiresAt, expiresAt <= now { reader.issue("expiresAt", "must be in the future") }
        password = kind == .token ? nil : reader.password("password")
        self.kind = kind
        (self.name, self.role) = try reader.finish("The \(kind.rawValue) was not created", name, role)
    }
}

/// A credential to store: its plan and the hash of its secret.
public struct NewCredential: Sendable {
    public let id: String
    public let plan: CredentialPlan
    public let hash: [UInt8]

    public init(id: String, plan: CredentialPlan, hash: [UInt8]) {
        self.id = id
        self.plan = plan
        self.hash = hash
    }

    /// Creates the credential of a token.
    public init(_ token: AccessToken, plan: CredentialPlan) {
        self.init(id: token.id, plan: plan, hash: token.hash)
    }
}

/// An admin's change to an operator.
public struct OperatorChange: Sendable {
    public let role: Role?
    /// The new password; nil to keep the current one.
    public let password: String?

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["role", "password"])
        role = reader.role("role")
        password = reader.password("password")
        if role == nil, password == nil, reader.issues.isEmpty {
            reader.issue("role", "is required if there is no \"password\"")
        }
        try reader.finish("The operator was not changed")
    }
}
