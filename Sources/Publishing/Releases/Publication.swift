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
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public static func message(json: JSONValue) throws(PublishingError) -> String {
        var reader = try BodyReader(json, members: ["message"])
        let message = reader.message()
        try reader.finish("Nothing was changed")
        return message
    }

    /// Reads a body; none at all is an empty one.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public init(json: JSONValue) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["at", "message"])
        at = reader.instant("at")
        message = reader.message()
        try reader.finish("The draft was not published")
    }

    /// Decides the instant from which the draft is live.
    ///
    /// - Parameter lastChange: when the page was changed last, or `now` if that is later.
    /// - Throws: ``PublishingError/invalid(_:)`` if a planned instant is not later than that.
    public func instant(after lastChange: Instant, at now: Instant) throws(PublishingError) -> Instant {
        guard let at, at <= lastChange else { return at ?? lastChange }
        var reason = "must be in the future; leave it out to publish now"
        if at > now {
            reason =
                "must be later than the page's last change, which is dated \(lastChange.rfc3339): the server's clock was "
                + "ahead then. `homeblocks check --repair` dates that change back"
        }
        throw .invalid(
            InvalidInput(
                "The draft was not published: /at \(reason).", issues: [ValidationIssue(JSONPointer(["at"]), reason)]))
    }
}
