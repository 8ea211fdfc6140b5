public import HomeBlocks

/// When and with which words a draft is made live.
public struct Publication: Sendable, Equatable {
    /// nil is now.
    public let at: Instant?
    public let message: String

    public static let longestMessage = 500

    public init(at: Instant? = nil, message: String = "") {
        self.at = at
        self.message = message
    }

    /// Reads a body that has nothing but a message.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public static func message(json: JSONValue) throws(PublishingError) -> String {
        var reader = try BodyReader(json, members: ["message"])
        let message = reader.message()
        try reader.finish("Nothing was changed")
        return message
    }

    /// Reads a body; none at all is an empty one.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per fault.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["at", "message"])
        at = reader.instant("at")
        message = reader.message()
        try reader.finish("The draft was not published")
    }
}
