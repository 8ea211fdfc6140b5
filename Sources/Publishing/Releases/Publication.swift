public import HomeBlocks

/// When and with which words a draft is made live.
public struct Publication: Sendable, Equatable {
    /// nil is now.
    public let at: Instant?
    public let message: String
    /// Which changes of the draft are published; nil is all. The others stay in the draft.
    public let only: ChangeSelection?
    /// Whether it is validated and its outcome returned, but nothing is stored.
    public let isDryRun: Bool

    public static let maximumMessageLength = 500

    public init(
        at: Instant? = nil, message: String = "", only: ChangeSelection? = nil, isDryRun: Bool = false
    ) {
        self.at = at
        self.message = message
        self.only = only
        self.isDryRun = isDryRun
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
    public init(json: JSONValue, isDryRun: Bool = false) throws(PublishingError) {
        var reader = try BodyReader(json, members: ["at", "message", "only"])
        at = reader.instant("at")
        message = reader.message()
        only = reader.selection("only")
        self.isDryRun = isDryRun
        try reader.finish("The draft was not published")
    }

    /// Decides the instant from which the draft is live.
    ///
    /// - Parameter lastChange: when the page was changed last, or `now` if that is later.
    /// - Throws: ``PublishingError/invalid(_:)`` if a planned instant is not later than that.
    public func instant(
        after lastChange: Instant, at now: Instant, _ detail: String = "The draft was not published"
    ) throws(PublishingError) -> Instant {
        guard let at, at <= lastChange else { return at ?? lastChange }
        var reason = "must be in the future; leave it out to publish now"
        if at > now {
            reason =
                "must be later than the page's last change, which is dated \(lastChange.rfc3339): the server's clock was "
                + "ahead then. `homeblocks check --repair` dates that change back"
        }
        throw .invalid(
            InvalidInput(
                "\(detail): /at \(reason).", issues: [ValidationIssue(JSONPointer(["at"]), reason)]))
    }
}
