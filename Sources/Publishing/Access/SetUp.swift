public import HomeBlocks

/// What the first operator says who follows the link of the first start.
public struct SetUp: Sendable {
    public let secret: String
    public let plan: CredentialPlan
    public let password: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["secret", "name", "password"])
        reader.require("secret", "name", "password")
        let secret = reader.text("secret", "must be what stands in the link behind #") { $0.utf8.count <= 128 }
        let name = reader.title("name")
        let password = reader.password("password")
        try reader.finish("The first operator was not made")
        guard let secret, let name, let password else { throw .internalError("a set-up without faults cannot be read") }
        self.secret = secret
        self.password = password
        plan = CredentialPlan(firstOperator: name)
    }
}
