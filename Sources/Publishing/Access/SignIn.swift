public import HomeBlocks

/// The session of a signed-in operator.
public struct OperatorSession: Sendable {
    public let `operator`: Credential
    public let createdAt: Instant
    public let lastUsedAt: Instant
    /// The end of the session, even if it is in use.
    public let expiresAt: Instant

    public init(operator: Credential, createdAt: Instant, lastUsedAt: Instant, expiresAt: Instant) {
        self.operator = `operator`
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}

/// The time limits of sessions.
public struct SessionRules: Sendable, Equatable {
    /// The number of seconds without a request after which a session ends.
    public var idleTimeout = 8 * 3600
    /// The number of seconds after which a session ends in any case.
    public var lifetime = 7 * 86_400

    public init() {}

    /// Whether a session may be used at an instant.
    public func allow(_ session: OperatorSession, at now: Instant) -> Bool {
        session.operator.isValid(at: now) && now < session.expiresAt
            && now < session.lastUsedAt.adding(seconds: idleTimeout)
    }

    /// Whether to store the last use of a session again: not with every request, but often enough for the idle timeout.
    public func shouldRecordUse(_ session: OperatorSession, at now: Instant) -> Bool {
        now >= session.lastUsedAt.adding(seconds: min(60, max(1, idleTimeout / 4)))
    }
}

/// The body of a sign-in.
public struct SignIn: Sendable {
    public let name: String
    public let password: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "password"])
        reader.require("name", "password")
        let name = reader.givenOperatorName("name")
        let password = reader.givenPassword("password")
        (self.name, self.password) = try reader.finish("The sign-in failed", name, password)
    }
}

/// An operator and the stored hash of the password.
public struct SignInRecord: Sendable {
    public let `operator`: Credential
    public let hash: [UInt8]

    public init(operator: Credential, hash: [UInt8]) {
        self.operator = `operator`
        self.hash = hash
    }
}

/// The body of a password change.
public struct PasswordChange: Sendable {
    public let current: String
    public let new: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["current", "new"])
        reader.require("current", "new")
        let current = reader.givenPassword("current")
        let new = reader.password("new")
        (self.current, self.new) = try reader.finish("The password was not changed", current, new)
    }
}

/// The body that creates the first operator.
public struct SetUp: Sendable {
    public let secret: String
    public let plan: CredentialPlan
    public let password: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["secret", "name", "password"])
        reader.require("secret", "name", "password")
        let secret = reader.text("secret", "must be the part of the set-up link after #") { $0.utf8.count <= 128 }
        let operatorName = reader.operatorName("name")
        let password = reader.password("password")
        let name: String
        (self.secret, name, self.password) = try reader.finish(
            "The first operator was not created", secret, operatorName, password)
        plan = CredentialPlan(firstOperator: name)
    }
}
