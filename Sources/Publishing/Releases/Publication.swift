public import HomeBlocks

/// The parameters of publishing a draft.
public struct Publication: Sendable, Equatable {
    /// The instant of the release; nil for now.
    public let at: Instant?
    public let message: String
    /// The changes of the draft to publish; nil for all. The others stay in the draft.
    public let only: ChangeSelection?
    /// Whether it is a dry run: validated and evaluated, but not stored.
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

    /// Reads a request body that has only a message.
    ///
    /// - Throws: ``PublishingError/invalid(_:)`` with a pointer per issue.
    public static func message(json: JSONValue) throws(PublishingError) -> String {
        var reader = try BodyReader(json, members: ["message"])
        let message = reader.message()
        try reader.finish("Nothing was changed")
        return message
    }

    /// Reads a request body.
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

    /// Returns the instant at which the draft becomes live.
    ///
    /// - Parameter lastChange: when the page was last changed, or `now` if that is later.
    /// - Throws: ``PublishingError/invalid(_:)`` if a planned instant is not later than `lastChange`.
    public func instant(
        after lastChange: Instant, at now: Instant, _ detail: String = "The draft was not published"
    ) throws(PublishingError) -> Instant {
        guard let at, at <= lastChange else { return at ?? lastChange }
        var reason = "must be in the future; leave it out to publish now"
        if at > now {
            reason =
                "must be later than the page's last change at \(lastChange.rfc3339): the server's clock was ahead at "
                + "that time. `homeblocks check --repair` corrects the date"
        }
        throw .invalid(
            InvalidInput(
                "\(detail): /at \(reason).", issues: [ValidationIssue(JSONPointer(["at"]), reason)]))
    }
}
