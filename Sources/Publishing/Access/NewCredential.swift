/// A credential that is ready to be stored: what is known of it, and the hash of its secret.
public struct NewCredential: Sendable {
    public let id: String
    public let plan: CredentialPlan
    public let hash: [UInt8]

    public init(id: String, plan: CredentialPlan, hash: [UInt8]) {
        self.id = id
        self.plan = plan
        self.hash = hash
    }

    /// A token's.
    public init(_ token: AccessToken, plan: CredentialPlan) {
        self.init(id: token.id, plan: plan, hash: token.hash)
    }
}
