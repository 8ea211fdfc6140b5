public import HomeBlocks

/// What operators say who choose another password.
public struct PasswordChange: Sendable {
    public let current: String
    public let new: String

    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["current", "new"])
        reader.require("current", "new")
        let current = reader.givenPassword("current")
        let new = reader.password("new")
        try reader.finish("The password was not changed")
        guard let current, let new else { throw .internalError("a password without faults cannot be read") }
        self.current = current
        self.new = new
    }
}
