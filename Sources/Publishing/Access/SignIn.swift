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
        // An earlier rule may have allowed other passwords: a wrong one is simply wrong.
        let password = reader.text("password", "must be a text of at most \(Password.lengths.upperBound) characters") {
            $0.unicodeScalars.count <= Password.lengths.upperBound
        }
        try reader.finish("Nobody was signed in")
        guard let name, let password else { throw .fault("a sign-in without faults cannot be read") }
        self.name = name
        self.password = password
    }
}
