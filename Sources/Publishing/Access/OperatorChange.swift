public import HomeBlocks

/// What an admin changes of an operator.
public struct OperatorChange: Sendable {
    public let role: Role?
    /// The new password; nil leaves it.
    public let password: String?

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["role", "password"])
        role = reader.role("role")
        password = reader.password("password")
        if role == nil, password == nil, reader.faults.isEmpty { reader.fault("role", "or password is required") }
        try reader.finish("The operator was not changed")
    }
}
