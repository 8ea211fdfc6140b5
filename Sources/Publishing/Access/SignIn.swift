public import HomeBlocks

/// What somebody says who signs in.
public struct SignIn: Sendable {
    public let name: String
    public let password: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["name", "password"])
        reader.require("name", "password")
        let name = reader.title("name")
        let password = reader.givenPassword("password")
        try reader.finish("Nobody was signed in")
        guard let name, let password else { throw .internalError("a sign-in without faults cannot be read") }
        self.name = name
        self.password = password
    }
}
