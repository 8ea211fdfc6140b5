/// An operator who is signed in.
public struct OperatorSession: Sendable {
    public let `operator`: Credential
    public let createdAt: Instant
    public let lastUsedAt: Instant
    /// It is over then, however much it is used.
    public let expiresAt: Instant

    public init(operator: Credential, createdAt: Instant, lastUsedAt: Instant, expiresAt: Instant) {
        self.operator = `operator`
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.expiresAt = expiresAt
    }
}
