public import HomeBlocks

/// A token or an operator that is to be made.
public struct CredentialPlan: Sendable, Equatable {
    public let kind: Credential.Kind
    public let name: String
    public let role: Role
    /// For a token: when it ends; nil is never.
    public let expiresAt: Instant?
    /// For an operator: the password that was chosen; nil has one made.
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

    /// The operator whom the first start's link makes.
    init(firstOperator name: String) {
        kind = .operator
        self.name = name
        role = .admin
        expiresAt = nil
        password = nil
    }

    /// Reads a body.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(_ kind: Credential.Kind, json: JSONValue, at now: Instant) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "role", kind == .token ? "expiresAt" : "password"])
        reader.require("name", "role")
        let name = reader.title("name")
        let role = reader.role("role")
        expiresAt = kind == .token ? reader.instant("expiresAt") : nil
        if let expiresAt, expiresAt <= now { reader.fault("expiresAt", "must be in the future") }
        password = kind == .token ? nil : reader.password("password")
        try reader.finish("The \(kind.rawValue) was not made")
        guard let name, let role else { throw .internalError("a credential without faults cannot be read") }
        self.kind = kind
        self.name = name
        self.role = role
    }
}
