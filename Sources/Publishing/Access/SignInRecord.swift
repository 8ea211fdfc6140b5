/// An operator, and the hash that a password was compared with.
public struct SignInRecord: Sendable {
    public let `operator`: Credential
    public let hash: [UInt8]

    public init(operator: Credential, hash: [UInt8]) {
        self.operator = `operator`
        self.hash = hash
    }
}
